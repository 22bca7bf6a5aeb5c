import type { Paragraph, RootContent, Table } from "mdast";
import { CHART_KINDS, type ChartKind } from "./chart.ts";

/** What the author asks for above or below a table: `[chart:line]`, `[chart:bar Payback in years]`, `[chart:none]`. */
export interface ChartWish {
  readonly kind: ChartKind | "none";
  readonly title: string;
}

/** Marks a table with the wish of its author. */
export const CHART_WISH = "chart";

const WISH = /^\[chart:\s*(\w+)[\s:,]*([^\]]{0,200})\]$/i;

/** Moves each wish to the table it stands beside; other texts stay as they are. */
export function withChartWishes(nodes: readonly RootContent[]): RootContent[] {
  const wishes = new Map<RootContent, ChartWish>();
  const spent = new Set<RootContent>();
  for (const [index, node] of nodes.entries()) {
    const wish = node.type === "paragraph" ? wishIn(node) : null;
    const table = [nodes[index + 1], nodes[index - 1]].find(
      (other) => other?.type === "table" && !wishes.has(other),
    );
    if (wish === null || !table) continue;
    wishes.set(table, wish);
    spent.add(node);
  }
  return nodes
    .filter((node) => !spent.has(node))
    .map((node) => {
      const wish = wishes.get(node);
      return wish ? ({ ...node, data: { [CHART_WISH]: wish } } as Table) : node;
    });
}

function wishIn({ children }: Paragraph): ChartWish | null {
  const [only] = children;
  if (children.length !== 1 || only?.type !== "text") return null;
  const [, word = "", title = ""] = WISH.exec(only.value.trim()) ?? [];
  const kind = [...CHART_KINDS, "none" as const].find((one) => one === word.toLowerCase());
  return kind ? { kind, title: title.trim() } : null;
}
