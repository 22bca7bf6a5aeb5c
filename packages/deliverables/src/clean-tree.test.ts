import { describe, expect, it } from "vitest";
import { openLedger } from "./citations.ts";
import { cleanTree } from "./clean-tree.ts";

const SIZE = 50_000;

describe("Markdown that is made to be slow", () => {
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
