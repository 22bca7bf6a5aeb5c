import { type Block, type Inline, plainText } from "../../blocks.ts";

const MAX_LEVEL = 3;

/** One paragraph of a slide. */
export interface Point {
  readonly kind: "heading" | "text" | "item" | "quote" | "code";
  readonly inlines: readonly Inline[];
  /** Its number in an ordered list. */
  readonly number?: number;
  /** How deep it stands in lists; 0 outside of them and on their first level. */
  readonly level: number;
}

/** What blocks contribute to the text of a slide. Tables have slides of their own. */
export function pointsOf(blocks: readonly Block[]): Point[] {
  return blocks.flatMap(pointsOfBlock);
}

function pointsOfBlock(block: Block): Point[] {
  switch (block.kind) {
    case "heading":
      return [{ kind: "heading", inlines: block.inlines, level: 0 }];
    case "paragraph":
      return [{ kind: "text", inlines: block.inlines, level: 0 }];
    case "quote":
      return pointsOf(block.blocks).map((point) => ({ ...point, kind: "quote" }));
    case "code":
      return codePoints(block.text);
    case "list":
      return block.items.flatMap((item, index) =>
        itemPoints(item, block.ordered ? block.start + index : null),
      );
    case "table":
    case "rule":
      return [];
  }
}

function codePoints(code: string): Point[] {
  const lines = code.split("\n").filter((line) => line.trim() !== "");
  return lines.map((text) => ({
    kind: "code",
    inlines: [{ kind: "text", text, code: true }],
    level: 0,
  }));
}

function itemPoints(item: readonly Block[], number: number | null): Point[] {
  return pointsOf(item).map((point, index) =>
    index === 0 && point.kind === "text"
      ? { ...point, kind: "item", ...(number === null ? {} : { number }) }
      : { ...point, level: Math.min(point.level + 1, MAX_LEVEL) },
  );
}

/** The whole text of blocks, for the notes of a slide. */
export function notesOf(blocks: readonly Block[]): string {
  return blocks.map(textOfBlock).filter(Boolean).join("\n\n");
}

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return plainText(block.inlines);
    case "code":
      return block.text;
    case "quote":
      return block.blocks.map(textOfBlock).join("\n");
    case "list":
      return block.items
        .map((item, index) => {
          const mark = block.ordered ? `${block.start + index}.` : "–";
          return `${mark} ${item.map(textOfBlock).join("\n  ")}`;
        })
        .join("\n");
    case "table":
      return [block.header, ...block.rows].map((row) => row.map(plainText).join(" | ")).join("\n");
    case "rule":
      return "";
  }
}
