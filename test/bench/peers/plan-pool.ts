import { STEPS_PER_PLAN } from "./contestant.ts";

interface OpenPlan<Plan> {
  readonly plan: Plan;
  stepsDone: number;
}

/**
 * Plans in which steps are left. A plan is worked through before the next one is begun, so as many
 * plans are under way as there are callers; what a measurement leaves over, the next one uses.
 */
export function createPlanPool<Plan>(work: {
  start(): Promise<Plan>;
  doStep(plan: Plan, step: number): Promise<void>;
}) {
  const waiting: OpenPlan<Plan>[] = [];
  return {
    async prepare(pairs: number, callers: number): Promise<void> {
      // One plan more for each caller: the last steps may all be in plans that others work on.
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
