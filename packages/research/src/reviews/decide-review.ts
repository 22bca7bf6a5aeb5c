import { sealJson } from "@trovella/db";
import type { LoadedPlan, PlanChange } from "@trovella/db/plans";
import { approvalResult, type DecideReview } from "@trovella/plan-engine";
import { decideChange } from "../plans/handle-command.ts";

/** A person's decision about a review, through whichever edge it came. */
export type ReviewVerdict = Omit<DecideReview, "type" | "resultDigest">;

/** Decides a review of the plan. Approval completes the step with what was reviewed as its result. */
export function decideReview(loaded: LoadedPlan, verdict: ReviewVerdict, now: Date): PlanChange {
  const feedback = verdict.feedback || undefined;
  const result = sealJson(approvalResult(loaded.plan, { ...verdict, feedback }));
  const resultDigest = result.digest;
  return decideChange(
    loaded,
    { type: "decide_review", ...verdict, feedback, resultDigest },
    { now, texts: { result, report: null } },
  );
}
