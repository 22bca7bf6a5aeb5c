import { expect, it } from "vitest";
import { readViews, withView } from "./saved-view-store.ts";

it("replaces a view of the same name, and sorts by name", () => {
  const one = withView([], { name: " Stuck ", query: "?status=stalled" });
  const two = withView(one, { name: "Mine", query: "?whose=mine" });
  expect(withView(two, { name: "Stuck", query: "?status=failed" })).toEqual([
    { name: "Mine", query: "?whose=mine" },
    { name: "Stuck", query: "?status=failed" },
  ]);
});

it("keeps a bounded number", () => {
  let views = withView([], { name: "0", query: "" });
  for (let number = 1; number < 100; number++) {
    views = withView(views, { name: String(number), query: "" });
  }
  expect(views).toHaveLength(30);
});

it.each([null, "", "{", "5", "null", '[5, null, {"name": 1}, {"name": "", "query": ""}]'])(
  "reads nothing from %j",
  (stored) => {
    expect(readViews(stored)).toEqual([]);
  },
);
