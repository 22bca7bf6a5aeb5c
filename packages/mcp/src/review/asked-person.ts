import { readPlanPeople } from "@trovella/db/plans";
import { mayDecide, type Plan } from "@trovella/plan-engine";
import { peopleOf, whoMayDecide } from "@trovella/research";
import type { CallContext } from "../calls/call-context.ts";

/** How the caller's person stands to the review of a plan. */
export interface ReviewAsker {
  readonly mayDecide: boolean;
  /** What to tell the model before how to decide; null when the caller's own person is asked. */
  readonly notice: string | null;
}

export const OWN_REVIEW: ReviewAsker = { mayDecide: true, notice: null };

/** Whether the caller's person may decide the plan's reviews, and who is asked if it is somebody else. */
export async function readAsker(
  { context, caller, rule: readRule }: CallContext,
  plan: Plan,
): Promise<ReviewAsker> {
  const rule = await readRule();
  if (rule.memberCount <= 1 && rule.whoDecides === "anyone") return OWN_REVIEW;
  const people = await readPlanPeople(context, plan);
  const { askedId, askedName } = peopleOf(rule, people);
  if (!mayDecide(rule, people, caller.userId)) {
    return { mayDecide: false, notice: whoMayDecide(rule, people) };
  }
  if (askedId === null || askedId === caller.userId) return OWN_REVIEW;
  return { mayDecide: true, notice: `It waits for ${askedName}.` };
}
