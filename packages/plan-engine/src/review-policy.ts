import { DECIDED_VIA, type DecidedVia, isSettled, type Plan, type Step } from "./plan.ts";
import type { ReviewPolicy } from "./plan-fields.ts";

/** The channels whose decisions a plan accepts (R35). */
const ACCEPTED: Readonly<Record<ReviewPolicy, readonly DecidedVia[]>> = {
  relayed_allowed: DECIDED_VIA,
  client_attested: ["console", "app", "elicitation"],
  human_only: ["console"],
};

export function acceptsDecision(policy: ReviewPolicy, decidedVia: DecidedVia): boolean {
  return ACCEPTED[policy].includes(decidedVia);
}

/** 1 is the best proof that a person decided. */
export function decisionRank(decidedVia: DecidedVia): number {
  return DECIDED_VIA.indexOf(decidedVia) + 1;
}

/** The end of a "Next: …" for a plan that waits for a review. */
export function howToDecide(plan: Pick<Plan, "reviewPolicy">): string {
  return isStrict(plan)
    ? "wait until the person has decided at the reviewUrl that get_next_step returns"
    : "wait for the review, or relay the person's decision with submit_user_decision";
}

/** Whether the step is a checkpoint that only a person may change or leave out (R31). */
export function isProtected(plan: Pick<Plan, "reviewPolicy">, step: Step): boolean {
  return isStrict(plan) && step.requiresReview && !isSettled(step.status);
}

/** Whether an assistant's word does not count as a person's decision. */
export function isStrict({ reviewPolicy }: Pick<Plan, "reviewPolicy">): boolean {
  return !acceptsDecision(reviewPolicy, "relayed");
}
