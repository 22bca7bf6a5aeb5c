import type { Element, ElementContent } from "hast";
import type { Block, HeadingBlock } from "../blocks.ts";
import { directionOf, directionOfBlock } from "./direction.ts";
import { inlineElements } from "./inline-elements.ts";
import { element, type Setting } from "./setting.ts";
import { tableElements } from "./table-elements.ts";

export function blockElements(blocks: readonly Block[], setting: Setting): Element[] {
  return blocks.flatMap((block) => blockElement(block, setting));
}

/** A table may bring its chart along. */
export function blockElement(block: Block, setting: Setting): Element[] {
  switch (block.kind) {
    case "heading":
      return [headingElement(block, setting)];
    case "paragraph": {
      const properties = directionOf(block.inlines, setting);
      return [element("p", properties, inlineElements(block.inlines, setting))];
    }
    case "quote":
      return [element("blockquote", directionOfBlock(block), blockElements(block.blocks, setting))];
    case "code":
      return [element("pre", {}, [element("code", {}, [block.text])])];
    case "rule":
      return [element("hr", {}, [])];
    case "table":
      return tableElements(block, setting);
    case "list": {
      const items = block.items.map((item) => element("li", {}, itemContent(item, setting)));
      const start = block.ordered && block.start !== 1 ? { start: block.start } : {};
      const properties = { ...start, ...directionOfBlock(block) };
      return [element(block.ordered ? "ol" : "ul", properties, items)];
    }
  }
}

export function headingElement(
  { level, anchor, inlines }: HeadingBlock,
  setting: Setting,
): Element {
  return element(
    `h${Math.min(6, level + 1 + setting.shift)}`,
    { ...(anchor ? { id: anchor } : {}), ...directionOf(inlines, setting) },
    inlineElements(inlines, setting),
  );
}

/** A one-paragraph item is rendered without the paragraph, which would add space around it. */
function itemContent(item: readonly Block[], setting: Setting): ElementContent[] {
  const [first, ...rest] = item;
  if (first?.kind !== "paragraph") return blockElements(item, setting);
  return [...inlineElements(first.inlines, setting), ...blockElements(rest, setting)];
}
