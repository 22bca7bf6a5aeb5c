import { MARK } from "@trovella/db/search";
import { expect, it } from "vitest";
import { makeSnippet } from "./snippet.ts";

const FILLER = Array.from({ length: 60 }, (_, index) => `filler${index}`).join(" ");
const mark = (word: string) => `${MARK.start}${word}${MARK.end}`;

it("shows a short text whole, with the words that were searched for marked", () => {
  expect(makeSnippet(`Heat in\n\n ${mark("supersonic")}-flow, ${mark("heated")}.`)).toBe(
    "Heat in **supersonic**-flow, **heated**.",
  );
});

it("shows where most different words stand, with a little of what precedes them", () => {
  const text = `${mark("air")} ${FILLER} ${mark("air")} and ${mark("heat")} ${FILLER}`;
  const snippet = makeSnippet(text);
  expect(snippet).toMatch(/^… filler\S+ .*\*\*air\*\* and \*\*heat\*\* filler.* …$/);
  expect(snippet.length).toBeLessThan(260);
});

it("leaves out what only Markdown needs, and marks nothing that was not searched for", () => {
  const text = `## Findings\n\n- **Soil.** The ${mark("tree")} stands.[src:src_1]\n- **Water.** It drinks [src:src_2].`;
  expect(makeSnippet(text)).toBe("Findings Soil. The **tree** stands. Water. It drinks .");
});

it("shows the beginning where nothing is marked", () => {
  expect(makeSnippet(FILLER)).toMatch(/^filler0 filler1 .* …$/);
  expect(makeSnippet("")).toBe("");
});

it("does not hang on a word longer than a snippet", () => {
  expect(makeSnippet(`${"x".repeat(500)} ${mark("y")}`)).toContain("**y**");
});
