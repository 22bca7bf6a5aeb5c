import { describe, expect, it } from "vitest";
import { ChunkCache } from "./chunk-cache.ts";
import { vectorBytes } from "./vector.ts";

const A = { organizationId: "org_a", model: "m" };

describe("the chunk cache", () => {
  it("knows a chunk of an organization and a model, and of no other", () => {
    const cache = new ChunkCache();
    cache.of(A).add(chunk("c1"));
    expect(cache.of(A).get("c1")).toEqual({
      id: "c1",
      source: "research_artifact art",
      vector: Float32Array.of(1, 2),
    });
    for (const other of [{ organizationId: "org_b" }, { model: "n" }, { model: null }]) {
      expect(cache.of({ ...A, ...other }).get("c1")).toBeUndefined();
    }
  });

  it("does not cache that a vector is missing", () => {
    const cache = new ChunkCache();
    const without = { ...chunk("c1"), embedding: null };
    expect(cache.of(A).add(without).vector).toBeNull();
    expect(cache.of(A).get("c1")).toBeUndefined();
    const byWords = cache.of({ ...A, model: null });
    byWords.add(without);
    expect(byWords.get("c1")).toBeDefined();
  });

  it("evicts from the tenant that has more than its share", () => {
    const cache = new ChunkCache(4 * 308);
    const other = cache.of({ ...A, organizationId: "org_b" });
    other.add(chunk("b1"));
    const own = cache.of(A);
    for (const id of ["c1", "c2", "c3", "c3", "c4"]) own.add(chunk(id));
    const isKnown = (id: string) => own.get(id) !== undefined;
    expect(["c1", "c2", "c3", "c4"].map(isKnown)).toEqual([false, true, true, true]);
    expect(other.get("b1")).toBeDefined();
  });

  it("evicts from the least recently active tenant when the caller has little", () => {
    const cache = new ChunkCache(4 * 308);
    const other = cache.of({ ...A, organizationId: "org_b" });
    for (const id of ["b1", "b2", "b3", "b4"]) other.add(chunk(id));
    cache.of(A).add(chunk("c1"));
    expect(other.get("b1")).toBeUndefined();
    expect(other.get("b2")).toBeDefined();
    expect(cache.of(A).get("c1")).toBeDefined();
  });
});

function chunk(id: string) {
  const embedding = vectorBytes(Float32Array.of(1, 2));
  return { id, sourceTable: "research_artifact" as const, sourceId: "art", embedding };
}
