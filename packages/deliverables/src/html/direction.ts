import { type Block, type Inline, plainText } from "../blocks.ts";
import type { Direction } from "../languages/language.ts";

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and what belongs to them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|\ud802|\ud803|\ud83a|\ud83b/;

/** Texts with letters of the other direction are set from the side of their first letter; others need no attribute. */
export function directionOf(
  inlines: readonly Inline[],
  { direction }: { readonly direction: Direction },
): { dir?: "auto" } {
  return RIGHT_TO_LEFT.test(plainText(inlines)) || direction === "rtl" ? { dir: "auto" } : {};
}

/** A list, quote or table begins on the side of its own first letter. */
export function directionOfBlock(block: Block): { dir?: "auto" } {
  return isRightToLeft(block) ? { dir: "auto" } : {};
}

function isRightToLeft(block: Block): boolean {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return RIGHT_TO_LEFT.test(plainText(block.inlines));
    case "quote":
      return block.blocks.some(isRightToLeft);
    case "list":
      return block.items.some((item) => item.some(isRightToLeft));
    case "table":
      return block.header.some((cell) => RIGHT_TO_LEFT.test(plainText(cell)));
    case "code":
    case "rule":
      return false;
  }
}
