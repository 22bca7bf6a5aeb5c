import type { TenantContext } from "@trovella/db";
import { isPlanHandle, readStepHandle, resolvePlanId, resolveStepId } from "@trovella/db/plans";
import { id } from "./inputs.ts";

interface Named {
  readonly planId?: unknown;
  readonly stepId?: unknown;
}

/** Whether the input of a procedure names its plan or step by a handle. It is not validated yet. */
export function hasHandles(input: unknown): input is Named {
  if (typeof input !== "object" || input === null) return false;
  const { planId, stepId } = input as Named;
  return (
    (typeof planId === "string" && isPlanHandle(planId)) ||
    (typeof stepId === "string" && readStepHandle(stepId) !== null)
  );
}

/** The input with ids in place of handles; one that names nothing stays and is not found. */
export async function withIds(context: TenantContext, input: Named): Promise<unknown> {
  const { planId: plan, stepId: step } = input;
  const planId = typeof plan === "string" ? await resolvePlanId(context, plan) : plan;
  const scope = id.optional().safeParse(planId);
  if (typeof step !== "string" || !scope.success) return { ...input, planId };
  return { ...input, planId, stepId: await resolveStepId(context, scope.data, step) };
}
