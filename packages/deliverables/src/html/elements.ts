import type { Element, ElementContent } from "hast";
import type { Alignment, Block, Inline, TableBlock } from "../document.ts";
import { DOUBT } from "../evidence/claim-words.ts";
import { directionOf, directionOfBlock } from "./direction.ts";

/** Counts the citations of each source, for the back-links of the source list. */
export type CitationUses = Map<number, number>;

export function element(
  tagName: string,
  properties: Element["properties"],
  children: (ElementContent | string)[],
): Element {
  const nodes = children.map((child) =>
    typeof child === "string" ? { type: "text" as const, value: child } : child,
  );
  return { type: "element", tagName, properties, children: nodes };
}

export function blockElements(blocks: readonly Block[], uses: CitationUses): Element[] {
  return blocks.map((block) => blockElement(block, uses));
}

export function blockElement(block: Block, uses: CitationUses): Element {
  switch (block.kind) {
    case "heading":
      return element(
        `h${Math.min(6, block.level + 1)}`,
        { ...(block.anchor ? { id: block.anchor } : {}), ...directionOf(block.inlines) },
        inlineElements(block.inlines, uses),
      );
    case "paragraph":
      return element("p", directionOf(block.inlines), inlineElements(block.inlines, uses));
    case "quote":
      return element("blockquote", directionOfBlock(block), blockElements(block.blocks, uses));
    case "code":
      return element("pre", {}, [element("code", {}, [block.text])]);
    case "rule":
      return element("hr", {}, []);
    case "table":
      return tableElement(block, uses);
    case "list": {
      const items = block.items.map((item) => element("li", {}, itemContent(item, uses)));
      const start = block.ordered && block.start !== 1 ? { start: block.start } : {};
      const properties = { ...start, ...directionOfBlock(block) };
      return element(block.ordered ? "ol" : "ul", properties, items);
    }
  }
}

/** A one-paragraph item is rendered without the paragraph, which would add space around it. */
function itemContent(item: readonly Block[], uses: CitationUses): ElementContent[] {
  const [first, ...rest] = item;
  if (first?.kind !== "paragraph") return blockElements(item, uses);
  return [...inlineElements(first.inlines, uses), ...blockElements(rest, uses)];
}

function tableElement(block: TableBlock, uses: CitationUses): Element {
  const { header, rows, alignments } = block;
  const rowElement = (cells: readonly Inline[][], tagName: "th" | "td") =>
    element(
      "tr",
      {},
      cells.map((cell, column) =>
        element(
          tagName,
          { ...alignmentClass(alignments[column]), ...(tagName === "th" ? { scope: "col" } : {}) },
          inlineElements(cell, uses),
        ),
      ),
    );
  const head = element("thead", {}, [rowElement(header, "th")]);
  const body = rows.map((row) => rowElement(row, "td"));
  return element("div", { className: ["table"] }, [
    element("table", directionOfBlock(block), [head, element("tbody", {}, body)]),
  ]);
}

function alignmentClass(alignment: Alignment | undefined): Element["properties"] {
  return alignment === "right" || alignment === "center" ? { className: [alignment] } : {};
}

function inlineElements(inlines: readonly Inline[], uses: CitationUses): ElementContent[] {
  return inlines.flatMap((inline): ElementContent | ElementContent[] => {
    if (inline.kind === "break") return element("br", {}, []);
    if (inline.kind === "citation") return citationElement(inline.number, uses);
    if (inline.kind === "claim") return inline.isDoubtful ? doubtElement() : [];
    let node: ElementContent = { type: "text", value: inline.text };
    if (inline.isUnresolved) node = element("span", { className: ["unresolved"] }, [node]);
    if (inline.code) node = element("code", {}, [node]);
    if (inline.strike) node = element("del", {}, [node]);
    if (inline.italic) node = element("em", {}, [node]);
    if (inline.bold) node = element("strong", {}, [node]);
    return inline.href ? element("a", { href: inline.href, rel: ["noreferrer"] }, [node]) : node;
  });
}

/** A word joiner: without it a line may begin with the number. */
const NO_BREAK = "\u2060";

function doubtElement(): Element {
  return element("sup", { className: ["doubt"], title: DOUBT }, [`${NO_BREAK}?`]);
}

function citationElement(number: number, uses: CitationUses): Element {
  const use = (uses.get(number) ?? 0) + 1;
  uses.set(number, use);
  const properties = { href: `#source-${number}`, id: `cite-${number}-${use}` };
  return element("sup", {}, [NO_BREAK, element("a", properties, [`[${number}]`])]);
}
