import type { PlanStatus, StepStatus, StepType } from "@trovella/plan-engine";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

export interface ListedStep {
  readonly id: string;
  readonly order: number;
  readonly type: StepType;
  readonly status: StepStatus;
  readonly startedAt: Date | null;
  readonly updatedAt: Date;
  readonly lastActivityAt: Date | null;
}

export interface ListedPlan {
  readonly id: string;
  readonly name: string;
  readonly researchQuestion: string;
  readonly status: PlanStatus;
  readonly stallThresholdMs: number;
  readonly updatedAt: Date;
  readonly steps: readonly ListedStep[];
}

const LIST_PLANS = defineStatement(`
  SELECT id, name, left(research_question, $3) AS research_question, status, stall_threshold_ms, updated_at
  FROM research_plan
  WHERE status IN ('planning', 'executing', 'awaiting_review', 'stalled') AND ($1::text IS NULL OR id < $1)
  ORDER BY id DESC LIMIT $2`);

const LIST_STEPS = defineStatement(`
  SELECT plan_id, id, step_order, step_type, status, started_at, updated_at, last_activity_at
  FROM plan_step WHERE plan_id = ANY($1::text[]) ORDER BY plan_id, step_order`);

/** Plans that are not closed, newest first; ids rise with time, so the last one seen says where to go on. */
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
    id: row.id as string,
    name: row.name as string,
    researchQuestion: row.research_question as string,
    status: row.status as PlanStatus,
    stallThresholdMs: Number(row.stall_threshold_ms),
    updatedAt: row.updated_at as Date,
    steps: (steps?.rows ?? []).filter((step) => step.plan_id === row.id).map(listedStep),
  }));
}

function listedStep(row: Record<string, unknown>): ListedStep {
  return {
    id: row.id,
    order: row.step_order,
    type: row.step_type,
    status: row.status,
    startedAt: row.started_at,
    updatedAt: row.updated_at,
    lastActivityAt: row.last_activity_at,
  } as ListedStep;
}

const FIND_PLANS = defineStatement(`
  SELECT id FROM research_plan
  WHERE starts_with(id, $1) OR strpos(lower(name), lower($1)) > 0
  ORDER BY id DESC LIMIT $2`);

/** Ids of the newest plans whose id begins with the text or whose name contains it. */
export async function findPlanIds(
  context: TenantContext,
  { text, limit }: { text: string; limit: number },
): Promise<string[]> {
  const [found] = await context.send([execution(FIND_PLANS, [text, limit])]);
  return (found?.rows ?? []).map(({ id }) => String(id));
}
