import type { TenantContext } from "@trovella/db";
import { AppError } from "@trovella/foundation";
import { planActivity } from "@trovella/plan-engine";
import { actOnPlan, type Caller, type PersonsAction, type RuleReader } from "@trovella/research";
import { isLockedPage, pinRequired } from "./commit-decision.ts";

/** Does to a plan what a person in a browser asks for (R37); a token cannot. */
export async function commitAction(
  context: TenantContext,
  action: PersonsAction,
  {
    caller,
    now,
    rule,
  }: { readonly caller: Caller; readonly now: () => Date; readonly rule: RuleReader },
) {
  if (isLockedPage(caller)) throw pinRequired();
  if (!caller.isPerson) {
    throw new AppError(
      "FORBIDDEN",
      "Only a person may change a plan in this way, in the console or by `trovella plan`. Next: ask them to do it.",
    );
  }
  const { plan, events } = await actOnPlan(context, action, {
    actor: { userId: caller.userId, client: "console", via: "console", sessionId: null },
    now,
    rule,
    mayReview: caller.permissions.has("review"),
  });
  return {
    planId: plan.id,
    planStatus: plan.status,
    planVersion: plan.version,
    activity: planActivity(plan, now()),
    isChanged: events.length > 0,
  };
}
