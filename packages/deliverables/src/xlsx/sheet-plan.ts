import type { StyledCell } from "./cells.ts";
import type { SheetChart } from "./sheet-chart.ts";

export interface CellLink {
  /** Where it stands, as in A1. */
  readonly cell: string;
  readonly url: string;
}

export interface SheetPlan {
  readonly name: string;
  readonly widths: readonly number[];
  readonly rows: readonly (readonly StyledCell[])[];
  readonly links: readonly CellLink[];
  /** Whether the first row names the columns. */
  readonly hasHeader: boolean;
  /** The rows that the filter buttons of the header choose from, the header included; 0 for no buttons. */
  readonly filteredRows: number;
  readonly chart: SheetChart | null;
}

/** More links than this in one sheet make Excel repair the file. */
const MAX_LINKS = 60_000;

/** A sheet whose rows can be filtered by their columns. */
export function listSheet(
  name: string,
  widths: readonly number[],
  rows: SheetPlan["rows"],
  links: readonly CellLink[],
): SheetPlan {
  return {
    name,
    widths,
    rows,
    links: links.slice(0, MAX_LINKS),
    hasHeader: true,
    filteredRows: rows.length,
    chart: null,
  };
}

/** A sheet that is read from top to bottom. */
export function textSheet(
  name: string,
  widths: readonly number[],
  rows: SheetPlan["rows"],
): SheetPlan {
  return { name, widths, rows, links: [], hasHeader: false, filteredRows: 0, chart: null };
}
