import { countIndependent } from "@trovella/evidence";
import {
  type Block,
  citedIn,
  claimsIn,
  type HeadingBlock,
  type Inline,
  type ListBlock,
  wordsOf,
} from "../blocks.ts";
import type { Source } from "../deliverable.ts";
import { inlinesOf } from "../findings.ts";
import { confidenceFrom, statedConfidence } from "./confidence.ts";
import type { AnswerPart, FindingsPart, KeyFinding, Part, SectionPart } from "./part.ts";
import { sectionKind } from "./section-kind.ts";
import { splitStatement } from "./split-sentence.ts";

/** What a box of its own holds; a longer text in front of the first heading goes on below it. */
const MAX_ANSWER_CHARACTERS = 1_500;
const MAX_FINDINGS = 60;

interface Given {
  readonly sources: readonly Source[];
  /** Of the research as a whole, between 0 and 1, where the text states none. */
  readonly confidence: number | null;
}

/** The parts of a text. Headings of the highest level begin them. */
export function readParts(blocks: readonly Block[], given: Given): Part[] {
  const written = sectionsOf(blocks);
  const sections = written.flatMap((section) =>
    section.heading && !isNamedAnswer(section) ? [section] : withOpening(section),
  );
  const answer = sections.find(isAnswerAmong(sections));
  const others = sections.filter((section) => section !== answer);
  const parts = others.map((section): Part => {
    const kind = section.heading ? sectionKind(wordsOf(section.heading.inlines)) : "section";
    if (kind === "findings" && section.heading) {
      const findings = findingsPart(section.heading, section.blocks, given);
      if (findings) return findings;
    }
    return { ...section, kind: kind === "answer" || kind === "findings" ? "section" : kind };
  });
  return answer ? [answerPart(answer, given), ...parts] : parts;
}

type Section = Pick<SectionPart, "heading" | "blocks">;

