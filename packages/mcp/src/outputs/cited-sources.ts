import type { StoredSource } from "@trovella/db/memory";
import { citedIds, MAX_SOURCES, type Source } from "@trovella/deliverables";

/** The ids that a text cites; only what can be an id is looked up. */
export function citedSourceIds(markdown: string): string[] {
  return citedIds(markdown).filter((id) => /^\w{1,200}$/.test(id));
}

/** As many of the ids as one output can have sources. */
export function knownIds(markdown: string): string[] {
  return citedSourceIds(markdown).slice(0, MAX_SOURCES);
}

export function deliverableSource(source: StoredSource): Source {
  const { artifactId: _, retrievedAt, ...rest } = source;
  return { ...rest, retrievedAt: retrievedAt?.toISOString() ?? null };
}

/** Without those that lead where another one leads: a page is often found twice. */
export function withoutRepetitions(
  further: readonly StoredSource[],
  cited: readonly StoredSource[],
): StoredSource[] {
  const seen = new Set(cited.map(placeOf));
  return further.filter((source) => {
    const place = placeOf(source);
    if (seen.has(place)) return false;
    seen.add(place);
    return true;
  });
}

function placeOf({ url, doi, title }: StoredSource): string {
  return url ?? doi ?? title;
}
