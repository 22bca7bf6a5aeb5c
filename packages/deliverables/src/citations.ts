import type { DocumentClaim, Source } from "./deliverable.ts";
import { citedSources, isDoubtful } from "./evidence/is-doubtful.ts";

/** `[src:7]`, `[src:7, 9]`, `[clm:7]`, and forms that are as clear: `[[src:7]]`, `[^src:7]`, `[clm:c7]`. */
const MARKER = /\[{1,2}\^?(src|clm):\s{0,3}([^[\]\n]{1,500})\]{1,2}/gi;
const CLAIM_PREFIX = "clm:";
const CLAIM_REF = /^clm:\s*c?(\d{1,9})$/i;

export interface CitedSource extends Source {
  readonly isCited: boolean;
}

/** A claim as a text cites it. */
interface CitedClaim {
  readonly number: number;
  /** The sources it stands for. */
  readonly sources: readonly number[];
  /** Whether readers are told not to rely on it. */
  readonly isDoubtful: boolean;
}

/** Resolves citations to the numbers of their sources and collects unresolved ones. */
export interface CitationLedger {
  /** The number of a source, or null when none has this reference. */
  cite(ref: string): number | null;
  /** The claim that a reference such as `clm:7` names, or null. Its sources are cited then. */
  citeClaim(ref: string): CitedClaim | null;
  /** Every source: the cited ones, then the others, each in the order of their numbers. */
  listed(): CitedSource[];
  /** The numbers of the cited claims, in the order of the text. */
  citedClaims(): number[];
  unknownRefs(): string[];
}

export function openLedger(
  sources: readonly Source[],
  claims: readonly DocumentClaim[] = [],
): CitationLedger {
  const byRef = new Map(
    sources.flatMap((source) => source.refs.map((ref) => [comparable(ref), source] as const)),
  );
  const numbers = new Set(sources.map(({ number }) => number));
  const byNumber = new Map(claims.map((claim) => [claim.number, claim]));
  const cited = new Set<number>();
  const stated = new Set<number>();
  const unknown = new Set<string>();

  return {
    cite(ref) {
      const source = byRef.get(comparable(ref));
      if (!source) {
        unknown.add(ref);
        return null;
      }
      cited.add(source.number);
      return source.number;
    },
    citeClaim(ref) {
      const claim = byNumber.get(claimNumber(ref) ?? 0);
      if (!claim) {
        unknown.add(ref);
        return null;
      }
      const known = citedSources(claim).filter((number) => numbers.has(number));
      for (const number of known) cited.add(number);
      stated.add(claim.number);
      return { number: claim.number, sources: known, isDoubtful: isDoubtful(claim.status) };
    },
    listed: () =>
      sources
        .map((source) => ({ ...source, isCited: cited.has(source.number) }))
        .sort((a, b) => Number(b.isCited) - Number(a.isCited) || a.number - b.number),
    citedClaims: () => [...stated],
    unknownRefs: () => [...unknown],
  };
}

function comparable(ref: string): string {
  return ref.trim().toLowerCase();
}

/** Whether a reference names a claim rather than a source: `clm:7`. */
export function isClaimRef(ref: string): boolean {
  return ref.startsWith(CLAIM_PREFIX);
}

/** The marker that cites a reference. */
export function markerOf(ref: string): string {
  return isClaimRef(ref) ? `[${ref}]` : `[src:${ref}]`;
}

function claimNumber(ref: string): number | null {
  const digits = CLAIM_REF.exec(ref)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Splits text at markers: strings between them, and the references of each marker, those of claims as `clm:7`. */
export function splitMarkers(text: string): (string | string[])[] {
  const parts: (string | string[])[] = [];
  let end = 0;
  for (const marker of text.matchAll(MARKER)) {
    if (marker.index > end) parts.push(text.slice(end, marker.index));
    parts.push(refsIn(marker[2] ?? "", marker[1]?.toLowerCase() === "clm"));
    end = marker.index + marker[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** The references to sources. */
export function citedRefs(text: string): string[] {
  return allRefs(text).filter((ref) => !isClaimRef(ref));
}

/** The numbers of the claims that a text cites, in its order. */
export function citedClaims(text: string): number[] {
  const numbers = allRefs(text).flatMap((ref) => claimNumber(ref) ?? []);
  return [...new Set(numbers)];
}

function allRefs(text: string): string[] {
  const markers = splitMarkers(text).filter((part) => typeof part !== "string");
  return [...new Set(markers.flat())];
}

/** Each reference may repeat the prefix of the marker, or name the other kind: `[src:7, clm:9]`. */
function refsIn(list: string, isClaims: boolean): string[] {
  return list.split(/[,;]/).flatMap((part) => {
    const [, prefix, ref = ""] = /^\s*(?:(src|clm):)?\s*(.*?)\s*$/is.exec(part) ?? [];
    if (ref === "") return [];
    const isClaim = prefix ? prefix.toLowerCase() === "clm" : isClaims;
    return [isClaim ? `${CLAIM_PREFIX}${ref.replace(/^c(?=\d+$)/i, "")}` : ref];
  });
}
