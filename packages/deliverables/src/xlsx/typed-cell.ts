import type { CellObject } from "write-excel-file/node";
import { type CellNumber, numberInCell } from "../charts/table-numbers.ts";
import type { DocumentLanguage } from "../languages/language.ts";
import { type StyledCell, textCell } from "./cells.ts";

/** Units of which a single cell is enough to know that it is a quantity. */
const CLEAR_UNIT = /^[%€$£¥]?$/;

/** A cell of a table as what it plainly is: a number, a share, a day, yes or no, else text. */
export function typedCell(
  text: string,
  language: DocumentLanguage,
  /** The unit that all cells of the column have, where it is one. */
  columnUnit = "",
): StyledCell {
  const trimmed = text.trim();
  if (/^(true|false)$/i.test(trimmed)) {
    return { type: Boolean, value: trimmed.toLowerCase() === "true", alignVertical: "top" };
  }
  return dateCell(trimmed) ?? quantityCell(trimmed, language, columnUnit) ?? textCell(text);
}

/** A day where the text is one; a bare year or a month stays text. */
export function dayCell(text: string): StyledCell {
  return dateCell(text) ?? textCell(text);
}

/** The unit of a column of nothing but numbers with the same unit; empty for any other. */
export function unitOfColumn(texts: readonly string[], language: DocumentLanguage): string {
  const numbers = texts
    .filter((text) => text.trim() !== "")
    .map((text) => numberInCell(text, language));
  const units = new Set(numbers.map((number) => number?.unit ?? ""));
  const [unit = ""] = units;
  return units.size === 1 && numbers.length > 1 ? unit : "";
}

/** A share is kept as a part of 1, as spreadsheets calculate with it. */
export function storedValue({ value, unit }: Pick<CellNumber, "value" | "unit">): number {
  // Dividing leaves 0.07200000000000001 of 7.2, which a spreadsheet would show in its formula bar.
  return unit === "%" ? Number((value / 100).toPrecision(15)) : value;
}

/** `#,##0.0" kWh"`: as it is written, with the signs of the reader's language. */
function storedFormat(text: string, { decimals, unit }: CellNumber): string {
  const [whole = ""] = text.split(decimals > 0 ? /[.,](?=\p{Nd}+\D*$)/u : "\n");
  const isGrouped = /\p{Nd}[.,'’\u00a0\u202f ]\p{Nd}/u.test(whole);
  const digits = `${isGrouped ? "#,##0" : "0"}${decimals > 0 ? `.${"0".repeat(decimals)}` : ""}`;
  const format = withUnit(digits, unit, /^[€$£¥]/.test(text));
  return text.startsWith("+") ? `+${format};-${format};${format}` : format;
}

function withUnit(digits: string, unit: string, isBefore: boolean): string {
  if (unit === "" || unit === "%") return `${digits}${unit}`;
  const words = `"${(isBefore ? unit : `\u202f${unit}`).replaceAll('"', '"\\""')}"`;
  return isBefore ? `${words}${digits}` : `${digits}${words}`;
}

function dateCell(text: string): CellObject | undefined {
  if (!/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return undefined;
  const value = new Date(`${text}T00:00:00Z`);
  // 2026-02-30 would be taken for the 2nd of March.
  if (Number.isNaN(value.getTime()) || !value.toISOString().startsWith(text)) return undefined;
  return { type: Date, value, format: "yyyy-mm-dd", alignVertical: "top", align: "left" };
}

function quantityCell(
  text: string,
  language: DocumentLanguage,
  columnUnit: string,
): CellObject | undefined {
  // 007 is a name rather than a quantity.
  if (/^[-−–+]?0\p{Nd}/u.test(text)) return undefined;
  const number = numberInCell(text, language);
  if (!number || !(CLEAR_UNIT.test(number.unit) || number.unit === columnUnit)) return undefined;
  const format = storedFormat(text, number);
  return { type: Number, value: storedValue(number), format, alignVertical: "top" };
}
