import { TableCell, TableRow, WidthType } from "docx";
import type { Inline } from "../../blocks.ts";
import { plainText } from "../../blocks.ts";
import { columnWidths } from "../../column-widths.ts";
import { filled } from "../boxes.ts";
import { chartChildren } from "../chart-children.ts";
import { type BodyChild, paragraph } from "../look.ts";
import { alignmentOf, CELL_MARGINS, plainTable } from "../table.ts";
import { type Changing, changedRuns } from "./changed-runs.ts";
import type { UnitChange } from "./compare-units.ts";

const CHARACTER_WIDTH = 118;

/** A table by its rows: added and removed ones as a whole, changed ones by their cells. The chart is the newer one. */
export function changedTable(rows: readonly UnitChange[], changing: Changing): BodyChild[] {
  const { look } = changing;
  const columns = Math.max(1, ...rows.map(({ before, after }) => (after ?? before).cells.length));
  const texts = rows.slice(0, 200).map(({ before, after }) => {
    const cells = (after ?? before).cells;
    return Array.from({ length: columns }, (_, column) => plainText(cells[column] ?? []));
  });
  const room = { width: look.page.textWidth, characterWidth: CHARACTER_WIDTH, padding: 240 };
  const widths = columnWidths(texts, room).map(Math.floor);
  const chart = rows.find(({ after }) => after?.chart)?.after?.chart ?? null;
  return [
    ...chartChildren(chart, look),
    plainTable(
      rows.map((row) => changedRow(row, widths, changing)),
      widths,
      look,
    ),
  ];
}

function changedRow(
  { before, after }: UnitChange,
  widths: readonly number[],
  changing: Changing,
): TableRow {
  const { look, nextMark } = changing;
  const { isHeader, alignments } = after ?? before;
  const cellsOf = (cells: readonly (readonly Inline[])[] | undefined, column: number) =>
    cells ? (cells[column] ?? []) : null;
  return new TableRow({
    cantSplit: true,
    ...(before ? {} : { insertion: nextMark() }),
    ...(after ? {} : { deletion: nextMark() }),
    children: widths.map((size, column) => {
      const letters = isHeader ? { bold: true, color: look.palette.deep } : {};
      const runs = changedRuns(
        cellsOf(before?.cells, column),
        cellsOf(after?.cells, column),
        changing,
        letters,
      );
      return new TableCell({
        width: { size, type: WidthType.DXA },
        margins: CELL_MARGINS,
        ...(isHeader ? { shading: filled(look.palette.panel) } : {}),
        children: [
          paragraph(look, {
            style: "TableText",
            ...alignmentOf(alignments[column] ?? null),
            children: runs,
          }),
        ],
      });
    }),
  });
}
