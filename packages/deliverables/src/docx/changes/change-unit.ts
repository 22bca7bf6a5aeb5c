import {
  type Block,
  type Inline,
  type ListBlock,
  plainText,
  type TableBlock,
} from "../../blocks.ts";
import type { Chart } from "../../charts/chart.ts";
import { rowText, type TextBlock } from "../../comparison/text-blocks.ts";

/** A piece of a document that is kept, added, removed or changed as one. */
export interface ChangeUnit extends TextBlock {
  readonly inlines: readonly Inline[];
  readonly inQuote: boolean;
  /** Of the entries of lists. */
  readonly isOrdered: boolean;
  /** Of rows. */
  readonly cells: readonly (readonly Inline[])[];
  readonly alignments: TableBlock["alignments"];
  readonly isHeader: boolean;
  readonly chart: Chart | null;
  /** Of entries in the list of sources. */
  readonly source: number | null;
}

const PLAIN: Omit<ChangeUnit, "kind" | "level" | "text" | "inlines"> = {
  inQuote: false,
  isOrdered: false,
  cells: [],
  alignments: [],
  isHeader: false,
  chart: null,
  source: null,
};

export function unit(given: Partial<ChangeUnit> & Pick<ChangeUnit, "kind">): ChangeUnit {
  const inlines = given.inlines ?? [];
  return { ...PLAIN, level: 0, text: plainText(inlines), inlines, ...given };
}

/** Where a block stands: how deep in lists, and whether in a quotation. */
interface Place {
  readonly level: number;
  readonly inQuote: boolean;
}

/** The text in reading order, each piece with its formatting. */
export function unitsOf(
  blocks: readonly Block[],
  place: Place = { level: 0, inQuote: false },
): ChangeUnit[] {
  return blocks.flatMap((block) => unitsOfBlock(block, place));
}

function unitsOfBlock(block: Block, place: Place): ChangeUnit[] {
  switch (block.kind) {
    case "heading":
      return [unit({ kind: "heading", level: block.level, inlines: block.inlines })];
    case "paragraph":
      return [unit({ kind: "paragraph", ...place, inlines: block.inlines })];
    case "quote":
      return unitsOf(block.blocks, { ...place, inQuote: true });
    case "code":
      return block.text.split("\n").map((text) => codeLine(text, place.level));
    case "rule":
      return [unit({ kind: "rule" })];
    case "table":
      return rowsOf(block);
    case "list":
      return itemsOf(block, place);
  }
}

function codeLine(text: string, level: number): ChangeUnit {
  return unit({ kind: "code", level, inlines: [{ kind: "text", text, code: true }] });
}

function rowsOf({ header, rows, chart, alignments }: TableBlock): ChangeUnit[] {
  return [header, ...rows].map((cells, index) =>
    unit({
      kind: "row",
      text: rowText(cells),
      cells,
      alignments,
      isHeader: index === 0,
      chart: index === 0 ? chart : null,
    }),
  );
}

/** Without their marks: Word counts them again when an entry is added. */
function itemsOf({ items, ordered }: ListBlock, { level, inQuote }: Place): ChangeUnit[] {
  const below = { level: level + 1, inQuote };
  return items.flatMap((item) => {
    const [first, ...rest] = item;
    const isText = first?.kind === "paragraph";
    const inlines = isText ? first.inlines : [];
    const entry = unit({ kind: "item", ...below, isOrdered: ordered, inlines });
    return [entry, ...unitsOf(isText ? rest : item, below)];
  });
}
