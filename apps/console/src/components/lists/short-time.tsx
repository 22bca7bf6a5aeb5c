import { absoluteTime, shortTime } from "../../format/relative-time.ts";
import type { Column } from "../data-table.tsx";
import { useNow } from "../relative-time.tsx";

/** How long ago, in as little room as possible; the exact time on hover. */
export function ShortTime({ at }: { at: string }) {
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={absoluteTime(date)} className="whitespace-nowrap">
      {shortTime(date, new Date(Math.max(now, date.getTime())))}
    </time>
  );
}

/** A narrow column of times, by default hidden on narrow screens. */
export function shortTimeColumn<Row>(
  header: string,
  timeOf: (row: Row) => string,
  className = "hidden sm:table-cell",
): Column<Row> {
  return { header, className, cell: (row) => <ShortTime at={timeOf(row)} /> };
}
