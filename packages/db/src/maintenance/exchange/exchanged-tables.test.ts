import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import * as schema from "../../schema/index.ts";
import { EXCHANGED_TABLES, NOT_EXCHANGED } from "./exchanged-tables.ts";

it("says of every table with a plan, or a part of one, whether it moves with it", () => {
  const tables = Object.values(schema as Record<string, unknown>)
    .filter((value): value is PgTable => is(value, PgTable))
    .filter((table) =>
      Object.values(getTableColumns(table)).some(({ name }) =>
        ["plan_id", "artifact_id", "claim_id", "output_id"].includes(name),
      ),
    )
    .map(getTableName);
  const decided = [...EXCHANGED_TABLES.map(({ name }) => name), ...NOT_EXCHANGED];
  expect(tables.filter((name) => !decided.includes(name))).toEqual([]);
});
