import type { Source } from "./deliverable.ts";

/** `[src:A]`, `[src:A, B]`, and the forms people write by mistake: `[[src:A]]`, `[^src:A]`. */
const MARKER = /\[{1,2}\^?src:\s{0,3}([^[\]\n]{1,500})\]{1,2}/gi;

export interface NumberedSource extends Source {
  readonly number: number;
  readonly isCited: boolean;
}

/** Numbers sources in the order of their first citation and collects unresolved markers. */
export interface CitationLedger {
  /** The number of a source, or null when there is none with this id. */
  cite(id: string): number | null;
  /** Every source: the cited ones in the order of their numbers, then the others. */
  numbered(): NumberedSource[];
  unknownIds(): string[];
}

export function openLedger(sources: readonly Source[]): CitationLedger {
  const byId = new Map(sources.toReversed().map((source) => [source.id.trim(), source]));
  const cited = new Map<Source, number>();
  const unknown = new Set<string>();

  return {
    cite(id) {
      const source = byId.get(id);
      if (!source) {
        unknown.add(id);
        return null;
      }
      const number = cited.get(source) ?? cited.size + 1;
      cited.set(source, number);
      return number;
    },
    numbered() {
      const others = sources.filter((source) => !cited.has(source));
      return [...cited.keys(), ...others].map((source, index) => ({
        ...source,
        number: index + 1,
        isCited: cited.has(source),
      }));
    },
    unknownIds: () => [...unknown],
  };
}

/** Splits text at markers: strings between them, and the ids of each marker. */
export function splitMarkers(text: string): (string | string[])[] {
  const parts: (string | string[])[] = [];
  let end = 0;
  for (const marker of text.matchAll(MARKER)) {
    if (marker.index > end) parts.push(text.slice(end, marker.index));
    parts.push(idsIn(marker[1] ?? ""));
    end = marker.index + marker[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

export function citedIds(text: string): string[] {
  const markers = splitMarkers(text).filter((part) => typeof part !== "string");
  return [...new Set(markers.flat())];
}

function idsIn(list: string): string[] {
  const ids = list.split(/[,;]/).map((id) => id.trim().replace(/^src:\s*/i, ""));
  return ids.filter((id) => id !== "");
}
