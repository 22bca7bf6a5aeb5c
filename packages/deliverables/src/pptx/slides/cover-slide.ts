import { clip } from "../../safe-text.ts";
import { factsOf, footerOf } from "../../structure/answer-notes.ts";
import { fitText } from "../measure/fit-text.ts";
import type { TextMeasure } from "../measure/text-measure.ts";
import {
  type Shape,
  SLIDE,
  type SlideDraft,
  type TextParagraph,
  type TextShape,
} from "../slide.ts";
import { line, notesText, type SlideContext } from "../slide-context.ts";

export const COVER = {
  x: 0.9,
  width: SLIDE.width - 1.8,
  organization: { y: 0.85, h: 0.4 },
  title: { y: 1.95, h: 2.05, sizes: [40, 36, 32, 28] },
  question: { y: 4.2, h: 1.2, sizes: [20, 18, 16, 14] },
  evidence: { y: 5.45, h: 0.78 },
  facts: { y: 6.45, h: 0.4 },
  textWidth: 9.8,
} as const;

export function coverSlide(context: SlideContext): SlideDraft {
  const { document } = context;
  const { title, subtitle, question, planName, evidence } = document;
  const facts = factsLine(context);
  return {
    layout: "cover",
    titles: [clip(title, 200)],
    weight: "fixed",
    shapes: [
      ...topLine(context),
      fitted(context, { name: "Title", text: title, ...COVER.title, placeholder: "title" }),
      fitted(context, {
        name: "Subtitle",
        text: question || subtitle,
        ...COVER.question,
        placeholder: "subtitle",
      }),
      ...evidenceLines(context),
      fitted(context, {
        name: "Facts",
        text: facts,
        ...COVER.facts,
        sizes: [14, 12],
        placeholder: "facts",
      }),
    ].filter((shape) => shape.kind !== "text" || shape.paragraphs.length > 0),
    notes: notesText([
      evidence?.draft ?? "",
      title,
      subtitle,
      question,
      planName,
      facts,
      evidence?.line ?? "",
    ]),
  };
}

function factsLine({ document }: SlideContext): string {
  const made = factsOf(document).at(-1);
  return [footerOf(document), ...(made ? [`${made.label} ${made.value}`] : [])].join(" · ");
}

interface CoverText {
  readonly name: string;
  readonly text: string;
  readonly y: number;
  readonly h: number;
  readonly sizes: readonly number[];
  readonly placeholder: "title" | "subtitle" | "facts";
}

function fitted(
  { measure, palette }: SlideContext,
  { name, text, y, h, sizes, placeholder }: CoverText,
): TextShape {
  const isTitle = placeholder === "title";
  const look = placeholder === "subtitle" ? { italic: true } : {};
  const { paragraphs, size } = fitText(measure, [line(text, look)], {
    width: COVER.textWidth,
    height: h,
    sizes,
    bold: isTitle,
  });
  const w = isTitle ? balancedWidth(measure, paragraphs, size) : COVER.textWidth;
  return {
    kind: "text",
    name,
    box: { x: COVER.x, y, w, h },
    size,
    colour: placeholder === "facts" ? palette.coverSoft : palette.page,
    paragraphs,
    placeholder,
    bold: isTitle,
    anchor: isTitle ? "bottom" : "top",
  };
}

/** As narrow as the same number of lines allows, so that no word stands alone on the last one. */
function balancedWidth(
  measure: TextMeasure,
  paragraphs: readonly TextParagraph[],
  size: number,
): number {
  const heightAt = (width: number) => measure.heightOf(paragraphs, width, { size, bold: true });
  let width: number = COVER.textWidth;
  while (width > COVER.textWidth / 2 && heightAt(width - 0.2) <= heightAt(COVER.textWidth)) {
    width -= 0.2;
  }
  return width + 0.1;
}

/** Whose document it is, else what it was planned as. */
function topLine({ document, palette, measure }: SlideContext): Shape[] {
  const text = document.organization || document.planName;
  if (text === "") return [];
  const { paragraphs, size } = fitText(measure, [line(text, { bold: true })], {
    width: 8.6,
    height: COVER.organization.h,
    sizes: [16, 14],
  });
  const box = { x: COVER.x, ...COVER.organization, w: 8.6 };
  return [{ kind: "text", name: "Organization", box, size, colour: palette.coverSoft, paragraphs }];
}

/** A draft says so first; then what was checked. */
function evidenceLines({ document, palette, measure }: SlideContext): Shape[] {
  const { evidence } = document;
  const paragraphs = [
    ...(evidence?.draft
      ? [{ ...line(evidence.draft, { bold: true, colour: palette.page }), spaceAfter: 3 }]
      : []),
    ...(evidence?.line ? [line(evidence.line)] : []),
  ];
  if (paragraphs.length === 0) return [];
  const box = { x: COVER.x, ...COVER.evidence, w: COVER.width };
  const text = fitText(measure, paragraphs, { width: box.w, height: box.h, sizes: [14, 12] });
  return [
    {
      kind: "text",
      name: "Evidence",
      box,
      size: text.size,
      colour: palette.coverSoft,
      paragraphs: text.paragraphs,
    },
  ];
}
