import type { Source } from "./deliverable.ts";

/** `[src:7]`, `[src:7, 9]`, and forms that are as clear: `[[src:7]]`, `[^src:7]`. */
const MARKER = /\[{1,2}\^?src:\s{0,3}([^[\]\n]{1,500})\]{1,2}/gi;

export interface CitedSource extends Source {
  readonly isCited: boolean;
}

/** Resolves citations to the numbers of their sources and collects unresolved ones. */
export interface CitationLedger {
  /** The number of a source, or null when none has this reference. */
  cite(ref: string): number | null;
  /** Every source: the cited ones, then the others, each in the order of their numbers. */
  listed(): CitedSource[];
  unknownRefs(): string[];
}

export function openLedger(sources: readonly Source[]): CitationLedger {
  const byRef = new Map(
    sources.flatMap((source) => source.refs.map((ref) => [comparable(ref), source] as const)),
  );
  const cited = new Set<number>();
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
    listed: () =>
      sources
        .map((source) => ({ ...source, isCited: cited.has(source.number) }))
        .sort((a, b) => Number(b.isCited) - Number(a.isCited) || a.number - b.number),
    unknownRefs: () => [...unknown],
  };
}

function comparable(ref: string): string {
  return ref.trim().toLowerCase();
}

/** Splits text at markers: strings between them, and the references of each marker. */
export function splitMarkers(text: string): (string | string[])[] {
  const parts: (string | string[])[] = [];
  let end = 0;
  for (const marker of text.matchAll(MARKER)) {
    if (marker.index > end) parts.push(text.slice(end, marker.index));
    parts.push(refsIn(marker[1] ?? ""));
    end = marker.index + marker[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

export function citedRefs(text: string): string[] {
  const markers = splitMarkers(text).filter((part) => typeof part !== "string");
  return [...new Set(markers.flat())];
}

function refsIn(list: string): string[] {
  const refs = list.split(/[,;]/).map((ref) => ref.trim().replace(/^src:\s*/i, ""));
  return refs.filter((ref) => ref !== "");
}
