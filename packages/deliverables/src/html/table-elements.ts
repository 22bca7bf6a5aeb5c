import type { Element } from "hast";
import { type Alignment, type Inline, type TableBlock, wordsOf } from "../blocks.ts";
import { numberInCell } from "../charts/table-numbers.ts";
import { labelsFor } from "../languages/labels-for.ts";
import { confidenceIn, isConfidenceTitle } from "../structure/confidence.ts";
import { chartFigure } from "./chart-figure.ts";
import { directionOfBlock } from "./direction.ts";
import { inlineElements } from "./inline-elements.ts";
import { element, type Setting } from "./setting.ts";

const MAX_NAME_CHARACTERS = 60;

interface Column {
  readonly alignment: Alignment;
  /** Whether its cells name their rows. */
  readonly isName: boolean;
  readonly isConfidence: boolean;
}

/** The chart above, where there is one, and the table. */
export function tableElements(block: TableBlock, setting: Setting): Element[] {
  const columns = block.header.map((_, index) => columnOf(block, index, setting));
  const header = block.header.map((cell, index) =>
    element("th", { scope: "col", ...classOf(columns[index]) }, inlineElements(cell, setting)),
  );
  const rows = block.rows.map((row) =>
    element(
      "tr",
      {},
      row.map((cell, index) => cellElement(cell, columns[index], setting)),
    ),
  );
  const table = element("table", directionOfBlock(block), [
    element("thead", {}, [element("tr", {}, header)]),
    element("tbody", {}, rows),
  ]);
  return [
    ...(block.chart ? chartFigure(block.chart, setting) : []),
    element("div", { className: ["table"], ...scrolled(setting) }, [table]),
  ];
}

/** Readers without a pointer reach a wide table by its focus; the console sets this itself. */
function scrolled({ citations, language }: Setting): Element["properties"] {
  if (citations === "bracketed") return {};
  return { tabIndex: 0, role: "group", ariaLabel: labelsFor(language).table };
}

function columnOf(
  { header, rows, alignments }: TableBlock,
  index: number,
  setting: Setting,
): Column {
  const cells = rows.map((row) => wordsOf(row[index] ?? []).trim());
  const isNumeric =
    index > 0 &&
    cells.some((cell) => cell !== "") &&
    cells.every((cell) => cell === "" || numberInCell(cell, setting.language) !== null);
  const isName =
    index === 0 &&
    header.length > 1 &&
    cells.every((cell) => cell !== "" && cell.length <= MAX_NAME_CHARACTERS);
  return {
    alignment: alignments[index] ?? (isNumeric ? "right" : null),
    isName,
    isConfidence: isConfidenceTitle(wordsOf(header[index] ?? [])),
  };
}

function cellElement(
  cell: readonly Inline[],
  column: Column | undefined,
  setting: Setting,
): Element {
  const content = inlineElements(cell, setting);
  if (column?.isName) return element("th", { scope: "row", ...classOf(column) }, content);
  const confidence = column?.isConfidence ? confidenceIn(wordsOf(cell)) : null;
  const shown = confidence
    ? [element("span", { className: ["chip", confidence] }, content)]
    : content;
  return element("td", classOf(column), shown);
}

function classOf(column: Column | undefined): Element["properties"] {
  const alignment = column?.alignment;
  return alignment === "right" || alignment === "center" ? { className: [alignment] } : {};
}
