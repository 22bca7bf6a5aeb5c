import { type Block, citedIn, type Inline, plainText } from "./document.ts";

/** One statement of the text: a paragraph or a list item, with the section it stands in. */
export interface Finding {
  readonly section: string;
  readonly text: string;
  /** The numbers of its sources, those of the points below it included. */
  readonly numbers: readonly number[];
  readonly links: readonly string[];
  readonly kind: "paragraph" | "item";
}

export function findingsIn(blocks: readonly Block[]): Finding[] {
  let section = "";
  return blocks.flatMap((block) => {
    if (block.kind === "heading") section = plainText(block.inlines);
    return findingsOf(block, section);
  });
}

function findingsOf(block: Block, section: string): Finding[] {
  if (block.kind === "paragraph") return [toFinding("paragraph", block.inlines, [block], section)];
  if (block.kind === "quote") return block.blocks.flatMap((inner) => findingsOf(inner, section));
  if (block.kind !== "list") return [];
  return block.items.flatMap((item) => {
    const [first, ...rest] = item;
    if (first?.kind !== "paragraph") return item.flatMap((inner) => findingsOf(inner, section));
    const own = toFinding("item", first.inlines, item, section);
    return [own, ...rest.flatMap((inner) => findingsOf(inner, section))];
  });
}

function toFinding(
  kind: Finding["kind"],
  inlines: readonly Inline[],
  scope: readonly Block[],
  section: string,
): Finding {
  const words = inlines.filter((inline) => inline.kind !== "citation");
  const all = scope.flatMap(inlinesOf);
  const links = all.flatMap((inline) =>
    inline.kind === "text" && inline.href ? [inline.href] : [],
  );
  return {
    kind,
    section,
    text: plainText(words)
      .replace(/ +([.,;:!?])/g, "$1")
      .trim(),
    numbers: citedIn(all),
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
