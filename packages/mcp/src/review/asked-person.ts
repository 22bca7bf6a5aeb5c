import { readPlanPeople } from "@trovella/db/plans";
import { mayDecide, type Plan } from "@trovella/plan-engine";
import { peopleOf, whoMayDecide } from "@trovella/research";
import type { CallContext } from "../calls/call-context.ts";
import { ownReview, type ReviewAsker } from "../console-urls.ts";

/** Whether the caller's person may decide the plan's reviews, and who is asked if it is somebody else. */
export async function readAsker(call: CallContext, plan: Plan): Promise<ReviewAsker> {
  const { context, caller } = call;
  const own = ownReview(call);
  const rule = await call.rule();
  if (rule.memberCount <= 1 && rule.whoDecides === "anyone") return own;
  const people = await readPlanPeople(context, plan);
  const { askedId, askedName } = peopleOf(rule, people);
  if (!mayDecide(rule, people, caller.userId)) {
    return { ...own, mayDecide: false, notice: whoMayDecide(rule, people) };
  }
  if (askedId === null || askedId === caller.userId) return own;
  return { ...own, notice: `It waits for ${askedName}.` };
}
