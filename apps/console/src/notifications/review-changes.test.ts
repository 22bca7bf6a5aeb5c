import { expect, it } from "vitest";
import { createReviewChanges } from "./review-changes.ts";

it("says each review once, and nothing of those that waited when the page was opened", () => {
  const changes = createReviewChanges();
  expect(changes([review("rev_1")])).toEqual({ begun: [], over: [] });
  expect(changes([review("rev_1"), review("rev_2")]).begun).toEqual([review("rev_2")]);
  expect(changes([review("rev_1"), review("rev_2")]).begun).toEqual([]);
  expect(changes([review("rev_2")])).toEqual({ begun: [], over: ["rev_1"] });
  expect(changes([])).toEqual({ begun: [], over: ["rev_2"] });
  expect(changes([review("rev_2"), review("rev_3")]).begun).toEqual([review("rev_3")]);
});

it("says the first review of an empty list", () => {
  const changes = createReviewChanges();
  changes([]);
  expect(changes([review("rev_1")]).begun).toEqual([review("rev_1")]);
});

function review(id: string) {
  return { id, planTitle: `Plan of ${id}` };
}
