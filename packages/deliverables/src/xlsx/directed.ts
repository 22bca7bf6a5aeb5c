import { directionOfText } from "../languages/language.ts";
import type { StyledCell } from "./cells.ts";

/** In a sheet from right to left, texts of such a script begin there; those of others keep their side. */
export function directed(rows: readonly (readonly StyledCell[])[]): StyledCell[][] {
  return rows.map((row) =>
    row.map((cell) => {
      if (typeof cell?.value !== "string" || cell.align !== undefined) return cell;
      return { ...cell, align: directionOfText(cell.value) === "rtl" ? "right" : "left" };
    }),
  );
}

/** Without it programs would set full stops and brackets at the wrong end of a line. */
export function withReadingOrder(stylesXml: string): string {
  return stylesXml.replace(
    /<alignment (?=[^>]*horizontal="right")/g,
    '<alignment readingOrder="2" ',
  );
}
