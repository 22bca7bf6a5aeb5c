import { withTenantContext } from "@trovella/db";
import { loadPlanForUpdate, planChange, savePlan } from "@trovella/db/plans";
import { decide } from "@trovella/plan-engine";
import { claimStep, createPlan, submitStep, type Worker } from "../mcp/plan-loop.ts";

const ACTOR = { userId: null, client: null, via: "server", sessionId: null };
const DAY_MS = 86_400_000;

/** A plan that stalls and is completed all the same: two things that people are told, in this order. */
export async function stallAndComplete(worker: Worker): Promise<string> {
  const { plan } = await createPlan(worker, 1);
  const claim = await claimStep(worker, plan.id);
  if (!claim) throw new Error("nothing to claim");
  await stall(worker, plan.id);
  await submitStep(worker, plan.id, claim);
  return plan.id;
}

/** One thing that people are told. */
export async function completePlan(worker: Worker): Promise<string> {
  const { plan } = await createPlan(worker, 1);
  const claim = await claimStep(worker, plan.id);
  if (!claim) throw new Error("nothing to claim");
  await submitStep(worker, plan.id, claim);
  return plan.id;
}

async function stall({ database, tenant }: Worker, planId: string): Promise<void> {
  await withTenantContext(database, tenant, async (context) => {
    const loaded = await loadPlanForUpdate(context, planId);
    const now = new Date(Date.now() + DAY_MS);
    const events = decide(loaded.plan, { type: "detect_stall" }, now);
    await savePlan(context, planChange(loaded, events), { actor: ACTOR, commit: true });
  });
}
