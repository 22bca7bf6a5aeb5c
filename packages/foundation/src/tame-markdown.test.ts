import { SAMPLE } from "@trovella/testing/deliverables/sample-deliverable";
import { describe, expect, it } from "vitest";
import { tameMarkdown } from "./tame-markdown.ts";

describe("tamed Markdown", () => {
  it("is an ordinary text unchanged", () => {
    expect(tameMarkdown(SAMPLE.markdown)).toEqual({ markdown: SAMPLE.markdown, isCut: false });
  });

  it("keeps code as it is", () => {
    const code = `\`\`\`\n${"> ".repeat(100)}\n${"*[".repeat(1_000)}\n\`\`\``;
    expect(tameMarkdown(code).markdown).toBe(code);
  });

  it("keeps a long table whole", () => {
    const rows = Array.from({ length: 500 }, (_, index) => `| **${index}** | [src:A] |`);
    const table = ["| a | b |", "|---|---|", ...rows].join("\n");
    expect(tameMarkdown(table).markdown).toBe(table);
  });

  it("cuts what all tables together have too much, and says so", () => {
    const table = `|a|b|\n|-|-|\n${"|1|2|\n".repeat(900)}\n`;
    const tamed = tameMarkdown(table.repeat(40));
    expect(tamed.isCut).toBe(true);
    expect(tamed.markdown.match(/\|1\|2\|/g)?.length).toBeLessThan(25_000);
    expect(tameMarkdown(table.repeat(20)).isCut).toBe(false);
  });

  it("says when lines are gone", () => {
    expect(tameMarkdown("a\n".repeat(60_000)).isCut).toBe(true);
  });
});
