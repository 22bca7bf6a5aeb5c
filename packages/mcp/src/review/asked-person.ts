import { readPlanPeople } from "@trovella/db/plans";
import { mayDecide, type Plan } from "@trovella/plan-engine";
import { peopleOf, whoMayDecide } from "@trovella/research";
import type { CallContext } from "../calls/call-context.ts";
import { OWN_REVIEW, type ReviewAsker } from "../console-urls.ts";

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
