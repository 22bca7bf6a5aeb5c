import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import * as schema from "../../schema/index.ts";
import { HISTORY_TABLES, TENANT_TABLES } from "../../schema/table-names.ts";
import { KEPT_OF_PLAN, ROWS_OF_PLAN } from "./deleted-rows.ts";

const TABLES = Object.values(schema as Record<string, unknown>)
  .filter((value): value is PgTable => is(value, PgTable))
  .map((table) => ({
    name: getTableName(table),
    columns: Object.values(getTableColumns(table)).map(({ name }) => name),
  }));
/** Columns by which a row rests on a plan, or on a part of one. */
const PARTS = ["plan_id", "step_id", "artifact_id", "output_id", "claim_id", "review_id"];

it("covers every table with a column for a plan or a part of one", () => {
  const resting = TABLES.filter(({ columns }) => PARTS.some((part) => columns.includes(part)));
  const handled = [...ROWS_OF_PLAN.map(({ table }) => table), ...KEPT_OF_PLAN];
  expect(resting.map(({ name }) => name).filter((name) => !handled.includes(name))).toEqual([]);
  expect(resting.length).toBeGreaterThan(15);
});

it("names tables there are, those that refer to others first, and knows which are history", () => {
  const order = ROWS_OF_PLAN.map(({ table }) => TENANT_TABLES.indexOf(table));
  expect(order).not.toContain(-1);
  expect(ROWS_OF_PLAN.at(-1)?.table).toBe("research_plan");
  const history = ROWS_OF_PLAN.filter(({ isHistory }) => isHistory).map(({ table }) => table);
  expect(history).toEqual(
    ROWS_OF_PLAN.map(({ table }) => table).filter((table) => HISTORY_TABLES.includes(table)),
  );
});
