import { type Block, citedIn, claimsIn, type Inline, plainText, wordsOf } from "./blocks.ts";

/** One statement of the text: a paragraph or a list item, with the section it stands in. */
export interface Finding {
  readonly section: string;
  /** The headings above it, from the highest level down. */
  readonly sections: readonly string[];
  readonly text: string;
  /** The numbers of its sources, those of the points below it included. */
  readonly numbers: readonly number[];
  /** The numbers of its claims, likewise. */
  readonly claims: readonly number[];
  readonly links: readonly string[];
  readonly kind: "paragraph" | "item";
}

export function findingsIn(blocks: readonly Block[]): Finding[] {
  return sectioned(blocks).flatMap(({ block, sections }) => findingsOf(block, sections));
}

/** The blocks, each with the headings above it. */
export function sectioned(
  blocks: readonly Block[],
): { readonly block: Block; readonly sections: readonly string[] }[] {
  let above: readonly { readonly level: number; readonly text: string }[] = [];
  return blocks.map((block) => {
    if (block.kind === "heading") {
      const { level, inlines } = block;
      above = [
        ...above.filter((heading) => heading.level < level),
        { level, text: plainText(inlines) },
      ];
    }
    return { block, sections: above.map(({ text }) => text) };
  });
}

function findingsOf(block: Block, sections: readonly string[]): Finding[] {
  if (block.kind === "paragraph") return [toFinding("paragraph", block.inlines, [block], sections)];
  if (block.kind === "quote") return block.blocks.flatMap((inner) => findingsOf(inner, sections));
  if (block.kind !== "list") return [];
  return block.items.flatMap((item) => {
    const [first, ...rest] = item;
    if (first?.kind !== "paragraph") return item.flatMap((inner) => findingsOf(inner, sections));
    const own = toFinding("item", first.inlines, item, sections);
    return [own, ...rest.flatMap((inner) => findingsOf(inner, sections))];
  });
}

function toFinding(
  kind: Finding["kind"],
  inlines: readonly Inline[],
  scope: readonly Block[],
  sections: readonly string[],
): Finding {
  const all = scope.flatMap(inlinesOf);
  const links = all.flatMap((inline) =>
    inline.kind === "text" && inline.href ? [inline.href] : [],
  );
  return {
    kind,
    section: sections.at(-1) ?? "",
    sections,
    text: wordsOf(inlines)
      .replace(/ +([.,;:!?])/g, "$1")
      .trim(),
    numbers: citedIn(all),
    claims: claimsIn(all),
    links: [...new Set(links)],
  };
}

export function inlinesOf(block: Block): readonly Inline[] {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return block.inlines;
    case "quote":
      return block.blocks.flatMap(inlinesOf);
    case "list":
      return block.items.flat().flatMap(inlinesOf);
    case "table":
      return [block.header, ...block.rows].flat(2);
    case "code":
    case "rule":
      return [];
  }
}
