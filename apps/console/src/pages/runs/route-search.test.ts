import { expect, it } from "vitest";
import { runsSearch } from "./route-search.ts";

it("knows filters and page", () => {
  expect(runsSearch({ skillName: "research", status: "failed", page: "3" })).toEqual({
    skillName: "research",
    status: "failed",
    page: 3,
  });
});

it.each(["1", "0", "-2", "1e3", "50001", "999999", "two", "", undefined])(
  "takes page %s for the first",
  (page) => {
    expect(runsSearch({ page, status: "nonsense" })).toEqual({
      skillName: undefined,
      status: undefined,
      page: undefined,
    });
  },
);
