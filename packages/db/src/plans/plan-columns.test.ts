import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { planBranchingCondition, planReview, planStep, researchPlan } from "../schema/index.ts";
import { type Columns, entriesOf } from "./columns.ts";
import { CONDITION_COLUMNS, PLAN_COLUMNS, REVIEW_COLUMNS, STEP_COLUMNS } from "./plan-columns.ts";

/** Columns that the plans room writes or reads beside a plan's own fields. */
const OTHER_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  research_plan: ["organization_id", "created_by", "source_count", "updated_on", "stalls_on"],
  plan_step: ["organization_id", "plan_id", "result", "step_execution_report", "created_at"],
  plan_branching_condition: ["organization_id", "plan_id", "created_at", "updated_at"],
  plan_review: ["organization_id", "plan_id", "created_at", "updated_at"],
};

describe("the columns of a plan", () => {
  it.each([
    [researchPlan, PLAN_COLUMNS],
    [planStep, STEP_COLUMNS],
    [planBranchingCondition, CONDITION_COLUMNS],
    [planReview, REVIEW_COLUMNS],
  ] as [PgTable, Columns<object>][])("are those of the schema, %#", (table, columns) => {
    const { name, columns: declared } = getTableConfig(table);
    const expected = declared
      .filter((column) => !OTHER_COLUMNS[name]?.includes(column.name))
      .map((column) => `${column.name} ${column.getSQLType()}`);
    const found = entriesOf(columns).map(
      ([, { column, type }]) =>
        `${column} ${type.replace("timestamptz", "timestamp with time zone")}`,
    );
    expect(found.toSorted()).toEqual(expected.toSorted());
  });
});
