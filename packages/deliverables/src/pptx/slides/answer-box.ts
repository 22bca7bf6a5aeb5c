import { answerNotes } from "../../structure/answer-notes.ts";
import type { AnswerPart } from "../../structure/part.ts";
import { fitText } from "../measure/fit-text.ts";
import { LEFT, type Shape, type TextParagraph, TOP } from "../slide.ts";
import { chip, ground, line, type SlideContext } from "../slide-context.ts";

export const ANSWER_INSET = 0.35;
export const ANSWER_LEADING = 1.08;
const HEIGHT = { least: 2.7, most: 4.95 };
const BAR = 0.09;
const HEAD = 0.7;
const DRAFT = 0.5;

/** What stands around the text: the label, a draft notice and the notes. */
function frameHeight({ document }: SlideContext, { confidence }: AnswerPart): number {
  const hasNotes = confidence !== null || answerNotes(document).length > 0;
  return HEAD + (document.evidence?.draft ? DRAFT : 0) + (hasNotes ? 0.9 : 0.3);
}

/** The height that the text of an answer can take. */
export function answerRoom(context: SlideContext, part: AnswerPart): number {
  return HEIGHT.most - frameHeight(context, part);
}

interface BoxGiven {
  readonly width: number;
  readonly minHeight: number;
  readonly paragraphs: readonly TextParagraph[];
  readonly size: number;
}

/** The answer on a tinted ground, as high as it needs to be. */
export function answerBox(context: SlideContext, part: AnswerPart, given: BoxGiven): Shape[] {
  const { palette, labels, measure, document } = context;
  const { width, minHeight, paragraphs, size } = given;
  const [x, w] = [LEFT + ANSWER_INSET, width - 2 * ANSWER_INSET];
  const needed = measure.heightOf(paragraphs, w, { size, leading: ANSWER_LEADING });
  const wanted = Math.max(HEIGHT.least, minHeight, needed + frameHeight(context, part));
  const height = Math.min(HEIGHT.most, wanted);
  const draft = document.evidence?.draft ?? "";
  const y = TOP + HEAD + (draft ? DRAFT : 0);
  const box = { x, y, w, h: height - frameHeight(context, part) + 0.02 };
  return [
    ground({ x: LEFT, y: TOP, w: width, h: height }, palette.tint),
    { kind: "rule", box: { x: LEFT, y: TOP, w: BAR, h: height }, colour: palette.accent },
    {
      kind: "text",
      name: "Label",
      box: { x, y: TOP + 0.25, w, h: 0.35 },
      size: 14,
      colour: palette.accent,
      paragraphs: [line(labels.answer, { bold: true })],
    },
    ...draftShapes(context, draft, { x, w }),
    {
      kind: "text",
      name: labels.answer,
      box,
      size,
      colour: palette.ink,
      paragraphs,
      leading: ANSWER_LEADING,
    },
    ...noteShapes(context, part, { x, w, y: TOP + height - 0.6 }),
  ];
}

function draftShapes(
  { measure, palette, labels }: SlideContext,
  draft: string,
  { x, w }: { x: number; w: number },
): Shape[] {
  if (draft === "") return [];
  const text = fitText(measure, [line(draft, { bold: true })], {
    width: w,
    height: DRAFT,
    sizes: [14, 12],
  });
  const box = { x, y: TOP + HEAD - 0.08, w, h: DRAFT };
  return [
    {
      kind: "text",
      name: labels.draft,
      box,
      size: text.size,
      colour: palette.wrong,
      paragraphs: text.paragraphs,
    },
  ];
}

/** How sure the answer is, and what it rests on. */
function noteShapes(
  context: SlideContext,
  { confidence }: AnswerPart,
  { x, w, y }: { readonly x: number; readonly w: number; readonly y: number },
): Shape[] {
  const badge = confidence ? chip(context, confidence, { y, start: x }) : null;
  const start = badge ? badge.box.x + badge.box.w + 0.2 : x;
  const notes = answerNotes(context.document).join(" · ");
  const room = { width: x + w - start, height: 0.3, sizes: [14, 13, 12], maxLines: 1 };
  const text = fitText(context.measure, notes ? [line(notes)] : [], room);
  const box = { x: start, y, w: room.width, h: room.height };
  return [
    ...(badge ? [badge] : []),
    ...(text.paragraphs.length > 0
      ? [
          {
            kind: "text" as const,
            name: "Notes",
            box,
            size: text.size,
            colour: context.palette.soft,
            anchor: "middle" as const,
            paragraphs: text.paragraphs,
          },
        ]
      : []),
  ];
}
