import type { StoredSource } from "@trovella/db/memory";
import { citedIds, type Source } from "@trovella/deliverables";
import { isStoredId } from "../text/stored-id.ts";

/** The ids that a text cites, without those that cannot be ids. */
export function citedSourceIds(markdown: string): string[] {
  return citedIds(markdown).filter(isStoredId);
}

export function deliverableSource(source: StoredSource): Source {
  const { artifactId: _, retrievedAt, ...rest } = source;
  return { ...rest, retrievedAt: retrievedAt?.toISOString() ?? null };
}
