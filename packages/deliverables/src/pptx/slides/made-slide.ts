import { madeView } from "../../structure/made-view.ts";
import { fitText } from "../measure/fit-text.ts";
import { BOTTOM, LEFT, type Shape, type SlideDraft, TOP, WIDTH } from "../slide.ts";
import { ground, line, notesText, type SlideContext } from "../slide-context.ts";

const CARD = { height: 1.5, gap: 0.25, inset: 0.28 };
const MAX_SHOWN = 6;

/** How the research was done; null where nothing is recorded. */
export function madeSlide(context: SlideContext): SlideDraft | null {
  const { document, labels, palette, measure } = context;
  const view = madeView(document);
  if (!view) return null;
  const y = TOP + (view.figures.length > 0 ? CARD.height + 0.4 : 0.1);
  const paragraphs = [
    ...(view.approvals.length > 0
      ? [{ ...line(labels.made.approvals, { bold: true, colour: palette.accent }), spaceAfter: 6 }]
      : []),
    ...view.approvals.slice(0, MAX_SHOWN).map(({ what, words }) => ({
      runs: [{ text: what, bold: true }, { text: ` — ${words}` }],
      spaceAfter: 4,
    })),
    ...view.lines.map((text, index) => ({
      ...line(text, { colour: palette.soft, size: 14 }),
      spaceAfter: index === 0 ? 4 : 3,
    })),
  ];
  const text = fitText(measure, paragraphs, {
    width: WIDTH,
    height: BOTTOM - y,
    sizes: [18, 16, 14],
  });
  return {
    layout: "plain",
    titles: [titleOf(context) || labels.howMade],
    heading: labels.howMade,
    weight: "fixed",
    shapes: [
      ...view.figures.flatMap((figure, index) =>
        figureCard(context, figure, { index, count: view.figures.length }),
      ),
      {
        kind: "text",
        name: labels.howMade,
        box: { x: LEFT, y, w: WIDTH, h: BOTTOM - y },
        size: text.size,
        colour: palette.ink,
        paragraphs: text.paragraphs,
      },
    ],
    notes: notesText([
      view.figures.map(({ value, label }) => `${value} ${label}`).join(", "),
      view.approvals.map(({ what, words }) => `${what}: ${words}`).join("\n"),
      view.lines.join("\n"),
    ]),
  };
}

function titleOf({ document, labels }: SlideContext): string {
  const { pagesRead = 0, approvals = [] } = document.made ?? {};
  const approved = approvals.filter(({ decision }) => decision === "approve").length;
  return [
    ...(pagesRead > 0 ? [labels.slides.pagesWereRead(pagesRead)] : []),
    ...(approved > 0 ? [labels.slides.wereApproved(approved)] : []),
  ].join(" · ");
}

function figureCard(
  { palette, measure }: SlideContext,
  { value, label }: { readonly value: string; readonly label: string },
  { index, count }: { readonly index: number; readonly count: number },
): Shape[] {
  const width = Math.min(3.9, (WIDTH - CARD.gap * (count - 1)) / count);
  const x = LEFT + index * (width + CARD.gap);
  const w = width - 2 * CARD.inset;
  const words = fitText(measure, [line(label)], {
    width: w,
    height: 0.36,
    sizes: [16, 14, 12],
    maxLines: 1,
  });
  return [
    ground({ x, y: TOP, w: width, h: CARD.height }, palette.panel),
    {
      kind: "text",
      name: "Figure",
      box: { x: x + CARD.inset, y: TOP + 0.2, w, h: 0.7 },
      size: 36,
      colour: palette.accent,
      paragraphs: [line(value, { bold: true })],
    },
    {
      kind: "text",
      name: "Figure label",
      box: { x: x + CARD.inset, y: TOP + 0.92, w, h: 0.36 },
      size: words.size,
      colour: palette.soft,
      paragraphs: words.paragraphs,
    },
  ];
}
