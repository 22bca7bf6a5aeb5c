import type { Column } from "./data-table.tsx";
import { RelativeTime } from "./relative-time.tsx";

/** A column of times, by default hidden on narrow screens. */
export function timeColumn<Row>(
  header: string,
  timeOf: (row: Row) => string,
  className = "hidden sm:table-cell",
): Column<Row> {
  return { header, className, cell: (row) => <RelativeTime at={timeOf(row)} /> };
}
