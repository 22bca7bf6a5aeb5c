import type { TenantContext } from "@trovella/db";
import {
  loadPlanForUpdate,
  type PlanChange,
  readPlanPeople,
  requireLock,
} from "@trovella/db/plans";
import { AppError } from "@trovella/foundation";
import { mayAssign, mayBeAsked } from "@trovella/plan-engine";
import { decideChange } from "../plans/handle-command.ts";
import { type RuleReader, whoMayDecide } from "./plan-people.ts";

interface Assignment {
  readonly planId: string;
  /** Null asks the owner again. */
  readonly assigneeId: string | null;
}

interface Assigner {
  readonly userId: string;
  readonly rule: RuleReader;
  readonly now: () => Date;
}

/** Asks a member of the organization to review the plan (R38). */
export async function assignPlan(
  context: TenantContext,
  { planId, assigneeId }: Assignment,
  { userId, rule: readRule, now }: Assigner,
): Promise<PlanChange> {
  const loaded = await loadPlanForUpdate(context, planId);
  requireLock(context);
  const rule = await readRule();
  const people = await readPlanPeople(context, loaded.plan);
  if (!mayAssign(rule, people, userId)) {
    throw new AppError(
      "FORBIDDEN",
      `${whoMayDecide(rule, people)} Who may not decide may not hand it on either. Next: ask them to assign it.`,
      { whoDecides: rule.whoDecides },
    );
  }
  if (assigneeId !== null && !mayBeAsked(rule, people, assigneeId)) {
    // The same for unknown ids, people of other organizations, and those whose role cannot decide.
    throw new AppError(
      "NOT_FOUND",
      "There is no such member who may decide this plan's reviews. Next: choose one of those listed.",
    );
  }
  const command = {
    type: "assign_plan",
    by: "person",
    // One way to say that the owner is asked.
    assigneeId: assigneeId === people.ownerId ? null : assigneeId,
  } as const;
  return decideChange(loaded, command, { now: now() });
}
