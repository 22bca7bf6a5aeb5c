import type { Block, Inline, ResearchDocument } from "../document.ts";
import type { EvidenceView } from "../evidence/describe-evidence.ts";
import { inlinesOf } from "../findings.ts";
import { clip } from "../safe-text.ts";
import { describeSource } from "../source-line.ts";

/** Milliseconds, about, as measured. */
const PARAGRAPH_COST = 2.5;
const CITATION_COST = 0.3;
const CHARACTER_COST = 0.03;
/** Where to break a word that is longer than a line is tried out letter by letter. */
const LONG_WORD_CHARACTER_COST = 1.5;
const LONG_WORD = /[^\s/-]{80,}/g;
const MAX_COST = 8_000;

/**
 * Working out page numbers means laying out every page, which takes longer than all the rest. By
 * what the document holds rather than by a clock: the same document always gives the same file.
 */
export function isQuicklyLaidOut({ blocks, sources, evidence }: ResearchDocument): boolean {
  let cost = 0;
  for (const text of evidence ? evidenceTexts(evidence) : []) {
    cost += PARAGRAPH_COST + textCost(text);
  }
  for (const source of sources) {
    const { title, author, link, quotes } = describeSource(source);
    const texts = [`${title} ${author} ${clip(link ?? "", 300)}`, ...quotes];
    for (const text of texts) cost += PARAGRAPH_COST + textCost(text);
  }
  for (const block of blocks) {
    cost += blockCost(block);
    for (const inline of inlinesOf(block)) cost += inlineCost(inline);
    if (cost > MAX_COST) return false;
  }
  return cost <= MAX_COST;
}

/** Every paragraph of the appendix and of the notes below the sources. */
function evidenceTexts({ claims, notes }: EvidenceView): string[] {
  return [
    ...claims.flatMap(({ statement, standing, entries }) => [
      statement,
      standing,
      ...entries.flatMap(({ before, words, after }) => [`${before}${words}${after}`, ""]),
    ]),
    ...[...notes.values()].flat().flatMap(({ passage }) => [passage, ""]),
  ];
}

function blockCost(block: Block): number {
  switch (block.kind) {
    case "code":
      return block.text.split("\n").length * PARAGRAPH_COST + textCost(block.text);
    case "list":
      return block.items.flat().reduce((sum, inner) => sum + blockCost(inner), 0);
    case "quote":
      return block.blocks.reduce((sum, inner) => sum + blockCost(inner), 0);
    case "table":
      return (block.rows.length + 1) * block.header.length * PARAGRAPH_COST;
    default:
      return PARAGRAPH_COST;
  }
}

function inlineCost(inline: Inline): number {
  if (inline.kind === "citation" || inline.kind === "claim") return CITATION_COST;
  return inline.kind === "text" ? textCost(inline.text) : 0;
}

function textCost(text: string): number {
  const long = text.match(LONG_WORD)?.join("").length ?? 0;
  return text.length * CHARACTER_COST + long * LONG_WORD_CHARACTER_COST;
}
