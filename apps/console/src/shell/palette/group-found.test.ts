import { expect, it } from "vitest";
import { type Found, type FoundKind, groupFound } from "./group-found.ts";

function found(kind: FoundKind, id: string, planId: string | null, snippet?: string): Found {
  return {
    kind,
    id,
    title: id,
    mode: null,
    type: null,
    version: null,
    planId,
    planTitle: planId && `Plan ${planId}`,
    createdAt: "2026-11-01T00:00:00Z",
    snippet: snippet ?? null,
  };
}
const shown = (all: Found[]) =>
  groupFound(all).map(({ key, found }) => `${key}: ${found.map(({ id }) => id).join(" ")}`);

it("puts what belongs to a plan together, the plan and its reports first", () => {
  expect(
    shown([
      found("artifact", "a1", "p1"),
      found("claim", "c1", "p2"),
      found("output", "o1", "p1"),
      found("plan", "p1", "p1"),
      found("artifact", "alone", null),
    ]),
  ).toEqual(["p1: p1 o1 a1", "p2: c1", "none: alone"]);
});

it("lists plans of which nothing else was found together", () => {
  expect(
    shown([found("plan", "p1", "p1"), found("artifact", "a2", "p2"), found("plan", "p3", "p3")]),
  ).toEqual(["plans: p1 p3", "p2: a2"]);
});

it("shows a thing once, with its passage", () => {
  const [group] = groupFound([
    found("output", "o1", "p1"),
    found("output", "o1", "p1", "the passage"),
  ]);
  expect(group?.found).toMatchObject([{ id: "o1", snippet: "the passage" }]);
});

it("is bounded, of each plan and in all", () => {
  const many = Array.from({ length: 5_000 }, (_, index) =>
    found("artifact", `a${index}`, `p${index % 3}`),
  );
  expect(groupFound(many).map((group) => group.found.length)).toEqual([5, 5, 5]);
});
