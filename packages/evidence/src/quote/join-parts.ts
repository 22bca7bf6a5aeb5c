import type { PreparedText } from "../prepare-text.ts";
import { judgeElision, MAX_ELIDED_TOKENS } from "./elision.ts";
import { findOccurrences, type TokenRange } from "./find-occurrences.ts";
import { asNormalised, type Located, locateIn, locatePart } from "./locate-part.ts";
import type { QuotePart } from "./parse-quote.ts";
import type { Elision } from "./quote-check.ts";

export interface Joined {
  readonly located: Located;
  readonly elided: readonly Elision[];
}

const MAX_ANCHORS = 12;
const RANK = { normalised: 0, fuzzy: 1, altered: 2, absent: 3 } as const;

/** Finds the parts around ellipses in their order, close to each other, leaving out as little as possible. */
export function joinParts(source: PreparedText, parts: readonly QuotePart[]): Joined | null {
  const anchor = longestPart(parts);
  const part = parts[anchor];
  if (!part) return null;
  const chains = locatePart(source, part)
    .slice(0, MAX_ANCHORS)
    .map((place) => chainAround(source, parts, anchor, place));
  const best = chains.sort((one, other) => scoreOf(one) - scoreOf(other))[0];
  return best ? describe(source, best) : null;
}

function longestPart(parts: readonly QuotePart[]): number {
  let longest = 0;
  parts.forEach(({ plain }, index) => {
    if (plain.length > (parts[longest]?.plain.length ?? 0)) longest = index;
  });
  return longest;
}

function chainAround(
  source: PreparedText,
  parts: readonly QuotePart[],
  anchor: number,
  place: Located,
): Located[] {
  const chain: Located[] = [place];
  for (let index = anchor + 1; index < parts.length; index++) {
    const { to } = chain.at(-1) ?? place;
    const window = { from: to, to: Math.min(source.count, to + reach(parts[index])) };
    chain.push(findNear(source, parts[index], window, "first"));
  }
  for (let index = anchor - 1; index >= 0; index--) {
    const { from } = chain[0] ?? place;
    const window = { from: Math.max(0, from - reach(parts[index])), to: from };
    chain.unshift(findNear(source, parts[index], window, "last"));
  }
  return chain;
}

function reach(part: QuotePart | undefined): number {
  return MAX_ELIDED_TOKENS * 2 + (part?.plain.length ?? 0);
}

function findNear(
  source: PreparedText,
  part: QuotePart | undefined,
  window: TokenRange,
  side: "first" | "last",
): Located {
  const missing: Located = {
    from: window.from,
    to: window.from,
    verdict: "absent",
    differs: [],
    share: 0,
  };
  if (!part) return missing;
  const inside = findOccurrences(source, part.plain, Number.POSITIVE_INFINITY).filter(
    ({ from, to }) => from >= window.from && to <= window.to,
  );
  const occurrence = side === "first" ? inside[0] : inside.at(-1);
  if (occurrence) return asNormalised(occurrence);
  const located = locateIn(source, part.items, window);
  if (located) return located;
  return missing;
}

/** What is found counts first, then how little is left out. */
function scoreOf(chain: readonly Located[]): number {
  const worst = Math.max(...chain.map(({ verdict }) => RANK[verdict]));
  const span = (chain.at(-1)?.to ?? 0) - (chain[0]?.from ?? 0);
  return worst * 1e9 + span;
}

function describe(source: PreparedText, chain: readonly Located[]): Joined {
  const worst = [...chain].sort((one, other) => RANK[other.verdict] - RANK[one.verdict])[0];
  const from = chain[0]?.from ?? 0;
  const to = Math.max(from + 1, chain.at(-1)?.to ?? 0);
  const elided = chain.slice(1).map((place, index) => {
    const before = chain[index]?.to ?? place.from;
    return judgeElision(source, { from: before, to: Math.max(before, place.from) });
  });
  const verdict = worst?.verdict ?? "absent";
  // Parts of one passage that do not follow each other make another statement.
  const isAltered = verdict === "absent" && chain.some((place) => place.share === 1);
  return {
    located: {
      from,
      to,
      verdict: isAltered ? "altered" : verdict,
      differs: chain.flatMap(({ differs }) => differs),
      share: Math.min(...chain.map(({ share }) => share)),
    },
    elided,
  };
}
