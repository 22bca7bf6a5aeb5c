import { type Block, type Inline, plainText } from "../blocks.ts";

const BULLET = "•";
const INDENTATION = "    ";

/** The text of blocks, one line for each paragraph or item, with the numbers of its sources. */
export function blockLines(blocks: readonly Block[], depth = 0): string[] {
  return blocks.flatMap((block) => linesOf(block, depth)).filter((line) => line.trim() !== "");
}

function linesOf(block: Block, depth: number): string[] {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return [citedText(block.inlines)];
    case "quote":
      return blockLines(block.blocks, depth);
    case "list":
      return block.items.flatMap((item, index) => {
        const mark = block.ordered ? `${block.start + index}.` : BULLET;
        const [first = "", ...more] = blockLines(item, depth + 1);
        return [`${INDENTATION.repeat(depth)}${mark} ${first}`, ...more];
      });
    case "table":
      return [block.header, ...block.rows].map((row) => row.map(citedText).join(" | "));
    case "code":
      return [block.text];
    case "rule":
      return [];
  }
}

/** `costs less [1, 2]`: the numbers of neighbouring citations share their brackets. */
function citedText(inlines: readonly Inline[]): string {
  return plainText(inlines)
    .replaceAll("][", ", ")
    .replace(/(?<=\S)\[(?=\d+(?:, \d+)*\])/g, " [")
    .trim();
}
