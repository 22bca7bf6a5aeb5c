import { expect, it } from "vitest";
import { type Hit, type HitGroup, sortHits } from "./group-hits.ts";

function hit(sourceId: string, planId: string | null, fields: Partial<Hit> = {}): Hit {
  return {
    sourceTable: "research_artifact",
    sourceId,
    planId,
    relevance: "strong",
    createdAt: "2026-11-01T00:00:00Z",
    ...fields,
  } as Hit;
}
const shown = (groups: readonly HitGroup[]) =>
  groups.map(({ hits }) => hits.map(({ sourceId }) => sourceId).join(" "));

it("puts the hits of a plan together, the plan with the best one first", () => {
  const results = [hit("a", "p1"), hit("b", "p2"), hit("c", null), hit("d", "p1")];
  const { close, loose } = sortHits({ results, isKnown: true }, undefined);
  expect(shown(close)).toEqual(["a d", "b", "c"]);
  expect(loose).toEqual([]);
});

it("separates what is only loosely related", () => {
  const results = [hit("a", "p1"), hit("b", "p1", { relevance: "loose" })];
  const known = sortHits({ results, isKnown: true }, undefined);
  expect([shown(known.close), shown(known.loose)]).toEqual([["a"], ["b"]]);
  const unknown = sortHits({ results, isKnown: false }, undefined);
  expect([shown(unknown.close), shown(unknown.loose)]).toEqual([[], ["a b"]]);
});

it("draws no line where nothing was judged", () => {
  const results = [hit("a", "p1", { relevance: null })];
  expect(shown(sortHits({ results, isKnown: null }, undefined).close)).toEqual(["a"]);
});

it("sorts by date", () => {
  const results = [
    hit("old", "p1", { createdAt: "2026-01-01T00:00:00Z" }),
    hit("new", "p2", { createdAt: "2026-11-01T00:00:00Z" }),
  ];
  expect(shown(sortHits({ results, isKnown: true }, "newest").close)).toEqual(["new", "old"]);
  expect(shown(sortHits({ results, isKnown: true }, "oldest").close)).toEqual(["old", "new"]);
});
