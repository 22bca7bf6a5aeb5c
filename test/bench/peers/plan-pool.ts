import { STEPS_PER_PLAN } from "./contestant.ts";

interface OpenPlan<Plan> {
  readonly plan: Plan;
  stepsDone: number;
}

/**
 * Plans with steps left. A plan is finished before the next one is started, so there are as many active
 * plans as callers; the next measurement uses the leftovers.
 */
export function createPlanPool<Plan>(work: {
  start(): Promise<Plan>;
  doStep(plan: Plan, step: number): Promise<void>;
}) {
  const waiting: OpenPlan<Plan>[] = [];
  return {
    async prepare(pairs: number, callers: number): Promise<void> {
      // One more plan per caller: the last steps may all be in plans of other callers.
      const wanted = Math.ceil(pairs / STEPS_PER_PLAN) + callers;
      while (waiting.filter(({ stepsDone }) => stepsDone === 0).length < wanted) {
        waiting.unshift({ plan: await work.start(), stepsDone: 0 });
      }
    },

    async pair(): Promise<void> {
      const open = waiting.pop();
      if (!open) throw new Error("There are fewer steps left than pairs to do.");
      await work.doStep(open.plan, open.stepsDone + 1);
      open.stepsDone += 1;
      if (open.stepsDone < STEPS_PER_PLAN) waiting.push(open);
    },
  };
}
