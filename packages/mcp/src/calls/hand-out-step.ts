import { newLeaseToken } from "@trovella/db";
import { readOutputPreferences } from "@trovella/db/calls";
import {
  findInstructionAuthors,
  type PlanChange,
  requireLock,
  saveLeaseRenewal,
} from "@trovella/db/plans";
import {
  applyEvents,
  chooseNextStep,
  decide,
  type NextStep,
  type NextStepQuery,
  type Plan,
  renewLease,
  type Step,
} from "@trovella/plan-engine";
import { claimCountsOf, extendChange } from "@trovella/research";
import { ownReview } from "../console-urls.ts";
import { type NextStepReply, nextStepReply } from "../replies/next-step.ts";
import type { CallContext } from "./call-context.ts";
import { closingOf } from "./closing-of.ts";
import { documentOf } from "./document-of.ts";

export interface HandOut {
  /** The given change with the hand-out, to be saved together. */
  readonly change: PlanChange;
  /** What get_next_step replies, without the plan's version. */
  readonly nextStep: NextStepReply;
}

/**
 * Hands out the next step of a plan as it is after a change that is not saved yet. For a plan that is only loaded the
 * change has no events.
 */
export async function handOutStep(
  call: CallContext,
  change: PlanChange,
  wishes: Pick<NextStepQuery, "agent" | "reclaim" | "takeOverStepId"> = {},
): Promise<HandOut> {
  const query = { ...holderOf(call), ...wishes };
  const chosen = chooseNextStep(change.plan, query, call.now);
  const command = { type: "start_next_step" as const, newLeaseToken: newLeaseToken(), ...query };
  const extended = extendChange(change, command, call);
  const details = await detailsOf(chosen, extended.plan, call);
  return {
    change: extended,
    nextStep: nextStepReply(chosen, {
      plan: extended.plan,
      now: call.now,
      console: call.console,
      asker: ownReview(call),
      ...details,
    }),
  };
}

/** Whether the reply says that there is nothing for the caller now. */
export function isNothingYet({ status }: Pick<NextStepReply, "status">): boolean {
  return status === "awaiting_review" || status === "no_pending_steps";
}

/** What a caller that waits would take: the plan after it got its answer, or null while there is nothing for it. */
export function claimStep(
  call: CallContext,
  wishes: Pick<NextStepQuery, "agent" | "reclaim" | "takeOverStepId">,
): (plan: Plan, now: Date) => Plan | null {
  const query = { ...holderOf(call), ...wishes };
  const command = { type: "start_next_step" as const, newLeaseToken: newLeaseToken(), ...query };
  return (plan, now) => {
    try {
      if (isNothingYet(chooseNextStep(plan, query, now))) return null;
      return applyEvents(plan, decide(plan, command, now));
    } catch {
      // The tool refuses it in words.
      return plan;
    }
  };
}

function holderOf({ caller, sessionId, actor }: CallContext) {
  return {
    userId: caller.userId,
    sessionId: sessionId ?? undefined,
    client: actor.client ?? undefined,
  };
}

async function detailsOf(chosen: NextStep, plan: Plan, call: CallContext) {
  const { context } = call;
  switch (chosen.status) {
    case "step_ready": {
      const { step, reason } = chosen;
      const renewedUntil = reason === "held" ? await renew(plan, step, call) : null;
      const authors = isOriginal(plan, step)
        ? undefined
        : await findInstructionAuthors(context, plan.id);
      const closing = await closingOf(plan, step, call);
      return { renewedUntil, author: authors?.get(step.id), closing };
    }
    case "plan_complete": {
      const preferences = await readOutputPreferences(context, plan.id);
      const claims = await claimCountsOf(context, plan.id);
      return { preferences, claims, document: await documentOfEnded(plan, call) };
    }
    case "plan_failed":
      return { document: await documentOfEnded(plan, call) };
    case "no_pending_steps":
      // A cached plan knows older ends of leases.
      requireLock(context);
      return {};
    default:
      return {};
  }
}

/** Not asked for by the call that ends the plan, whose assistant is about to write the document, unless it did so before. */
async function documentOfEnded(plan: Plan, call: CallContext) {
  const hasJustEnded = plan.closedAt === null || plan.closedAt >= call.now;
  return hasJustEnded && plan.phase === "open" ? null : documentOf(call, plan);
}

/** A worker that asks for the step it holds is active, so its lease is renewed. */
async function renew(plan: Plan, step: Step, { context, now }: CallContext): Promise<Date | null> {
  requireLock(context);
  const leaseToken = step.leaseToken ?? undefined;
  const renewal = renewLease(plan, { stepId: step.id, leaseToken }, now);
  if (renewal) await saveLeaseRenewal(context, renewal);
  return renewal?.expiresAt ?? null;
}

/** Whether the step is untouched since the plan was created, so that nobody can have reworded it. */
function isOriginal(plan: Plan, step: Step): boolean {
  return step.updatedAt.getTime() === plan.createdAt.getTime();
}
