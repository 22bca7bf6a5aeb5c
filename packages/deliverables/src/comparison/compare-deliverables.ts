import type { Deliverable } from "../deliverable.ts";
import { readDocument } from "../read-document.ts";
import { type ComparedBlock, compareBlocks } from "./compare-blocks.ts";
import { textBlocks } from "./text-blocks.ts";

export interface Comparison {
  readonly blocks: readonly ComparedBlock[];
  /** How many blocks differ. */
  readonly changes: number;
  readonly isCut: boolean;
  /** Numbers of the sources that only one of them cites. */
  readonly sourcesAdded: readonly number[];
  readonly sourcesRemoved: readonly number[];
}

/** The reply of a comparison stays about as small as that of a report. */
const MAX_BLOCKS = 20_000;

export function compareDeliverables(before: Deliverable, after: Deliverable): Comparison {
  const [old, current] = [readDocument(before), readDocument(after)];
  const blocks = compareBlocks(textBlocks(old.blocks), textBlocks(current.blocks));
  const [oldSources, newSources] = [citedIn(old.sources), citedIn(current.sources)];
  return {
    blocks: blocks.slice(0, MAX_BLOCKS),
    changes: blocks.filter(({ change }) => change !== "none").length,
    isCut: blocks.length > MAX_BLOCKS,
    sourcesAdded: newSources.filter((number) => !oldSources.includes(number)),
    sourcesRemoved: oldSources.filter((number) => !newSources.includes(number)),
  };
}

function citedIn(sources: readonly { readonly number: number; readonly isCited: boolean }[]) {
  return sources.filter(({ isCited }) => isCited).map(({ number }) => number);
}
