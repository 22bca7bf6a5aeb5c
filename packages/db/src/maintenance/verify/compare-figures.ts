import type { Plan } from "@trovella/plan-engine";
import { queryRows } from "../../connection/query-rows.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";
import { columnNames, type Row, rowReader } from "../../plans/columns.ts";
import { FIGURE_COLUMNS } from "../../plans/plan-columns.ts";
import { type PlanFigures, planFigures } from "../../plans/plan-figures.ts";
import { type Difference, difference } from "./compare-plans.ts";

/** A lease is renewed without an event, and the last sign of life with it. */
type Compared = Omit<PlanFigures, "lastSignAt"> & {
  readonly sourceCount: number;
  /** What lists look for is its name and question. */
  readonly isListed: boolean;
};

const READ = defineStatement(`
  SELECT ${columnNames(FIGURE_COLUMNS)}, source_count, (SELECT count(*)::integer FROM plan_source WHERE plan_id = $1) AS counted,
    EXISTS (SELECT FROM plan_text AS listed WHERE plan_id = $1
      AND listed.text = left(lower(research_plan.name || chr(10) || research_question), 600)) AS is_listed
  FROM research_plan WHERE id = $1`);
const readFigures = rowReader(FIGURE_COLUMNS);

/** What lists show of a plan must be what its steps and its register of sources have. */
export async function compareFigures(context: TenantContext, plan: Plan): Promise<Difference[]> {
  const [row] = await queryRows<Row>(context, execution(READ, [plan.id]));
  if (!row) return [];
  const stored = {
    ...readFigures(row),
    sourceCount: Number(row.source_count),
    isListed: row.is_listed === true,
  };
  const expected = { ...planFigures(plan), sourceCount: Number(row.counted), isListed: true };
  const { lastSignAt: _, ...compared } = stored;
  const names = Object.keys(compared) as (keyof Compared)[];
  return names.flatMap((name) =>
    isSame(stored[name], expected[name])
      ? []
      : [difference(plan.id, `plan.${name}`, expected[name], stored[name])],
  );
}

/** The order in which a mean is computed shows in its last digits. */
function isSame(one: Compared[keyof Compared], other: Compared[keyof Compared]): boolean {
  if (typeof one !== "number" || typeof other !== "number") return one === other;
  return Math.abs(one - other) < 1e-9;
}
