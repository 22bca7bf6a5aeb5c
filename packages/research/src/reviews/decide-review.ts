import { sealJson, type TenantContext } from "@trovella/db";
import { type LoadedPlan, type PlanChange, requireLock } from "@trovella/db/plans";
import { approvalResult, type DecideReview } from "@trovella/plan-engine";
import { decideChange } from "../plans/handle-command.ts";
import { type RuleReader, requireDecider } from "./plan-people.ts";

/** A person's decision about a review, through whichever edge it came. */
export type ReviewVerdict = Omit<DecideReview, "type" | "resultDigest" | "decidedBy"> & {
  readonly decidedBy: string;
};

/** Decides a review of the plan. Approval completes the step with what was reviewed as its result. */
export async function decideReview(
  context: TenantContext,
  loaded: LoadedPlan,
  verdict: ReviewVerdict,
  { now, rule }: { readonly now: Date; readonly rule: RuleReader },
): Promise<PlanChange> {
  requireLock(context);
  const feedback = verdict.feedback || undefined;
  const result = sealJson(approvalResult(loaded.plan, { ...verdict, feedback }));
  const resultDigest = result.digest;
  const change = decideChange(
    loaded,
    { type: "decide_review", ...verdict, feedback, resultDigest },
    { now, texts: { result, report: null } },
  );
  // Last, so that a decision that comes too late is answered so, from any sender.
  await requireDecider(context, loaded.plan, { userId: verdict.decidedBy, rule });
  return change;
}
