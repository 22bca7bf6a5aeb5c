import { expect, it } from "vitest";
import { reportParts } from "./report-parts.ts";

const partsOf = (markdown: string, maxCharacters = 1_000) => reportParts(markdown, maxCharacters);

it("takes the section that is called so for the answer, with what stands below it", () => {
  const { answer } = partsOf(
    "# T\n\nLead.\n\n## 1. Short answer\n\nYes.\n\n### Why\n\nSo.\n\n## F",
  );
  expect(answer).toBe("Yes.\n\n**Why**\n\nSo.");
});

it("else takes what stands first", () => {
  expect(partsOf("# Title\n\nLead [src:1].\n\n## Found\n\nMore.").answer).toBe("Lead [src:1].");
  expect(partsOf("# Title\n\n## 結論\n\n安い。").answer).toBe("安い。");
  expect(partsOf("").answer).toBeNull();
  expect(partsOf("# Only a title").answer).toBeNull();
});

it("finds limits and contradictions by their headings", () => {
  const { limits, contradictions } = partsOf(
    "A.\n\n## Where sources disagree\n\nOne says 1.\n\n## Grenzen\n\nKeine Preise.\n\n## Sources\n\nx",
  );
  expect(contradictions).toBe("One says 1.");
  expect(limits).toBe("Keine Preise.");
});

it("takes no line of code for a heading", () => {
  const text = "A.\n\n```\n# Answer\n~~~\n```\n\n## B\n\nC";
  expect(partsOf(text).answer).toBe("A.\n\n```\n# Answer\n~~~\n```");
});

it("cuts between paragraphs, with a sign", () => {
  expect(partsOf("One.\n\nTwo.\n\nThree.", 12).answer).toBe("One.\n\nTwo.\n\n…");
  expect(partsOf("x".repeat(20), 10).answer).toBe(`${"x".repeat(9)}…`);
});
