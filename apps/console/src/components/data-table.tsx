import { type ReactNode, type Ref, type RefObject, Suspense, useRef } from "react";
import { lazyPart } from "../url/lazy-page.ts";
import { Icon } from "./icon.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

const VirtualRows = lazyPart(async () => (await import("./virtual-rows.tsx")).VirtualRows);

/** Shorter tables are in the page as a whole. */
const MAX_PLAIN_ROWS = 200;

export interface Column<Row> {
  /** Unique within its table. */
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly sortBy?: string;
  /** Extra classes, for example to hide a column on narrow screens. */
  readonly className?: string;
}

interface Sorting {
  readonly by: string;
  readonly direction: "ascending" | "descending";
}

export interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sorting?: Sorting;
  readonly onSort?: (by: string) => void;
}

/** A table. `j` and `k` move from row to row and `Enter` follows the row's link. Long tables are virtual. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, sorting, onSort } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  const rowsBetween = (first: number, last: number, measure?: Ref<HTMLTableRowElement>) =>
    rows.slice(first, last).map((row, index) => (
      <tr
        key={keyOf(row)}
        ref={measure}
        data-index={first + index}
        data-row=""
        aria-rowindex={first + index + 2}
        className="relative border-line border-t focus-within:bg-hover hover:bg-hover"
      >
        {columns.map(({ header, cell, className = "" }) => (
          <td key={header} className={`px-3 py-2 align-top ${className}`}>
            {cell(row)}
          </td>
        ))}
      </tr>
    ));
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-card">
      <table className="w-full border-collapse text-left" aria-rowcount={rows.length + 1}>
        <caption className="sr-only">{caption}</caption>
        <thead className="text-soft text-sm">
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Header key={column.header} column={column} sorting={sorting} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.length <= MAX_PLAIN_ROWS ? (
            rowsBetween(0, rows.length)
          ) : (
            <Suspense fallback={rowsBetween(0, MAX_PLAIN_ROWS)}>
              <VirtualRows body={body} count={rows.length} columns={columns.length}>
                {rowsBetween}
              </VirtualRows>
            </Suspense>
          )}
        </tbody>
      </table>
    </div>
  );
}

function Header<Row>({
  column,
  sorting,
  onSort,
}: {
  column: Column<Row>;
  sorting: Sorting | undefined;
  onSort: ((by: string) => void) | undefined;
}) {
  const { header, sortBy, className = "" } = column;
  const direction = sortBy !== undefined && sorting?.by === sortBy ? sorting.direction : undefined;
  return (
    <th scope="col" aria-sort={direction} className={`px-3 py-2 font-medium ${className}`}>
      {sortBy !== undefined && onSort ? (
        <button
          type="button"
          className="inline-flex items-center gap-1 hover:text-text"
          onClick={() => onSort(sortBy)}
        >
          {header}
          {direction && <Icon name={direction === "ascending" ? "up" : "down"} />}
        </button>
      ) : (
        header
      )}
    </th>
  );
}

/** `j` and `k` move the focus between the links of the rows. */
function useRowKeys(body: RefObject<HTMLTableSectionElement | null>): void {
  useShortcuts({ j: () => moveFocus(body.current, 1), k: () => moveFocus(body.current, -1) });
}

function moveFocus(body: HTMLElement | null, distance: number): void {
  const rows = [...(body?.querySelectorAll<HTMLElement>("tr[data-row]") ?? [])];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const start = current < 0 && distance < 0 ? rows.length : current;
  const row = rows[Math.max(0, Math.min(rows.length - 1, start + distance))];
  if (!row) return;
  const link = row.querySelector<HTMLElement>("a[data-row-link]");
  if (!link) row.tabIndex = -1;
  (link ?? row).focus();
}
