import { compare, limitTo, rawSql, type Sql, sql, whereAll } from "../connection/sql.ts";
import { type FilterValues, filterConditions, type ListFilters } from "./list-filters.ts";

export interface PageBefore {
  readonly beforeId: string | null;
  readonly limit: number;
}

/** The newest rows that pass the filters, cut before anything is joined: ids rise with time. */
export function newestPage<Filters extends ListFilters>(
  table: string,
  filters: Filters,
  page: FilterValues<Filters> & PageBefore,
): Sql {
  const where = whereAll([...filterConditions(filters, page), compare("id <", page.beforeId)]);
  return sql`SELECT * FROM ${rawSql(table)} ${where} ORDER BY id DESC ${limitTo(page.limit)}`;
}
