import type { Element } from "hast";
import { type Block, type HeadingBlock, wordsOf } from "../blocks.ts";
import type { ResearchDocument } from "../document.ts";
import { inlinesOf } from "../findings.ts";
import { labelsFor } from "../languages/labels-for.ts";
import { answerNotes } from "../structure/answer-notes.ts";
import type {
  AnswerPart,
  Confidence,
  FindingsPart,
  KeyFinding,
  Part,
  SectionPart,
} from "../structure/part.ts";
import { blockElement, blockElements, headingElement } from "./block-elements.ts";
import { directionOf } from "./direction.ts";
import { inlineElements } from "./inline-elements.ts";
import { element, type Setting } from "./setting.ts";

export interface OutlineEntry {
  /** From 1. */
  readonly level: number;
  readonly anchor: string;
  readonly text: string;
}

/** An element of the text with the headings in it. A text can be cut between its pieces. */
export interface Piece {
  readonly elements: readonly Element[];
  readonly entries: readonly OutlineEntry[];
}

const ANSWER_ANCHOR = "answer";
/** Longer texts stand without a box. */
const MAX_BOXED_CHARACTERS = 5_000;

/** The elements of a part, in its order. */
export function partPieces(part: Part, document: ResearchDocument, setting: Setting): Piece[] {
  switch (part.kind) {
    case "answer":
      return [answerPiece(part, document, setting)];
    case "findings":
      return findingsPieces(part, setting);
    case "change":
    case "limits":
      return isBoxed(part) ? [boxPiece(part, setting)] : sectionPieces(part, setting);
    case "section":
    case "method":
      return sectionPieces(part, setting);
  }
}

function answerPiece(part: AnswerPart, document: ResearchDocument, setting: Setting): Piece {
  const { heading, blocks, confidence } = part;
  const title = labelsFor(setting.language).answer;
  const entry = heading
    ? entryOf(heading, setting)
    : { level: 1 + setting.shift, anchor: ANSWER_ANCHOR, text: title };
  const box = element("section", { className: ["answer"], ...side(setting) }, [
    heading
      ? headingElement(heading, setting)
      : element(`h${2 + setting.shift}`, { id: ANSWER_ANCHOR }, [title]),
    ...blockElements(blocks, setting),
    ...ratingElements(confidence, answerNotes(document), setting),
  ]);
  return { elements: [box], entries: [entry, ...entriesIn(blocks, setting)] };
}

function findingsPieces({ heading, intro, items, rest }: FindingsPart, setting: Setting): Piece[] {
  const list = element(
    "ol",
    { className: ["findings"], ...side(setting) },
    items.map((finding) => findingElement(finding, setting)),
  );
  const entries = items.flatMap((finding) => [
    ...(finding.heading ? [entryOf(finding.heading, setting)] : []),
    ...entriesIn(finding.blocks, setting),
  ]);
  return [
    ...blockPieces([heading, ...intro], setting),
    { elements: [list], entries },
    ...blockPieces(rest, setting),
  ];
}

function findingElement(finding: KeyFinding, setting: Setting): Element {
  const { heading, sentence, blocks, confidence, independentSources } = finding;
  const labels = labelsFor(setting.language);
  const statement = heading
    ? headingElement({ ...heading, inlines: sentence }, setting)
    : element("p", { className: ["sentence"], ...directionOf(sentence, setting) }, [
        ...inlineElements(sentence, setting),
      ]);
  const notes = independentSources > 0 ? [labels.independentSources(independentSources)] : [];
  return element("li", {}, [
    statement,
    ...blockElements(blocks, setting),
    ...ratingElements(confidence, notes, setting),
  ]);
}

/** The confidence as a chip that says the word, and what it rests on. */
function ratingElements(
  confidence: Confidence | null,
  notes: readonly string[],
  { language }: Setting,
): Element[] {
  if (confidence === null && notes.length === 0) return [];
  const chip = confidence
    ? [
        element("span", { className: ["chip", confidence] }, [
          labelsFor(language).confidence[confidence],
        ]),
        " ",
      ]
    : [];
  return [element("p", { className: ["rating"] }, [...chip, notes.join(" · ")])];
}

function isBoxed({ heading, blocks }: SectionPart): boolean {
  const length = blocks.reduce((sum, block) => sum + wordsOf(inlinesOf(block)).length, 0);
  return heading !== null && length <= MAX_BOXED_CHARACTERS;
}

function boxPiece({ heading, blocks }: SectionPart, setting: Setting): Piece {
  const all = heading ? [heading, ...blocks] : blocks;
  const box = element(
    "section",
    { className: ["box"], ...side(setting) },
    blockElements(all, setting),
  );
  return { elements: [box], entries: entriesIn(all, setting) };
}

/** Boxes and lists have marks at their start, also on a page that begins on the other side. */
function side({ direction }: Setting): Element["properties"] {
  return direction === "rtl" ? { dir: "rtl" } : {};
}

function sectionPieces({ heading, blocks }: SectionPart, setting: Setting): Piece[] {
  return blockPieces(heading ? [heading, ...blocks] : blocks, setting);
}

export function blockPieces(blocks: readonly Block[], setting: Setting): Piece[] {
  return blocks.map((block) => ({
    elements: blockElement(block, setting),
    entries: entriesIn([block], setting),
  }));
}

function entriesIn(blocks: readonly Block[], setting: Setting): OutlineEntry[] {
  return blocks.flatMap((block) => (block.kind === "heading" ? [entryOf(block, setting)] : []));
}

function entryOf({ level, anchor, inlines }: HeadingBlock, { shift }: Setting): OutlineEntry {
  return { level: level + shift, anchor, text: wordsOf(inlines) };
}
