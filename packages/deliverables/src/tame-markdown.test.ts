import { tameMarkdown } from "@trovella/foundation/tame-markdown";
import { SAMPLE } from "@trovella/testing/deliverables/sample-deliverable";
import { describe, expect, it } from "vitest";
import { openLedger } from "./citations.ts";
import { cleanTree } from "./clean-tree.ts";

const SIZE = 50_000;

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

  it.each([
    ["quotes", ">".repeat(SIZE)],
    ["lists on one line", "- ".repeat(SIZE / 2)],
    ["lists line by line", nested((depth) => `${"  ".repeat(depth)}- a`)],
    ["quotes line by line", nested((depth) => `${"> ".repeat(depth)}a`)],
    ["emphasis", `${"*a ".repeat(SIZE / 6)}${"b* ".repeat(SIZE / 6)}`],
    ["emphasis line by line", "*a\n".repeat(SIZE / 3)],
    ["brackets", `${"[".repeat(SIZE / 2)}${"]".repeat(SIZE / 2)}`],
    ["images", "![".repeat(SIZE / 2)],
    ["references", "&#x".repeat(SIZE / 3)],
    ["comments", "<!--".repeat(SIZE / 4)],
    ["columns", `${"|a".repeat(SIZE / 4)}|\n${"|-".repeat(SIZE / 4)}|\n`],
    ["rows", `|a|\n|-|\n${"|*b|\n".repeat(SIZE / 5)}`],
    ["definitions", nested((depth) => `[a${depth}]: b`)],
  ])(
    "parses in bounded time and depth: %s",
    (_, markdown) => {
      const before = process.cpuUsage();
      const tree = cleanTree(markdown, openLedger([]));
      expect(depthOf(tree)).toBeLessThan(400);
      // Without bounds these take from tens of seconds to hours, or overflow the stack.
      expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
    },
    30_000,
  );
});

function nested(line: (depth: number) => string): string {
  const lines: string[] = [];
  for (let size = 0; size < SIZE; size += lines.at(-1)?.length ?? 0) lines.push(line(lines.length));
  return lines.join("\n");
}

function depthOf(node: { children?: readonly object[] }): number {
  return 1 + Math.max(0, ...(node.children ?? []).slice(0, 1_000).map(depthOf));
}
