import { type Block, wordsOf } from "../../blocks.ts";
import { answerNotes, findingsOf } from "../../structure/answer-notes.ts";
import type { AnswerPart } from "../../structure/part.ts";
import { splitStatement } from "../../structure/split-sentence.ts";
import { fitText } from "../measure/fit-text.ts";
import { LEFT, type SlideDraft, type TextParagraph, WIDTH } from "../slide.ts";
import { footOf, inlinesIn, notesText, paragraphOf, type SlideContext } from "../slide-context.ts";
import { answerFigures } from "../words/answer-figures.ts";
import { isSameTitle, shortTitle } from "../words/message-title.ts";
import { pointParagraph } from "../words/point-paragraph.ts";
import { notesOf, pointsOf } from "../words/points-of.ts";
import { ANSWER_INSET, ANSWER_LEADING, answerBox, answerRoom } from "./answer-box.ts";
import { figureShapes, figuresHeight } from "./figure-shapes.ts";
import { withoutTitle } from "./text-slide.ts";

const SIZES = [24, 22, 20, 18, 16];
const NARROW_SIZES = [24, 22, 20];
const MAX_REASONS = 3;
const NARROW_WIDTH = 7.35;

/** The first sentence as title, the rest in a box, with the numbers that it is about. */
export function answerSlide(context: SlideContext, part: AnswerPart): SlideDraft {
  const { title, blocks } = statementOf(context, part.blocks);
  const paragraphs = answerParagraphs(context, blocks, title);
  const figures = answerFigures(wordsOf(inlinesIn(part.blocks)));
  const room = (width: number, sizes: readonly number[]) =>
    fitText(context.measure, paragraphs, {
      width: width - 2 * ANSWER_INSET,
      height: answerRoom(context, part),
      sizes,
      leading: ANSWER_LEADING,
    });
  const narrow = room(NARROW_WIDTH, NARROW_SIZES);
  const hasFigures = figures.length > 0 && !narrow.isCut;
  const width = hasFigures ? NARROW_WIDTH : WIDTH;
  const text = hasFigures ? narrow : room(WIDTH, SIZES);
  return {
    layout: "message",
    titles: [title],
    weight: "fixed",
    shapes: [
      ...answerBox(context, part, {
        width,
        minHeight: hasFigures ? figuresHeight(figures) : 0,
        ...text,
      }),
      ...(hasFigures ? figureShapes(context, figures, LEFT + NARROW_WIDTH + 0.6) : []),
    ],
    source: footOf(context, inlinesIn(part.blocks)),
    notes: notesText([
      context.document.evidence?.draft ?? "",
      notesOf(part.blocks),
      [
        ...(part.confidence ? [context.labels.confidence[part.confidence]] : []),
        ...answerNotes(context.document),
      ].join(" · "),
    ]),
  };
}

/** A sentence that is too long for a title is cut there, and stands in the box as a whole. */
function statementOf(context: SlideContext, blocks: readonly Block[]) {
  const [first] = blocks;
  const sentence = first?.kind === "paragraph" ? splitStatement(first.inlines).sentence : [];
  const words = wordsOf(sentence).trim() || context.document.title;
  const title = shortTitle(words, context.isTitle);
  return { title, blocks: withoutTitle(blocks, title) };
}

/** An answer of one sentence, which the title is already, is followed by what it rests on. */
function answerParagraphs(
  context: SlideContext,
  blocks: readonly Block[],
  title: string,
): TextParagraph[] {
  const paragraphs = pointsOf(blocks).map((point) => pointParagraph(context, point));
  const isTitleAlone = blocks.length === 1 && isSameTitle(wordsOf(inlinesIn(blocks)), title);
  const reasons = isTitleAlone
    ? (findingsOf(context.document)?.items.slice(0, MAX_REASONS) ?? [])
    : [];
  return [
    ...paragraphs,
    ...reasons.map(({ sentence }) =>
      paragraphOf(context, sentence, { spaceAfter: 8, mark: "dash" }),
    ),
  ];
}
