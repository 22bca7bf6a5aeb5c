import { expect, it } from "vitest";
import { answerLine } from "./answer-line.ts";

it.each([
  [
    "## Answer\n\nAn **air source heat pump** suits most [src:1]. More.",
    "An air source heat pump suits most. More.",
  ],
  [
    "# Report\n\nIntroduction.\n\n## Summary\nIt [pays off](https://example.org) `soon`.",
    "It pays off soon.",
  ],
  ["# Report\nFirst words, after the heading.\n\nMore.", "First words, after the heading."],
  ["---\n\n| a | b |\n|---|---|\n\n- A *point* [clm:3]\n- Another", "A point"],
  ["Plain text\nover two lines.", "Plain text over two lines."],
  ["# Only a heading", null],
  ["", null],
])("%j begins with %j", (markdown, line) => {
  expect(answerLine(markdown)).toBe(line);
});

it("prefers the answer to what stands before it", () => {
  expect(answerLine("# Heat\n\nAsked by Ada.\n\n## Short answer\n\nYes, by 20 %.")).toBe(
    "Yes, by 20 %.",
  );
});

it("is short, and quick with hostile text", () => {
  for (const part of ["word ", "[src:", "# ", "*", "[a](", "\n\n#"]) {
    expect(answerLine(part.repeat(300))?.length ?? 0).toBeLessThanOrEqual(230);
  }
});
