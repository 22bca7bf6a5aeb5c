import type { TenantContext } from "@trovella/db";
import { readStepCosts } from "@trovella/db/plans";
import {
  DIMENSIONS,
  estimatePlan,
  type Plan,
  type PlanEstimate,
  reserveOf,
} from "@trovella/plan-engine";

/** What the plan will probably take, by the organization's own steps where there are enough (R24). */
export async function estimateOf(
  context: TenantContext,
  { mode, steps }: Pick<Plan, "mode" | "steps">,
  now: Date,
): Promise<PlanEstimate> {
  const history = await readStepCosts(context, { mode, now });
  return estimatePlan(
    steps.map(({ type }) => type),
    history,
  );
}

/** Caps that will probably end the research early. */
export function tightCaps(
  { budget }: Pick<Plan, "budget">,
  estimate: PlanEstimate,
): readonly string[] {
  const expected = {
    steps: estimate.steps,
    toolCalls: estimate.toolCalls.p50,
    workMinutes: estimate.workMinutes.p50,
    tokens: estimate.tokens?.p50,
  };
  return DIMENSIONS.flatMap((dimension) => {
    const cap = budget?.[dimension];
    const probable =
      dimension in expected ? expected[dimension as keyof typeof expected] : undefined;
    if (cap === undefined || probable === undefined) return [];
    const usable = Math.round(cap * (1 - reserveOf({ budget })) * 100) / 100;
    if (probable <= usable) return [];
    return `budget.${dimension}: about ${probable} are expected, and research stops at ${usable} of ${cap} to leave the rest for the document.`;
  });
}
