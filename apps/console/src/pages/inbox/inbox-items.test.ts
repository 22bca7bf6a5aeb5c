import { describe, expect, it } from "vitest";
import type { PlanRow } from "../../api/api.ts";
import {
  inboxItems,
  keyAfter,
  keyBeside,
  keyFromUrl,
  placeOf,
  type ReviewCard,
} from "./inbox-items.ts";

const items = inboxItems([review("rev_1"), review("rev_2")], {
  closing: [plan("plan_5")],
  stalled: [plan("plan_3")],
  waiting: [plan("plan_6")],
  failed: [plan("plan_4")],
});

it("lists reviews first, then plans that close early, are stalled, wait for an assistant or failed", () => {
  expect(items.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
    "review rev_1",
    "review rev_2",
    "closing plan_5",
    "stalled plan_3",
    "waiting plan_6",
    "failed plan_4",
  ]);
});

describe("the key in a URL", () => {
  it("names an item, or the plan of a review", () => {
    expect(keyFromUrl(items, "plan_3")).toBe("plan_3");
    expect(keyFromUrl(items, "plan_of_rev_2")).toBe("rev_2");
    expect(keyFromUrl(items, "rev_decided")).toBe("rev_decided");
  });
});

describe("the place of an item", () => {
  const counts = { review: 30, closing: 1, stalled: 12, waiting: 0, failed: 1, total: 44 };

  it("counts those of earlier kinds that are not listed", () => {
    expect(["rev_2", "plan_5", "plan_3"].map((key) => placeOf(items, counts, key))).toEqual([
      2, 31, 32,
    ]);
  });

  it("takes a list that is newer than the counts at its word", () => {
    expect(placeOf(items, counts, "plan_6")).toBe(44);
    expect(placeOf(items, counts, "plan_4")).toBe(45);
    expect(placeOf(items, counts, "rev_decided")).toBeNull();
  });
});

describe("after a decision", () => {
  it("comes the next review, then the first one left, then the other items", () => {
    expect(keyAfter(items, "rev_1")).toBe("rev_2");
    expect(keyAfter(items, "rev_2")).toBe("rev_1");
    expect(keyAfter(items.slice(1), "rev_2")).toBe("plan_5");
    expect(keyAfter(items.slice(0, 1), "rev_1")).toBeUndefined();
  });
});

describe("beside an item", () => {
  it("is its neighbour, and nothing past the ends", () => {
    expect(keyBeside(items, "rev_2", 1)).toBe("plan_5");
    expect(keyBeside(items, "rev_2", -1)).toBe("rev_1");
    expect(keyBeside(items, "plan_4", 1)).toBeUndefined();
    expect(keyBeside(items, "rev_1", -1)).toBeUndefined();
  });

  it("is an end of the list, for an item that is not in it", () => {
    expect(keyBeside(items, "rev_decided", 1)).toBe("rev_1");
    expect(keyBeside(items, undefined, -1)).toBe("plan_4");
  });
});

function review(id: string): ReviewCard {
  return { id, planId: `plan_of_${id}` } as ReviewCard;
}

function plan(id: string): PlanRow {
  return { id } as PlanRow;
}
