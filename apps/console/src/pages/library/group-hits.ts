import type { Replies } from "../../api/api.ts";
import type { LibrarySort } from "./route-search.ts";

type Reply = Replies["search"]["search"];
export type Hit = Reply["results"][number];

export interface HitGroup {
  /** The id of the plan, or of the only hit if it has none. */
  readonly key: string;
  readonly hits: readonly Hit[];
}

export interface SortedHits {
  readonly close: readonly HitGroup[];
  /** What is only vaguely about the same, by the rule of `search_sources`. */
  readonly loose: readonly HitGroup[];
}

/** Hits beside the others of their plan; close matches apart from loosely related ones, where that was judged. */
export function sortHits(
  { results, isKnown }: Pick<Reply, "results" | "isKnown">,
  sort: LibrarySort | undefined,
): SortedHits {
  const ordered = inOrder(results, sort);
  const isClose = (hit: Hit) => isKnown !== false && hit.relevance !== "loose";
  return {
    close: groups(ordered.filter(isClose)),
    loose: groups(ordered.filter((hit) => !isClose(hit))),
  };
}

function inOrder(hits: readonly Hit[], sort: LibrarySort | undefined): readonly Hit[] {
  if (!sort) return hits;
  const sign = sort === "newest" ? -1 : 1;
  return hits.toSorted(
    (one, other) => sign * (Date.parse(one.createdAt) - Date.parse(other.createdAt)),
  );
}

function groups(hits: readonly Hit[]): HitGroup[] {
  const byPlan = new Map<string, Hit[]>();
  for (const hit of hits) {
    const key = hit.planId ?? `${hit.sourceTable} ${hit.sourceId}`;
    const group = byPlan.get(key);
    if (group) group.push(hit);
    else byPlan.set(key, [hit]);
  }
  return [...byPlan].map(([key, found]) => ({ key, hits: found }));
}
