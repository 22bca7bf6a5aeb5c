import { describe, expect, it } from "vitest";
import { markdownExcerpt } from "./markdown-excerpt.ts";

describe("an excerpt of Markdown", () => {
  it.each([
    ["**Six** of _seven_ ~~old~~ `tests`", "Six of seven old tests"],
    ["# Answer\n\nYes, it does [src:3].[own]", "Answer: Yes, it does."],
    ["| City | Cost |\n|---|--:|\n| Oslo | 12 |", "City · Cost Oslo · 12"],
    ["- [x] done\n- [ ] open\n1. first\n> quoted", "done open first quoted"],
    ["[the page](https://example.org/a_b) and ![a picture](x.png)", "the page and a picture"],
    ["```ts\nconst a = 1;\n```\n---\nAfter", "const a = 1; After"],
    ["snake_case_name, 2*3*4 and a_b", "snake_case_name, 2*3*4 and a_b"],
    ["not \\*emphasized\\*", "not *emphasized*"],
    ["数据**显示**增长。", "数据显示增长。"],
    ["# Answer", "Answer"],
    ["So:", "So:"],
    ["## Why?\n\nSo.", "Why? So."],
    ["", ""],
  ])("is the words of %j", (text, words) => {
    expect(markdownExcerpt(text)).toBe(words);
  });

  it("ends at a word, with an ellipsis", () => {
    expect(markdownExcerpt("one two, three four", 9)).toBe("one two…");
    expect(markdownExcerpt("x".repeat(50), 10)).toBe(`${"x".repeat(10)}…`);
    expect(markdownExcerpt("🜁".repeat(10), 5)).toBe("🜁🜁…");
    expect(markdownExcerpt(`**${"word ".repeat(1_000)}**`, 20)).toBe("word word word word…");
  });

  it.each(["*", "[", "[a](", "`", "> ", "|", "\\", "_ ", "- "])(
    "is made of any text at once: %j",
    (piece) => {
      expect(markdownExcerpt(piece.repeat(100_000)).length).toBeLessThanOrEqual(301);
    },
  );
});
