import { type InfiniteData, keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { t } from "../language/messages.ts";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { type Query, QueryView } from "./query-view.tsx";
import { type Pages, ShowMore } from "./show-more.tsx";

/** Options of an infinite query for `PagedTable`. */
export const PAGES = {
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor,
  placeholderData: keepPreviousData,
};

interface PagedTableProps<Page, Row> extends Omit<DataTableProps<Row>, "rows" | "keyOf"> {
  readonly query: Query<InfiniteData<Page, unknown>> & Pages;
  /** Its name within a sentence, as `QueryView` takes it. */
  readonly what: string;
  /** The name of the rows: "Show more plans". */
  readonly rowName: string;
  readonly lines?: number;
  readonly rowsOf: (page: Page) => readonly Row[];
  readonly empty?: ReactNode;
}

export function PagedTable<Page, Row extends { readonly id: string }>({
  query,
  what,
  rowName,
  lines = 8,
  rowsOf,
  empty,
  ...table
}: PagedTableProps<Page, Row>) {
  return (
    <QueryView
      query={query}
      what={what}
      lines={lines}
      isEmpty={({ pages }) => pages.every((page) => rowsOf(page).length === 0)}
      empty={empty}
    >
      {({ pages }) => (
        <>
          <DataTable {...table} rows={pages.flatMap(rowsOf)} keyOf={({ id }) => id} />
          <ShowMore query={query}>{t("Show more {what}", { what: rowName })}</ShowMore>
        </>
      )}
    </QueryView>
  );
}
