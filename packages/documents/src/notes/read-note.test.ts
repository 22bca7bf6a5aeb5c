import { describe, expect, it } from "vitest";
import { readNote } from "./read-note.ts";

describe("a note", () => {
  it("has what its front matter says, tags and links", () => {
    const note = readNote(`---
title: "Heat pumps"
tags: [energy, "home heating"]
author:
  - Ada Lovelace
date: 2024-03-01
source: https://example.org/origin
---
# Another heading

See [[Boilers|old boilers]], [[Costs#2024]] and ![[chart.png]] #energy/saving.
A [study](https://example.org/study_(2)) and https://example.org/bare. \`#nocode [[x]]\`

\`\`\`
#notag https://example.org/code
\`\`\`
`);
    expect(note).toEqual({
      title: "Heat pumps",
      text: expect.stringContaining("See old boilers, Costs › 2024 and chart.png #energy/saving."),
      tags: ["energy", "home heating", "energy/saving"],
      authors: ["Ada Lovelace"],
      publishedAt: "2024-03-01",
      url: "https://example.org/origin",
      doi: null,
      links: [
        { url: "https://example.org/study_(2)", title: "study" },
        { url: "https://example.org/bare", title: "https://example.org/bare." },
      ],
      linkedNotes: expect.arrayContaining(["Boilers", "Costs"]),
    });
    expect(note.text).not.toContain("tags:");
  });

  it("takes its first heading as title where it has no other", () => {
    expect(readNote("Text.\n\n## **Bold** heading ##\n").title).toBe("Bold heading");
    expect(readNote("```\n# code\n```\nplain").title).toBeNull();
  });

  it.each(["---\nno end", "---", "--- \n: :\n- \n---x", "[[", `${"[[a".repeat(100_000)}`])(
    "keeps a text that only looks like markup: %.20s",
    (text) => {
      expect(readNote(text).text).toBe(text.trim());
    },
  );
});
