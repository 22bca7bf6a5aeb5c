import { type ReactNode, useRef } from "react";
import { useVisibleRows } from "./data-table-window.ts";
import { Icon } from "./icon.tsx";
import { useRowKeys } from "./use-row-keys.ts";

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The name by which the page can sort, if it can. */
  readonly sortBy?: string;
  /** Extra classes, for example to leave a column out on narrow screens. */
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

/**
 * A real table. `j` and `k` move from row to row and `Enter` follows the row's link. Of more than
 * 200 rows only those near the screen are in the page.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, sorting, onSort } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  const { first, last, above, below } = useVisibleRows(body, rows.length);
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-card">
      <table className="w-full border-collapse text-left" aria-rowcount={rows.length + 1}>
        <caption className="sr-only">{caption}</caption>
        <thead className="text-soft text-sm">
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Header key={column.id} column={column} sorting={sorting} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Spacer height={above} columns={columns.length} />
          {rows.slice(first, last).map((row, index) => (
            <tr
              key={keyOf(row)}
              data-row=""
              aria-rowindex={first + index + 2}
              className="relative border-line border-t focus-within:bg-hover hover:bg-hover"
            >
              {columns.map(({ id, cell, className = "" }) => (
                <td key={id} className={`px-3 py-2 align-top ${className}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          <Spacer height={below} columns={columns.length} />
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

/** Stands for rows that are too far away to be in the page. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null;
  return (
    <tr>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
