import { type Block, type Inline, plainText } from "../blocks.ts";

/** A piece of a document that a reader sees as one: a paragraph, an entry of a list, a row of a table. */
export interface TextBlock {
  readonly kind: "heading" | "paragraph" | "item" | "row" | "code" | "rule";
  /** Of headings their level, of the rest how deeply it is nested in lists and quotes, up to 6. */
  readonly level: number;
  readonly text: string;
}

const MAX_LEVEL = 6;
export const CELL_SEPARATOR = " │ ";

/** The text of a document in reading order; citations are numbers in brackets. */
export function textBlocks(blocks: readonly Block[], depth = 0): TextBlock[] {
  return blocks.flatMap((block) => blocksOf(block, Math.min(depth, MAX_LEVEL)));
}

function blocksOf(block: Block, level: number): TextBlock[] {
  switch (block.kind) {
    case "heading":
      return [{ kind: "heading", level: block.level, text: plainText(block.inlines) }];
    case "paragraph":
      return [{ kind: "paragraph", level, text: plainText(block.inlines) }];
    case "quote":
      return textBlocks(block.blocks, level + 1);
    case "code":
      return block.text.split("\n").map((text) => ({ kind: "code" as const, level, text }));
    case "rule":
      return [{ kind: "rule", level, text: "" }];
    case "table":
      return [block.header, ...block.rows].map((cells) => ({
        kind: "row" as const,
        level,
        text: rowText(cells),
      }));
    case "list":
      return block.items.flatMap((item, index) =>
        itemBlocks(item, level, block.ordered ? `${block.start + index}. ` : "• "),
      );
  }
}

function itemBlocks(item: readonly Block[], level: number, mark: string): TextBlock[] {
  const [first, ...rest] = item;
  const text = first?.kind === "paragraph" ? plainText(first.inlines) : "";
  const others = first?.kind === "paragraph" ? rest : item;
  return [{ kind: "item", level, text: `${mark}${text}` }, ...textBlocks(others, level + 1)];
}

export function rowText(cells: readonly (readonly Inline[])[]): string {
  return cells.map((cell) => plainText(cell).replaceAll("\n", " ")).join(CELL_SEPARATOR);
}
