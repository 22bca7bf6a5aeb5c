import { type Block, type TableBlock, wordsOf } from "../blocks.ts";
import { labelCell, ruled, type StyledCell, setIn, spanning } from "./cells.ts";
import { columnLetters } from "./column-letters.ts";
import { sheetChart } from "./sheet-chart.ts";
import type { SheetLook } from "./sheet-look.ts";
import type { CellLink, SheetPlan } from "./sheet-plan.ts";
import { tableColumns } from "./table-cells.ts";

/** Fewer rows are seen at a glance. */
const MIN_FILTERED_ROWS = 12;

/** A table with the words of the heading above it. */
export interface HeadedTable {
  readonly heading: string;
  readonly table: TableBlock;
}

export function tablesIn(blocks: readonly Block[]): HeadedTable[] {
  let heading = "";
  return blocks.flatMap((block) => {
    if (block.kind === "heading") heading = wordsOf(block.inlines).trim();
    return block.kind === "table" ? [{ heading, table: block }] : [];
  });
}

/** Numbers are numbers; the sources of each row stand in a column of their own behind them. */
export async function tableSheet(
  { heading, table }: HeadedTable,
  name: string,
  look: SheetLook,
): Promise<SheetPlan> {
  const columns = tableColumns(table, look);
  const widths = columns.map(({ width }) => width);
  const cells = table.rows.map((_, row) => columns.map((column) => column.cells[row] ?? null));
  const rows = [columns.map(({ header }) => header), ...ruled(cells, columns.length, look)];
  const caption = captionRows(heading === name ? "" : heading, table, columns.length, look);
  const below = rows.length + caption.length;
  return {
    name,
    widths,
    rows: [...rows, ...caption],
    links: linksIn(table),
    hasHeader: true,
    filteredRows: cells.length >= MIN_FILTERED_ROWS ? rows.length : 0,
    chart: await sheetChart({ table, cells, widths, name, below }, look),
  };
}

/** What the section says, since the name of a sheet is short, and the sources of its chart. */
function captionRows(
  heading: string,
  { chart }: TableBlock,
  columns: number,
  look: SheetLook,
): StyledCell[][] {
  const numbers = chart?.sources.toSorted((one, other) => one - other).join(", ") ?? "";
  const lines = [heading, numbers && look.labels.sourcesLine(numbers)].filter(Boolean);
  const cells = lines.map((line) => [spanning(setIn(labelCell(line, look)), columns)]);
  return cells.length > 0 ? [[], ...cells] : [];
}

function linksIn({ rows }: TableBlock): CellLink[] {
  return rows.flatMap((row, rowAt) =>
    row.flatMap((inlines, at) => {
      const linked = inlines.find((inline) => inline.kind === "text" && inline.href !== undefined);
      return linked?.kind === "text" && linked.href
        ? [{ cell: `${columnLetters(at)}${rowAt + 2}`, url: linked.href }]
        : [];
    }),
  );
}
