import type { TenantContext } from "@trovella/db";
import { loadPlanForShare, saveLeaseRenewal } from "@trovella/db/plans";
import { AppError, invalidField } from "@trovella/foundation";
import { type Plan, renewLease } from "@trovella/plan-engine";
import type { CallContext } from "./calls/call-context.ts";

export interface PlanReference {
  readonly planId?: string | undefined;
  readonly stepId?: string | undefined;
  readonly leaseToken?: string | undefined;
}

/** The referenced plan; throws unless the plan exists and has the step. */
export async function findPlan(
  context: TenantContext,
  { planId, stepId }: PlanReference,
): Promise<Plan | null> {
  if (planId === undefined) {
    if (stepId !== undefined) {
      throw invalidField(
        "planId",
        "is missing beside stepId. Next: call again with the planId of that step.",
      );
    }
    return null;
  }
  const { plan } = await loadPlanForShare(context, planId);
  if (stepId !== undefined) requireStep(plan, stepId);
  return plan;
}

export function requireStep({ steps }: Plan, stepId: string): void {
  if (steps.some(({ id }) => id === stepId)) return;
  throw new AppError(
    "NOT_FOUND",
    "This plan has no such step. Next: call get_plan_status to see its steps.",
  );
}

/**
 * Storing something for a step shows that its worker is active. Must come last: it locks the step
 * until the transaction ends, and commands that settle the step lock the plan first.
 */
export async function renewLeaseAt(
  { context, now }: CallContext,
  plan: Plan | null,
  { stepId, leaseToken }: PlanReference,
): Promise<void> {
  if (!plan || stepId === undefined) return;
  const renewal = renewLease(plan, { stepId, leaseToken }, now);
  if (renewal) await saveLeaseRenewal(context, renewal);
}
