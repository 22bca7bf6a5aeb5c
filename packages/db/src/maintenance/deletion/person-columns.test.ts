import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import * as schema from "../../schema/index.ts";
import { NO_PERSON, PERSON_COLUMN, PERSON_COLUMNS } from "./person-columns.ts";

it("says of every column with a person's id what becomes of it", () => {
  const columns = Object.values(schema as Record<string, unknown>)
    .filter((value): value is PgTable => is(value, PgTable))
    .flatMap((table) =>
      Object.values(getTableColumns(table))
        .filter(({ name }) => PERSON_COLUMN.test(name))
        .map(({ name }) => `${getTableName(table)}.${name}`),
    )
    .filter((column) => !NO_PERSON.includes(column));
  expect(columns.sort()).toEqual(Object.keys(PERSON_COLUMNS).sort());
});
