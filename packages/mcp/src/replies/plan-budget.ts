import type { Plan } from "@trovella/plan-engine";
import { type UsageFigure, usageFigures } from "@trovella/research";
import { z } from "zod";

/** The budget in a reply: only where the plan was given one, or has left the first phase. */
export const budgetInReply = z.looseObject({}).optional();

interface BudgetReply {
  readonly budget?: Record<string, unknown>;
}

/** The phase and the cap of which most is used. */
export function budgetOf(plan: Plan, now: Date): BudgetReply {
  if (!isWorthTelling(plan)) return {};
  const share = ({ used, cap }: UsageFigure) => used / (cap ?? Number.POSITIVE_INFINITY);
  const [tightest] = cappedFigures(plan, now).sort((one, other) => share(other) - share(one));
  return { budget: { ...phaseOf(plan), tightest } };
}

/** Every capped dimension with what is used of it. */
export function wholeBudgetOf(plan: Plan, now: Date): BudgetReply {
  if (!isWorthTelling(plan)) return {};
  return { budget: { ...phaseOf(plan), dimensions: cappedFigures(plan, now) } };
}

function isWorthTelling({ budget, phase }: Plan): boolean {
  return budget !== null || phase !== "open";
}

function phaseOf({ phase, phaseCause }: Plan) {
  return { phase, ...(phaseCause ? { cause: phaseCause } : {}) };
}

/** Estimates are for people: they close no plan, so a model need not mind them. */
function cappedFigures(plan: Plan, now: Date): UsageFigure[] {
  return usageFigures(plan, now, { resultBytes: 0 })
    .filter(({ cap, basis }) => cap !== null && basis !== "estimate")
    .map((figure) => ({ ...figure, used: Math.round(figure.used * 100) / 100 }));
}
