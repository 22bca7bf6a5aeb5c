import { rawSql, type Sql, sql } from "../connection/sql.ts";
import type { StatementValue } from "../connection/statement.ts";

/** For each filter of a list, the condition of a value; null if the value limits nothing. */
export type ListFilters = Readonly<Record<string, (value: never) => Sql | null>>;

/** The values a caller may filter by; the API's input has a check for each of them. */
export type FilterValues<Filters extends ListFilters> = {
  readonly [Name in keyof Filters]?: Parameters<Filters[Name]>[0] | undefined;
};

/** The conditions of the filters that have a value. */
export function filterConditions<Filters extends ListFilters>(
  filters: Filters,
  values: FilterValues<Filters>,
): (Sql | null)[] {
  return Object.entries(filters).map(([name, conditionOf]) => {
    const value = values[name];
    return value === undefined ? null : conditionOf(value as never);
  });
}

export function equalTo<Value extends StatementValue = string>(column: string) {
  return (value: Value): Sql => sql`${rawSql(column)} = ${value}`;
}
