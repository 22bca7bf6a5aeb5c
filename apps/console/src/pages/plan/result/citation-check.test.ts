import { expect, it } from "vitest";
import { type CitationCheck, citationLine, citationProblems, isClean } from "./citation-check.ts";

const check = (given: Partial<CitationCheck> = {}): CitationCheck => ({
  findings: [],
  counts: {},
  statements: { total: 34, cited: 34 },
  ...given,
});

it("is one line", () => {
  const found = check({
    statements: { total: 34, cited: 31 },
    counts: { QUOTE_NOT_FOUND: 2, FINDING_WITHOUT_SOURCE: 3, UNRESOLVED_MARKER: 1 },
  });
  expect(citationLine(found)).toBe(
    "31 of 34 statements cited, 2 quotes not found, 1 citation leads nowhere",
  );
  expect(isClean(found)).toBe(false);
});

it("is clean only without any finding", () => {
  expect(citationLine(check())).toBe("34 of 34 statements cited");
  expect(isClean(check())).toBe(true);
  expect(isClean(check({ counts: { SOURCE_WITHOUT_LINK: 1 } }))).toBe(false);
});

it("names statements without a source even where the share does not", () => {
  const strict = check({ counts: { FINDING_WITHOUT_SOURCE: 1 } });
  expect(citationLine(strict)).toBe("34 of 34 statements cited, 1 statement without a source");
  expect(citationLine(check({ statements: { total: 0, cited: 0 } }))).toBe(
    "No statements that need a source",
  );
});

it("lists the places of every kind, and how many are left out", () => {
  const found = check({
    counts: { QUOTE_NOT_FOUND: 3 },
    findings: [
      { code: "QUOTE_NOT_FOUND", message: "m", excerpt: "one" },
      { code: "QUOTE_NOT_FOUND", message: "m", excerpt: "two" },
      { code: "QUOTE_NOT_FOUND", message: "1 more of this kind is not listed." },
    ],
  });
  expect(citationProblems(found)).toEqual([
    { code: "QUOTE_NOT_FOUND", words: "3 quotes not found", places: ["one", "two"], more: 1 },
  ]);
});
