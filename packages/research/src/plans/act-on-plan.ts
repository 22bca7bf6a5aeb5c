import type { TenantContext } from "@trovella/db";
import type { Actor } from "@trovella/db/calls";
import { loadPlanForUpdate, type PlanChange, requireLock } from "@trovella/db/plans";
import { AppError } from "@trovella/foundation";
import { changedCheckpoint, type Plan } from "@trovella/plan-engine";
import { type RuleReader, requireDecider } from "../reviews/plan-people.ts";
import { refuseConflict } from "./edit-conflict.ts";
import { decideChange, saveAndCommit } from "./handle-command.ts";
import type { PersonsCommand } from "./persons-command.ts";
import { refusalForPeople } from "./refusal-for-people.ts";

export interface PersonsAction {
  readonly planId: string;
  /** The version that the person saw; left out, nothing they did not see is in their way. */
  readonly expectedVersion?: number | undefined;
  readonly command: PersonsCommand;
}

export interface ActingPerson {
  readonly actor: Actor & { readonly userId: string };
  readonly now: () => Date;
  readonly rule: RuleReader;
  /** Whether they may decide reviews at all. */
  readonly mayReview: boolean;
}

/** Does to a plan what a person asks for (R37), and saves it. The caller has made sure that it is a person. */
export async function actOnPlan(
  context: TenantContext,
  { planId, expectedVersion, command }: PersonsAction,
  { actor, now, rule, mayReview }: ActingPerson,
): Promise<PlanChange> {
  requireLock(context);
  const loaded = await loadPlanForUpdate(context, planId);
  const { plan } = loaded;
  if (expectedVersion !== undefined && expectedVersion < plan.version) {
    await refuseConflict(context, { plan, expectedVersion, command, userId: actor.userId, rule });
  }
  if (isAboutCheckpoint(plan, command)) {
    if (!mayReview) throw reviewNeeded();
    await requireDecider(context, plan, { userId: actor.userId, rule });
  }
  const change = decideForPeople(() => decideChange(loaded, command, { now: now() }));
  if (change.events.length > 0) await saveAndCommit(context, change, { actor });
  return change;
}

/** Leaving a checkpoint out, or changing it, is a way around its review. */
function isAboutCheckpoint(plan: Plan, command: PersonsCommand): boolean {
  if (command.type === "modify_plan") return changedCheckpoint(plan, command) !== undefined;
  if (command.type !== "skip_step" && command.type !== "edit_step") return false;
  return plan.steps.some(({ id, requiresReview }) => id === command.stepId && requiresReview);
}

function reviewNeeded(): AppError {
  return new AppError(
    "FORBIDDEN",
    "This step requires a review, so changing it needs the right to review. Next: ask an administrator of the organization for it.",
  );
}

function decideForPeople(decide: () => PlanChange): PlanChange {
  try {
    return decide();
  } catch (error) {
    throw error instanceof AppError ? refusalForPeople(error) : error;
  }
}
