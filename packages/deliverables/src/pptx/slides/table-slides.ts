import { citedIn, type Inline, plainText, type TableBlock, wordsOf } from "../../blocks.ts";
import {
  BOTTOM,
  LEFT,
  type Shape,
  type SlideDraft,
  type TableShape,
  TOP,
  WIDTH,
} from "../slide.ts";
import { footOf, line, notesText, type SlideContext } from "../slide-context.ts";
import { shortTitle } from "../words/message-title.ts";
import { notesOf } from "../words/points-of.ts";
import { fewerRows, layOut, MORE_HEIGHT, stretch } from "./table-layout.ts";

const MAX_ROWS = 8;
const MAX_COLUMNS = 6;
const MAX_COLUMN_GROUPS = 4;

/** Where cells are long, fewer rows are shown with more lines each. */
const MAX_CELL_LINES = 4;

export interface TableSlideGiven {
  readonly titles: readonly string[];
  readonly heading: string;
  readonly weight: SlideDraft["weight"];
  readonly notes: string;
}

/** A table on a slide of its own; a wide one on several, each with the first column. */
export function tableSlides(
  context: SlideContext,
  table: TableBlock,
  given: TableSlideGiven,
): SlideDraft[] {
  const groups = columnGroups(table.header.length).slice(0, MAX_COLUMN_GROUPS);
  return groups.map((columns, index) => {
    const part = pickColumns(table, columns);
    const cited = [part.header, ...part.rows.slice(0, MAX_ROWS)].flat(2);
    const sources = citedIn(cited).length > 0 ? cited : citationsOf(table);
    return {
      layout: "message",
      titles: [...given.titles, headerTitle(context, part)],
      heading: given.heading,
      weight: index === 0 ? given.weight : "further",
      shapes: tableShapes(context, part),
      source: footOf(context, sources),
      notes: notesText([given.notes || notesOf([table])]),
    };
  });
}

/** Its columns tell a table from the chart that has its section's title. */
function headerTitle({ isTitle }: SlideContext, { header }: TableBlock): string {
  return shortTitle(
    (header.length > 1 ? header.slice(1) : header).map(wordsOf).filter(Boolean).join(" · ") || "–",
    isTitle,
  );
}

function citationsOf({ chart }: TableBlock): Inline[] {
  return (chart?.sources ?? []).map((number) => ({ kind: "citation", number }));
}

function columnGroups(count: number): number[][] {
  const all = Array.from({ length: count }, (_, index) => index);
  if (count <= MAX_COLUMNS) return [all];
  const others = all.slice(1);
  const groups = Math.ceil(others.length / (MAX_COLUMNS - 1));
  // About as many on each slide, rather than a single one on the last.
  const size = Math.ceil(others.length / groups);
  return Array.from({ length: groups }, (_, group) => [
    0,
    ...others.slice(group * size, (group + 1) * size),
  ]);
}

function pickColumns(table: TableBlock, columns: readonly number[]): TableBlock {
  const pick = (row: readonly Inline[][]) => columns.map((column) => row[column] ?? []);
  return {
    ...table,
    alignments: columns.map((column) => table.alignments[column] ?? null),
    header: pick(table.header),
    rows: table.rows.map(pick),
  };
}

/** As many rows as fit, in the largest letters that show all of those that should be shown. */
function tableShapes(context: SlideContext, table: TableBlock): Shape[] {
  const wanted = table.rows.slice(0, MAX_ROWS);
  const sizes = wanted.length >= MAX_ROWS ? [14, 12] : [16, 14, 12];
  const room = BOTTOM - TOP - (table.rows.length > wanted.length ? MORE_HEIGHT : 0);
  const layouts = sizes.map((size) =>
    layOut(context, table, { rows: wanted, size, maxLines: MAX_CELL_LINES }),
  );
  const fitting = layouts.find(({ height }) => height <= room);
  const layout =
    fitting ?? fewerRows(context, table, { rows: wanted, size: 12, maxLines: MAX_CELL_LINES });
  const shown = layout.rows.length - 1;
  const left = table.rows.length - shown;
  const available = BOTTOM - TOP - (left > 0 ? MORE_HEIGHT : 0);
  const rows = stretch(layout.rows, available);
  const height = rows.reduce((sum, row) => sum + row.height, 0);
  const { palette, labels } = context;
  const shape: TableShape = {
    kind: "table",
    name: plainText(table.header[0] ?? []) || labels.columns.title,
    description: table.header.map(wordsOf).join(", "),
    box: { x: LEFT, y: TOP, w: WIDTH, h: height },
    size: layout.size,
    widths: layout.widths,
    rows,
    lineColour: palette.line,
    headLineColour: palette.accent,
  };
  if (left === 0) return [shape];
  return [
    shape,
    {
      kind: "text",
      name: "More",
      box: { x: LEFT, y: TOP + height + 0.06, w: WIDTH, h: 0.3 },
      size: 14,
      colour: palette.soft,
      paragraphs: [line(labels.moreRows(left))],
    },
  ];
}
