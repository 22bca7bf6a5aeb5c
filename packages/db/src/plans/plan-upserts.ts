import { defineStatement } from "../connection/statement.ts";
import { type Columns, columnNames, entriesOf } from "./columns.ts";
import { CONDITION_COLUMNS, REVIEW_COLUMNS, STEP_COLUMNS } from "./plan-columns.ts";

// For what changes rarely: whole rows as JSON with the engine's own names, inserted or overwritten.

export const DELETE_STEPS = defineStatement("DELETE FROM plan_step WHERE id = ANY($1::text[])");

export const REDEFINE_PLAN = defineStatement(
  "UPDATE research_plan SET name = $2, tags = $3::text[] WHERE id = $1",
);
export const DELETE_TAGS = defineStatement(
  "DELETE FROM plan_tag WHERE plan_id = $1 AND tag <> ALL($2::text[])",
);
export const INSERT_TAGS = defineStatement(`
  INSERT INTO plan_tag (organization_id, plan_id, tag) SELECT $1, $2, tag FROM unnest($3::text[]) AS tag
  ON CONFLICT DO NOTHING`);

/** For rows of plans that are there already. */
export const writePlanTextsOf = (plans: string) => `
  INSERT INTO plan_text (organization_id, plan_id, name, text)
  SELECT organization_id, id, left(lower(name), 300), left(lower(name || chr(10) || research_question), 600)
  FROM research_plan AS own WHERE ${plans}
  ON CONFLICT (organization_id, plan_id) DO UPDATE SET name = excluded.name, text = excluded.text`;
export const WRITE_PLAN_TEXT = defineStatement(writePlanTextsOf("own.id = $1"));

/** A step whose result is void loses its texts too; otherwise they stay as they are. */
export const UPSERT_STEPS = defineStatement(
  upsertText("plan_step", STEP_COLUMNS, [
    "result = CASE WHEN excluded.result_digest IS NOT NULL THEN plan_step.result END",
    "step_execution_report = CASE WHEN excluded.report_digest IS NOT NULL THEN plan_step.step_execution_report END",
  ]),
);

export const UPSERT_CONDITIONS = defineStatement(
  upsertText("plan_branching_condition", CONDITION_COLUMNS, ["updated_at = now()"]),
);

export const UPSERT_REVIEWS = defineStatement(
  upsertText("plan_review", REVIEW_COLUMNS, ["updated_at = now()"]),
);

/** $1 is the organization, $2 the plan, $3 the rows. */
function upsertText<T>(
  table: string,
  columns: Columns<T>,
  furtherAssignments: readonly string[],
): string {
  const entries = entriesOf(columns);
  const fields = entries.map(([field]) => `"${field}"`);
  const types = entries.map(([field, { type }]) => `"${field}" ${type}`);
  const assignments = entries
    .filter(([, { written }]) => written !== "at creation")
    .map(([, { column }]) => `${column} = excluded.${column}`);
  return `
  INSERT INTO ${table} (organization_id, plan_id, ${columnNames(columns)})
  SELECT $1, $2, ${fields.join(", ")} FROM jsonb_to_recordset($3::jsonb) AS given (${types.join(", ")})
  ON CONFLICT (organization_id, id) DO UPDATE SET ${[...assignments, ...furtherAssignments].join(", ")}`;
}
