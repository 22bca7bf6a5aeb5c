import { type Block, wordsOf } from "../../blocks.ts";
import { splitStatement } from "../../structure/split-sentence.ts";
import { fitText } from "../measure/fit-text.ts";
import { BOTTOM, LEFT, type SlideDraft, TOP } from "../slide.ts";
import { footOf, inlinesIn, type SlideContext } from "../slide-context.ts";
import { isSameTitle } from "../words/message-title.ts";
import { pointParagraph } from "../words/point-paragraph.ts";
import { pointsOf } from "../words/points-of.ts";

const MAX_LINES = 6;
/** Few lines can be read from further away. */
const LARGE = { lines: 4, size: 24 };
const SIZE = 20;
const BOX = { x: LEFT + 0.35, y: TOP + 0.1, w: 11.4, h: BOTTOM - TOP - 0.1 };

export interface SectionGiven {
  readonly heading: string;
  readonly titles: readonly string[];
  readonly notes: string;
}

/** At most six lines of a section's text; the notes hold the rest. Null where it has no text. */
export function textSlide(
  context: SlideContext,
  blocks: readonly Block[],
  { heading, titles, notes, weight }: SectionGiven & Pick<SlideDraft, "weight">,
): SlideDraft | null {
  const { measure, palette } = context;
  const points = pointsOf(withoutTitle(blocks, titles[0] ?? ""));
  const paragraphs = points.map((point) => pointParagraph(context, point));
  if (paragraphs.length === 0) return null;
  const room = { width: BOX.w, height: BOX.h };
  const large = fitText(measure, paragraphs, {
    ...room,
    maxLines: LARGE.lines,
    sizes: [LARGE.size],
  });
  const text = large.isCut
    ? fitText(measure, paragraphs, { ...room, maxLines: MAX_LINES, sizes: [SIZE] })
    : large;
  const height = Math.max(0.4, measure.heightOf(text.paragraphs, BOX.w, { size: text.size }));
  return {
    layout: "message",
    titles,
    heading,
    weight,
    shapes: [
      { kind: "rule", box: { x: LEFT, y: BOX.y, w: 0.06, h: height }, colour: palette.accent },
      {
        kind: "text",
        name: "Text",
        box: BOX,
        size: text.size,
        colour: palette.ink,
        paragraphs: text.paragraphs,
      },
    ],
    source: footOf(context, inlinesIn(blocks)),
    notes,
  };
}

/** A first sentence that is the title already need not be said twice, unless nothing else is said. */
export function withoutTitle(blocks: readonly Block[], title: string): readonly Block[] {
  const [first, ...others] = blocks;
  if (first?.kind !== "paragraph") return blocks;
  const { sentence, rest } = splitStatement(first.inlines);
  const after: Block[] = [...(rest.length > 0 ? [{ ...first, inlines: rest }] : []), ...others];
  return isSameTitle(wordsOf(sentence), title) && after.length > 0 ? after : blocks;
}
