import type { Block, Inline, ResearchDocument } from "../document.ts";
import { inlinesOf } from "../findings.ts";
import { clip } from "../safe-text.ts";
import { describeSource } from "../source-line.ts";

/** Milliseconds, about, as measured. */
const PARAGRAPH_COST = 2.5;
const FOOTNOTE_COST = 6;
const CHARACTER_COST = 0.03;
/** Where to break a word that is longer than a line is tried out letter by letter. */
const LONG_WORD_CHARACTER_COST = 1.5;
const LONG_WORD = /[^\s/-]{80,}/g;
const MAX_COST = 8_000;

/**
 * Working out page numbers means laying out every page, which takes longer than all the rest. By
 * what the document holds rather than by a clock: the same document always gives the same file.
 */
export function isQuicklyLaidOut({ blocks, sources }: ResearchDocument): boolean {
  const sourceCosts = new Map(
    sources.map((source) => {
      const { title, author, link, quote } = describeSource(source);
      return [source.number, textCost(`${title} ${author} ${clip(link ?? "", 80)} ${quote}`)];
    }),
  );
  let cost = 0;
  for (const sourceCost of sourceCosts.values()) cost += 2 * PARAGRAPH_COST + sourceCost;
  for (const block of blocks) {
    cost += blockCost(block);
    for (const inline of inlinesOf(block)) cost += inlineCost(inline, sourceCosts);
    if (cost > MAX_COST) return false;
  }
  return cost <= MAX_COST;
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

function inlineCost(inline: Inline, sourceCosts: ReadonlyMap<number, number>): number {
  if (inline.kind === "citation") return FOOTNOTE_COST + (sourceCosts.get(inline.number) ?? 0);
  return inline.kind === "text" ? textCost(inline.text) : 0;
}

function textCost(text: string): number {
  const long = text.match(LONG_WORD)?.join("").length ?? 0;
  return text.length * CHARACTER_COST + long * LONG_WORD_CHARACTER_COST;
}
