import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { PlanReferences } from "./reference-cache.ts";

const PLAN_HANDLE = /^p-\w{1,60}$/;
const STEP_HANDLE = /^(?:(p-\w{1,60})\/)?s(\d{1,6})$/;

/** Handles are written in lower case, but read in any. */
function normalized(given: string): string {
  return given.trim().toLowerCase();
}

export function isPlanHandle(given: string): boolean {
  return PLAN_HANDLE.test(normalized(given));
}

/** `s4`, or `p-k7q2x9/s4` from outside the plan. */
export function readStepHandle(given: string): { plan: string | null; number: number } | null {
  const [, plan = null, number] = STEP_HANDLE.exec(normalized(given)) ?? [];
  return number === undefined ? null : { plan, number: Number(number) };
}

/** The id of the plan with this handle. Anything else, an unknown handle included, comes back as it is. */
export async function resolvePlanId(context: TenantContext, given: string): Promise<string> {
  if (!isPlanHandle(given)) return given;
  const handle = normalized(given);
  const references = context.cachedReferences(handle) ?? (await findReferences(context, handle));
  return references?.id ?? given;
}

/** The id of the step with this handle; `planId` is the plan it belongs to unless the handle names another. */
export async function resolveStepId(
  context: TenantContext,
  planId: string | undefined,
  given: string,
): Promise<string> {
  const handle = readStepHandle(given);
  const plan = handle?.plan ?? planId;
  if (!handle || plan === undefined) return given;
  // The step may have been added since the references were read.
  const stepId =
    context.cachedReferences(plan)?.stepIds.get(handle.number) ??
    (await findReferences(context, plan))?.stepIds.get(handle.number);
  return stepId ?? given;
}

const FIND_REFERENCES = defineStatement(`
  SELECT plan.id, handle, step.id AS step_id, step.number
  FROM research_plan AS plan LEFT JOIN plan_step AS step ON step.plan_id = plan.id
  WHERE plan.id = $1 OR handle = $1`);

async function findReferences(
  context: TenantContext,
  plan: string,
): Promise<PlanReferences | null> {
  const [found] = await context.send([execution(FIND_REFERENCES, [plan])]);
  const rows = found?.rows ?? [];
  const [first] = rows;
  if (!first) return null;
  const steps = rows.flatMap(({ step_id: id, number }) =>
    id === null ? [] : [[Number(number), String(id)] as const],
  );
  const references = {
    id: String(first.id),
    handle: String(first.handle),
    stepIds: new Map(steps),
  };
  context.cacheReferences(references);
  return references;
}
