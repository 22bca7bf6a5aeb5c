import { expect, it } from "vitest";
import { checkDelayMs, createDecisionNotes, type LeftDecision } from "./left-decisions.ts";

const NOTE: LeftDecision = {
  planId: "plan_1",
  reviewId: "rev_1",
  decision: "skip",
  handle: "p-aaaaaa",
  title: "Heat pumps",
  lostAt: 1_000,
};

it("reads back what was written, until it is removed", () => {
  const notes = createDecisionNotes(storage());
  notes.write(NOTE);
  expect([notes.read("rev_1"), notes.list(0)]).toEqual([NOTE, [NOTE]]);
  notes.remove("rev_1");
  expect([notes.read("rev_1"), notes.list(0)]).toEqual([null, []]);
});

it.each([
  "",
  "null",
  "{",
  "[]",
  '"text"',
  JSON.stringify({ ...NOTE, decision: "explode" }),
  JSON.stringify({ ...NOTE, lostAt: "soon" }),
  JSON.stringify({ ...NOTE, title: { toString: 1 } }),
])("ignores anything else in the storage: %s", (text) => {
  const kept = storage({ "trovella-decision-x": text, other: "1" });
  expect(createDecisionNotes(kept).list(0)).toEqual([]);
  expect(kept.keys()).toEqual(["other"]);
});

it("forgets what is older than a month", () => {
  const notes = createDecisionNotes(storage());
  notes.write(NOTE);
  expect(notes.list(29 * 86_400_000)).toEqual([NOTE]);
  expect(notes.list(31 * 86_400_000)).toEqual([]);
  expect(notes.read("rev_1")).toBeNull();
});

it("waits until a decision must have arrived, and never for long", () => {
  expect(checkDelayMs(NOTE, 400)).toBe(600);
  expect(checkDelayMs(NOTE, 5_000)).toBe(0);
  expect(checkDelayMs(NOTE, -86_400_000)).toBe(20_000);
});

function storage(kept: Record<string, string> = {}) {
  const map = new Map(Object.entries(kept));
  return {
    keys: () => [...map.keys()],
    get: (key: string) => map.get(key) ?? null,
    set: (key: string, value: string) => void map.set(key, value),
    remove: (key: string) => void map.delete(key),
  };
}