function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: { heading: HeadingBlock | null; blocks: Block[] }[] = [
    { heading: null, blocks: [] },
  ];
  for (const block of blocks) {
    if (block.kind === "heading" && block.level === 1)
      sections.push({ heading: block, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections.filter(({ heading, blocks }) => heading !== null || blocks.length > 0);
}

/** Divides a section into its opening lines, which may be an answer, and the rest. */
function withOpening({ heading, blocks }: Section): Section[] {
  const isLine = ({ kind }: Block, index: number) =>
    kind === "paragraph" || (kind === "list" && blocks[index - 1]?.kind === "paragraph");
  const lines = blocks.findIndex((block, index) => !isLine(block, index));
  let length = 0;
  const within = blocks.findIndex((block) => {
    length += wordsOf(inlinesOf(block)).length;
    return length > MAX_ANSWER_CHARACTERS;
  });
  const ends = [lines, within].filter((end) => end > 0);
  const end = ends.length > 0 ? Math.min(...ends) : blocks.length;
  const parts = [blocks.slice(0, end), blocks.slice(end)].filter((part) => part.length > 0);
  return parts.map((part, index) => ({ heading: index === 0 ? heading : null, blocks: part }));
}

function isNamedAnswer({ heading, blocks }: Section): boolean {
  return (
    heading !== null &&
    blocks[0]?.kind === "paragraph" &&
    sectionKind(wordsOf(heading.inlines)) === "answer"
  );
}

/** The section called so, or the text before the first heading. */
function isAnswerAmong(sections: readonly Section[]): (section: Section) => boolean {
  const named = sections.find(isNamedAnswer);
  const [first] = sections;
  const isOpening = first?.heading === null && first.blocks[0]?.kind === "paragraph";
  // A conclusion at the end repeats what the text begins with.
  const isEarly = named !== undefined && sections.indexOf(named) < 3;
  const chosen = isEarly || !isOpening ? named : first;
  return (section) => section === chosen;
}

function answerPart({ heading, blocks }: Section, { sources, confidence }: Given): AnswerPart {
  const { blocks: plain, confidence: stated } = withoutConfidence(blocks);
  const stored = confidence === null ? null : confidenceFrom(confidence);
  return {
    kind: "answer",
    heading,
    blocks: plain,
    confidence: stated ?? stored,
    independentSources: independentIn(plain.flatMap(inlinesOf), sources),
  };
}

/** Takes the words that state a confidence out of the paragraphs. */
function withoutConfidence(blocks: readonly Block[]) {
  let confidence: KeyFinding["confidence"] = null;
  const plain = blocks.flatMap((block): Block[] => {
    if (confidence !== null || block.kind !== "paragraph") return [block];
    const found = statedConfidence(block.inlines);
    if (found.confidence === null) return [block];
    confidence = found.confidence;
    return found.inlines.length > 0 ? [{ ...block, inlines: found.inlines }] : [];
  });
  return { blocks: plain, confidence: confidence as KeyFinding["confidence"] };
}

/** Null where the section has no list of findings. */
function findingsPart(
  heading: HeadingBlock,
  blocks: readonly Block[],
  given: Given,
): FindingsPart | null {
  const groups = findingGroups(blocks);
  if (!groups || groups.items.length > MAX_FINDINGS) return null;
  const items = groups.items.map((item, index) => keyFinding(item, index + 1, given));
  return { kind: "findings", heading, intro: groups.intro, items, rest: groups.rest };
}

interface Groups {
  readonly intro: readonly Block[];
  readonly items: readonly (readonly Block[])[];
  readonly rest: readonly Block[];
}

/** The items of the first list, or what stands below each heading of the next level. */
function findingGroups(blocks: readonly Block[]): Groups | null {
  const isList = (block: Block): block is ListBlock => block.kind === "list";
  const at = blocks.findIndex((block) => isList(block) || block.kind === "heading");
  const list = blocks[at];
  if (list && isList(list)) {
    const isPlain = list.items.every(([first]) => first?.kind === "paragraph");
    return isPlain
      ? { intro: blocks.slice(0, at), items: list.items, rest: blocks.slice(at + 1) }
      : null;
  }
  const start = blocks.findIndex((block) => block.kind === "heading");
  if (start < 0) return null;
  const items: Block[][] = [];
  for (const block of blocks.slice(start)) {
    if (block.kind === "heading" && block.level === 2) items.push([block]);
    else items.at(-1)?.push(block);
  }
  const hasDeeper = items.some(([, ...below]) => below.some(({ kind }) => kind === "heading"));
  return hasDeeper ||
    blocks[start]?.kind !== "heading" ||
    (blocks[start] as HeadingBlock).level !== 2
    ? null
    : { intro: blocks.slice(0, start), items, rest: [] };
}

function keyFinding(blocks: readonly Block[], number: number, { sources }: Given): KeyFinding {
  const [first, ...below] = blocks;
  const isHeading = first?.kind === "heading";
  const opening = first && (first.kind === "paragraph" || isHeading) ? first.inlines : [];
  const stated = statedConfidence(opening);
  const { sentence, rest } = isHeading
    ? { sentence: stated.inlines, rest: [] }
    : splitStatement(stated.inlines);
  const explained: Block[] = rest.length > 0 ? [{ kind: "paragraph", inlines: rest }] : [];
  const further = stated.confidence
    ? { blocks: below, confidence: null }
    : withoutConfidence(below);
  const all = [...sentence, ...rest, ...further.blocks.flatMap(inlinesOf)];
  return {
    number,
    heading: isHeading ? first : null,
    sentence,
    blocks: [...explained, ...further.blocks],
    confidence: stated.confidence ?? further.confidence,
    sources: citedIn(all),
    claims: claimsIn(all),
    independentSources: independentIn(all, sources),
  };
}

/** One per publisher or work. */
export function independentIn(inlines: readonly Inline[], sources: readonly Source[]): number {
  const cited = new Set(citedIn(inlines));
  const origins = sources
    .filter(({ number }) => cited.has(number))
    .map(({ number, url, doi }) => ({ sourceId: String(number), url, doi, text: null }));
  return countIndependent(origins);
}
