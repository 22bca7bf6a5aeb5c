import type { Plan, Step } from "@trovella/plan-engine";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { columnNames, pickColumns, rowReader } from "./columns.ts";
import { PLAN_COLUMNS, STEP_COLUMNS } from "./plan-columns.ts";

const LISTED_STEP = pickColumns(STEP_COLUMNS, [
  "id",
  "number",
  "order",
  "type",
  "status",
  "startedAt",
  "updatedAt",
  "lastActivityAt",
  "leaseHolder",
  "leaseClient",
  "leaseExpiresAt",
]);
const LISTED_PLAN = pickColumns(PLAN_COLUMNS, [
  "id",
  "handle",
  "name",
  "status",
  "isCancelled",
  "archivedAt",
  "stallThresholdMs",
  "createdAt",
  "updatedAt",
]);

export type ListedStep = Pick<Step, keyof typeof LISTED_STEP>;
export type ListedPlan = Pick<Plan, keyof typeof LISTED_PLAN | "researchQuestion"> & {
  readonly steps: readonly ListedStep[];
};

const LIST_PLANS = defineStatement(`
  SELECT ${columnNames(LISTED_PLAN)}, left(research_question, $3) AS research_question
  FROM research_plan
  WHERE status IN ('planning', 'executing', 'awaiting_review', 'stalled') AND ($1::text IS NULL OR id < $1)
  ORDER BY id DESC LIMIT $2`);

const LIST_STEPS = defineStatement(`
  SELECT plan_id, ${columnNames(LISTED_STEP)}
  FROM plan_step WHERE plan_id = ANY($1::text[]) ORDER BY plan_id, step_order`);

const readListedPlan = rowReader(LISTED_PLAN);
const readListedStep = rowReader(LISTED_STEP);

/** Open plans, newest first. Ids rise with time, so the last one of a page is the cursor. */
export async function listActivePlans(
  context: TenantContext,
  {
    beforeId,
    limit,
    questionLength,
  }: { beforeId: string | null; limit: number; questionLength: number },
): Promise<ListedPlan[]> {
  const [plans] = await context.send([execution(LIST_PLANS, [beforeId, limit, questionLength])]);
  const rows = plans?.rows ?? [];
  if (rows.length === 0) return [];
  const [steps] = await context.send([execution(LIST_STEPS, [rows.map(({ id }) => String(id))])]);
  return rows.map((row) => ({
    ...readListedPlan(row),
    researchQuestion: String(row.research_question),
    steps: (steps?.rows ?? []).filter((step) => step.plan_id === row.id).map(readListedStep),
  }));
}

const FIND_PLANS = defineStatement(`
  SELECT handle FROM research_plan
  WHERE starts_with(handle, lower($1)) OR starts_with(id, $1) OR strpos(lower(name), lower($1)) > 0
  ORDER BY id DESC LIMIT $2`);

/** Handles of the newest plans whose handle or id begins with the text or whose name contains it. */
export async function findPlanHandles(
  context: TenantContext,
  { text, limit }: { text: string; limit: number },
): Promise<string[]> {
  const [found] = await context.send([execution(FIND_PLANS, [text, limit])]);
  return (found?.rows ?? []).map(({ handle }) => String(handle));
}
