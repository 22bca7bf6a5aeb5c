import { citedIn, plainText, type TableBlock, wordsOf } from "../blocks.ts";
import type { DocumentLanguage } from "../languages/language.ts";
import { oneLine } from "../safe-text.ts";
import type { Chart, ChartKind } from "./chart.ts";
import type { ChartWish } from "./chart-wish.ts";
import { type CellNumber, numberInCell } from "./table-numbers.ts";

const MIN_ROWS = 2;
const MAX_ROWS = 24;
const MAX_SERIES = 4;
const MAX_COLUMN_LABEL = 10;
const MAX_COLUMNS_DRAWN = 6;
const MAX_LABEL_CHARACTERS = 60;
const MAX_TITLE_CHARACTERS = 120;

interface Given {
  /** The words of the heading above the table, which may name what matters. */
  readonly heading: string;
  readonly wish: ChartWish | null;
  readonly language: DocumentLanguage;
  /** The sources that the section cites before the table. */
  readonly cited: readonly number[];
}

interface Column {
  readonly title: string;
  readonly unit: string;
  readonly numbers: readonly CellNumber[];
}

/** The chart of a table; null where a chart would show nothing, or something false. */
export function chartOfTable(
  { header, rows }: Pick<TableBlock, "header" | "rows">,
  given: Given,
): Chart | null {
  if (given.wish?.kind === "none" || rows.length < MIN_ROWS || rows.length > MAX_ROWS) return null;
  const labels = rows.map((row) => oneLine(wordsOf(row[0] ?? []), MAX_LABEL_CHARACTERS));
  if (labels.some((label) => label === "") || new Set(labels).size < labels.length) return null;
  const columns = chosenColumns(numericColumns({ header, rows }, given.language), given.heading);
  const [first] = columns;
  if (!first || isFlat(columns)) return null;
  const kind = given.wish?.kind ?? kindFor(labels, columns);
  const decimals = Math.max(
    ...columns.flatMap(({ numbers }) => numbers.map((one) => one.decimals)),
  );
  const isSingle = columns.length === 1;
  const own = citedIn([header, ...rows].flat(2));
  return {
    kind,
    title: oneLine(given.wish?.title || measureOf(columns), MAX_TITLE_CHARACTERS),
    suffix: first.unit,
    labels,
    series: columns.map(({ title, numbers }) => ({
      name: oneLine(isSingle ? title : withoutUnit(title), MAX_LABEL_CHARACTERS),
      values: numbers.map(({ value }) => value),
    })),
    decimals,
    highlighted: isSingle && kind !== "line" ? namedIn(given.heading, labels) : [],
    sources: own.length > 0 ? own : given.cited,
  };
}

/** What the chart measures: the title of its column, or the unit that all of them share. */
function measureOf(columns: readonly Column[]): string {
  const [first] = columns;
  if (!first) return "";
  return columns.length === 1 ? first.title : unitOf(first) || first.title;
}

function unitOf({ title, unit }: Column): string {
  return unit || UNIT.exec(title)?.[1] || "";
}

function withoutUnit(title: string): string {
  return title.replace(UNIT, "").trim() || title;
}

const UNIT = /[([（]([^)\]）]+)[)\]）]\s*$/;

/** Columns without a gap whose cells all have the same unit. */
function numericColumns(
  { header, rows }: Pick<TableBlock, "header" | "rows">,
  language: DocumentLanguage,
): Column[] {
  return header.slice(1).flatMap((title, index) => {
    const numbers = rows.map((row) => numberInCell(wordsOf(row[index + 1] ?? []), language));
    const complete = numbers.filter((number) => number !== null);
    const units = new Set(complete.map(({ unit }) => unit));
    const [unit = ""] = units;
    if (complete.length < rows.length || units.size !== 1) return [];
    return [{ title: plainText(title).trim(), unit, numbers: complete }];
  });
}

/** Those of one unit: of several units the one that the heading names, else the last. */
function chosenColumns(columns: readonly Column[], heading: string): readonly Column[] {
  const units = new Set(columns.map(unitOf));
  if (units.size === 1 && columns.length <= MAX_SERIES) {
    // Without a unit nobody knows that two columns measure the same, unless they are years.
    const isAlike =
      columns.length < 2 || !units.has("") || columns.every(({ title }) => isTime(title));
    if (isAlike) return columns;
  }
  if (units.size === 1 && columns.length > MAX_SERIES) return [];
  const matches = columns.map(({ title }) => matchesOf(withoutUnit(title), heading));
  const most = Math.max(...matches);
  const isClear = most > 0 && matches.filter((count) => count === most).length === 1;
  const chosen = isClear ? columns[matches.indexOf(most)] : columns.at(-1);
  return chosen ? [chosen] : [];
}

/** How many words of a column's title the heading has. */
function matchesOf(title: string, heading: string): number {
  const words = title.split(/[\s,;/]+/).filter((word) => word.length > 3);
  return words.filter((word) => hasWord(heading, word)).length;
}

function isFlat(columns: readonly Column[]): boolean {
  const values = columns.flatMap(({ numbers }) => numbers.map(({ value }) => value));
  return new Set(values).size < 2;
}

function kindFor(labels: readonly string[], columns: readonly Column[]): ChartKind {
  if (labels.length > 2 && labels.every(isTime) && isAscending(labels)) return "line";
  const isNegative = columns.some(({ numbers }) => numbers.some(({ value }) => value < 0));
  const isWide = labels.some((label) => label.length > MAX_COLUMN_LABEL);
  const isMany =
    labels.length * columns.length > MAX_COLUMNS_DRAWN * 2 || labels.length > MAX_COLUMNS_DRAWN;
  return !isNegative && (isWide || isMany) ? "bar" : "column";
}

const YEAR =
  /^(?:FY\s?)?((?:19|20|21)\d{2})(?:\s?[/–-]\s?(?:(?:19|20|21)?\d{2}))?(?:[\s-]?(?:Q[1-4]|H[12]|\d{2}(?:-\d{2})?))?\s?年?$/i;
const PERIOD = /^(?:Q[1-4]|H[12])\s?((?:19|20|21)\d{2})$/i;

function isTime(label: string): boolean {
  return YEAR.test(label.trim()) || PERIOD.test(label.trim());
}

function isAscending(labels: readonly string[]): boolean {
  const keys = labels.map((label) => {
    const quarter = /[QH]([1-4])/i.exec(label)?.[1] ?? "";
    const year = /(?:19|20|21)\d{2}/.exec(label)?.[0] ?? "";
    return `${year}${quarter}${quarter ? "" : label.trim()}`;
  });
  return keys.every((key, index) => index === 0 || (keys[index - 1] ?? "") < key);
}

/** The bars that the heading names, unless it names all or none. */
function namedIn(heading: string, labels: readonly string[]): number[] {
  const named = labels.flatMap((label, index) => (hasWord(heading, label) ? [index] : []));
  return named.length < labels.length ? named : [];
}

function hasWord(text: string, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  if (wanted.length < 2) return false;
  const at = text.toLowerCase().indexOf(wanted);
  if (at < 0) return false;
  const isLetter = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? "");
  const isCjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(wanted);
  return isCjk || (!isLetter(text[at - 1]) && !isLetter(text[at + wanted.length]));
}
