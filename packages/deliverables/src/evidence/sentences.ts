import { type Block, claimsIn, type Inline, wordsOf } from "../blocks.ts";
import { sectioned } from "../findings.ts";

/** A sentence, or a row of a table, with what it cites itself. */
export interface Sentence {
  readonly text: string;
  readonly claims: readonly number[];
  /** Those that are cited themselves rather than through a claim. */
  readonly sources: readonly number[];
}

/** Sentences that belong together: a paragraph, a list item with the points below it, a row. */
export interface Passage {
  readonly sentences: readonly Sentence[];
  readonly sections: readonly string[];
  /** The block of the document in which it stands. */
  readonly block: number;
  readonly isHeading: boolean;
  /** Code and the header of a table usually state nothing, and cannot be cited. */
  readonly isAside: boolean;
}

const MAX_CODE_LINES = 2_000;
const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

export function passagesIn(blocks: readonly Block[]): Passage[] {
  return sectioned(blocks).flatMap(({ block, sections }, index) => {
    const place = { sections, block: index, isHeading: block.kind === "heading" };
    return [
      ...groupsIn(block).map((sentences) => ({ sentences, ...place, isAside: false })),
      ...headersIn(block).map((sentences) => ({
        sentences,
        ...place,
        isHeading: true,
        isAside: true,
      })),
      ...codeIn(block).map((sentences) => ({ sentences, ...place, isAside: true })),
    ];
  });
}

function headersIn(block: Block): Sentence[][] {
  switch (block.kind) {
    case "quote":
      return block.blocks.flatMap(headersIn);
    case "list":
      return block.items.flat().flatMap(headersIn);
    case "table":
      return block.header.map(sentencesOf);
    default:
      return [];
  }
}

function codeIn(block: Block): Sentence[][] {
  switch (block.kind) {
    case "quote":
      return block.blocks.flatMap(codeIn);
    case "list":
      return block.items.flat().flatMap(codeIn);
    case "code":
      return block.text
        .split("\n")
        .slice(0, MAX_CODE_LINES)
        .map((text) => [{ text, claims: [], sources: [] }]);
    default:
      return [];
  }
}

/** Code states nothing that could be cited. */
function groupsIn(block: Block): Sentence[][] {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return [sentencesOf(block.inlines)];
    case "quote":
      return block.blocks.flatMap(groupsIn);
    case "list":
      return block.items.map((item) => item.flatMap(groupsIn).flat());
    case "table": {
      const header = block.header.flat();
      return block.rows.map((row) => [rowOf(row, header)]);
    }
    case "code":
    case "rule":
      return [];
  }
}

/** What the header cites holds for every row. */
function rowOf(cells: readonly Inline[][], header: readonly Inline[]): Sentence {
  const inlines = [...cells.flat(), ...header];
  return {
    text: cells.map(wordsOf).join("; "),
    claims: claimsIn(inlines),
    sources: ownSources(inlines),
  };
}

/** A citation belongs to the sentence that it stands in or right behind. */
function sentencesOf(inlines: readonly Inline[]): Sentence[] {
  const text = wordsOf(inlines);
  const markers = markersOf(inlines);
  const segments = [...SENTENCES.segment(text)];
  return segments.map(({ segment, index }, order) => {
    const end = index + segment.length;
    const isLast = order === segments.length - 1;
    const own = markers.flatMap(({ inline, at }) => {
      const isAfterStart = at > index || order === 0;
      return isAfterStart && (at <= end || isLast) ? [inline] : [];
    });
    return { text: segment.trim(), claims: claimsIn(own), sources: ownSources(own) };
  });
}

function markersOf(inlines: readonly Inline[]): { inline: Inline; at: number }[] {
  const markers: { inline: Inline; at: number }[] = [];
  let at = 0;
  for (const inline of inlines) {
    const words = wordsOf([inline]);
    if (inline.kind === "citation" || inline.kind === "claim") markers.push({ inline, at });
    at += words.length;
  }
  return markers;
}

function ownSources(inlines: readonly Inline[]): number[] {
  const numbers = inlines.flatMap((inline) =>
    inline.kind === "citation" && !inline.isOfClaim ? [inline.number] : [],
  );
  return [...new Set(numbers)];
}
