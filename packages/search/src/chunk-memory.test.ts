import { describe, expect, it } from "vitest";
import { ChunkMemory } from "./chunk-memory.ts";
import { vectorBytes } from "./vector.ts";

const A = { organizationId: "org_a", model: "m" };

describe("the memory of chunks", () => {
  it("knows a chunk of an organization and a model, and of no other", () => {
    const memory = new ChunkMemory();
    memory.shelf(A).keep(chunk("c1"));
    expect(memory.shelf(A).recall("c1")).toEqual({
      id: "c1",
      source: "research_artifact art",
      vector: Float32Array.of(1, 2),
    });
    for (const other of [{ organizationId: "org_b" }, { model: "n" }, { model: null }]) {
      expect(memory.shelf({ ...A, ...other }).recall("c1")).toBeUndefined();
    }
  });

  it("does not keep that a vector is missing, which changes", () => {
    const memory = new ChunkMemory();
    const without = { ...chunk("c1"), embedding: null };
    expect(memory.shelf(A).keep(without).vector).toBeNull();
    expect(memory.shelf(A).recall("c1")).toBeUndefined();
    const byWords = memory.shelf({ ...A, model: null });
    byWords.keep(without);
    expect(byWords.recall("c1")).toBeDefined();
  });

  it("makes room for new chunks where there is most", () => {
    const memory = new ChunkMemory(4 * 308);
    const other = memory.shelf({ ...A, organizationId: "org_b" });
    other.keep(chunk("b1"));
    const shelf = memory.shelf(A);
    for (const id of ["c1", "c2", "c3", "c3", "c4"]) shelf.keep(chunk(id));
    const isKnown = (id: string) => shelf.recall(id) !== undefined;
    expect(["c1", "c2", "c3", "c4"].map(isKnown)).toEqual([false, true, true, true]);
    expect(other.recall("b1")).toBeDefined();
  });

  it("makes room where nobody searched for long, for whoever has little", () => {
    const memory = new ChunkMemory(4 * 308);
    const other = memory.shelf({ ...A, organizationId: "org_b" });
    for (const id of ["b1", "b2", "b3", "b4"]) other.keep(chunk(id));
    memory.shelf(A).keep(chunk("c1"));
    expect(other.recall("b1")).toBeUndefined();
    expect(other.recall("b2")).toBeDefined();
    expect(memory.shelf(A).recall("c1")).toBeDefined();
  });
});

function chunk(id: string) {
  const embedding = vectorBytes(Float32Array.of(1, 2));
  return { id, sourceTable: "research_artifact" as const, sourceId: "art", embedding };
}
