import type { Cell } from "write-excel-file/node";
import { clip } from "../safe-text.ts";

/** What a spreadsheet holds in one cell at most. */
const MAX_CELL_CHARACTERS = 32_767;

const TOP = { alignVertical: "top", wrap: true } as const;

/** Explicitly typed text: a leading "=" never becomes a formula. */
export function textCell(text: string): Cell {
  if (text === "") return null;
  return { ...TOP, type: String, format: "@", value: clip(text, MAX_CELL_CHARACTERS) };
}

/** Left-aligned, it keeps its distance from a number that ends in the cell before. */
export function setIn(cell: Cell): Cell {
  const isObject = typeof cell === "object" && cell !== null && "value" in cell;
  return isObject && cell.type !== Number && cell.type !== Boolean
    ? ({ ...cell, align: "left", indent: 1 } as Cell)
    : cell;
}

export function headerCell(text: string): Cell {
  return {
    type: String,
    value: clip(text, MAX_CELL_CHARACTERS),
    format: "@",
    fontWeight: "bold",
    textColor: "#FFFFFF",
    backgroundColor: "#1F4E79",
    alignVertical: "center",
    wrap: true,
  };
}

/** Text that leads somewhere; the link itself is kept beside the sheet. */
export function linkCell(text: string): Cell {
  if (text === "") return null;
  return {
    ...TOP,
    type: String,
    format: "@",
    value: clip(text, MAX_CELL_CHARACTERS),
    textColor: "#1F5FA8",
    textDecoration: { underline: true },
  };
}

export function numberCell(value: number): Cell {
  return { type: Number, value, alignVertical: "top", align: "left" };
}

/** A cell of a table as what it plainly is: a number, a share, a day, yes or no, else text. */
export function typedCell(text: string): Cell {
  const trimmed = text.trim();
  if (/^(true|false)$/i.test(trimmed)) {
    return { type: Boolean, value: trimmed.toLowerCase() === "true", alignVertical: "top" };
  }
  return dateCell(trimmed) ?? quantityCell(trimmed) ?? textCell(text);
}

/** A day where the text is one; a bare year or a month stays text. */
export function dayCell(text: string): Cell {
  return dateCell(text) ?? textCell(text);
}

function dateCell(text: string): Cell | undefined {
  if (!/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return undefined;
  const value = new Date(`${text}T00:00:00Z`);
  // 2026-02-30 would be taken for the 2nd of March.
  if (Number.isNaN(value.getTime()) || !value.toISOString().startsWith(text)) return undefined;
  return {
    type: Date,
    value,
    format: "yyyy-mm-dd",
    alignVertical: "top",
    align: "left",
  };
}

function quantityCell(text: string): Cell | undefined {
  const parts = /^([-−]?)(0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:,\d{3}){1,4})(\.\d{1,10})?(\s?%)?$/.exec(
    text,
  );
  if (!parts) return undefined;
  const [, sign, whole = "", fraction = "", percent] = parts;
  const digits = whole.replaceAll(",", "");
  // A spreadsheet keeps 15 digits; a longer number is more likely an identifier.
  if (digits.length + fraction.length > 16) return undefined;
  const value = Number(`${sign ? "-" : ""}${digits}${fraction}`);
  const decimals = fraction ? `.${"0".repeat(fraction.length - 1)}` : "";
  const format = `${whole.includes(",") ? "#,##0" : "0"}${decimals}${percent ? "%" : ""}`;
  return { type: Number, value: percent ? value / 100 : value, format, alignVertical: "top" };
}
