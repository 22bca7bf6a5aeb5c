import type { TenantContext } from "@trovella/db";
import type { Actor, CallRecord } from "@trovella/db/calls";
import {
  findLeaseStep,
  type LoadedPlan,
  loadPlanForUpdate,
  type PlanChange,
  planChange,
  type StepTexts,
  savePlan,
} from "@trovella/db/plans";
import { inSpan } from "@trovella/foundation";
import { type Command, decide, type Plan } from "@trovella/plan-engine";

/** The transaction a command runs in. `now` is read after the plan is loaded, which may wait for its lock. */
export interface CommandScope {
  readonly context: TenantContext;
  readonly now: Date;
}

/** A command, or how it follows from the plan. */
export type CommandOn = Command | ((plan: Plan | null) => Promise<Command>);

/**
 * Loads the plan and decides the command on it; a refused command throws. Nothing is saved yet, so the
 * caller can build its reply from the changed plan and save both with `saveAndCommit`.
 */
export async function handleCommand(
  scope: CommandScope,
  planId: string | null,
  command: CommandOn,
  texts?: StepTexts,
): Promise<PlanChange> {
  const loaded = planId === null ? null : await loadPlanForUpdate(scope.context, planId);
  const given = typeof command === "function" ? await command(loaded?.plan ?? null) : command;
  const known = loaded ? await withLeaseStep(scope.context, loaded, given) : given;
  return decideChange(loaded, known, { now: scope.now, texts });
}

/** Decides a command on a plan that is loaded already, because the command depends on it. */
export function decideChange(
  loaded: LoadedPlan | null,
  command: Command,
  { now, texts }: { readonly now: Date; readonly texts?: StepTexts | undefined },
): PlanChange {
  return inSpan(`decide ${command.type}`, (span) => {
    const events = decide(loaded?.plan ?? null, command, now);
    span.setAttributes({ "trovella.events": events.length });
    return planChange(loaded, events, texts);
  });
}

/**
 * Decides a second command on the plan as it is after a change that is not saved yet. Both are committed together: the
 * log has the events of both in order, and the version counts what was committed, so it rises once.
 */
export function extendChange(
  { before, events, plan, texts }: PlanChange,
  command: Command,
  { now }: { readonly now: Date },
): PlanChange {
  // Deciding reads the plan alone; where its log ends matters to saving only.
  const further = decideChange({ plan, auditSeq: 0, auditHead: "" }, command, { now });
  return planChange(before, [...events, ...further.events], texts);
}

/** The command with what only the plan's history knows: which step an unknown lease token was given for. */
async function withLeaseStep(
  context: TenantContext,
  loaded: LoadedPlan,
  command: Command,
): Promise<Command> {
  if (command.type !== "submit_result" && command.type !== "request_review") return command;
  const { stepId, leaseToken } = command;
  const isCurrent = loaded.plan.steps.find(({ id }) => id === stepId)?.leaseToken === leaseToken;
  // A refusal on a cached plan is never final: the call is repeated under a lock.
  if (!leaseToken || isCurrent || context.isOptimistic) return command;
  const leaseStepId = await findLeaseStep(context, loaded.plan.id, leaseToken);
  return leaseStepId === undefined ? command : { ...command, leaseStepId };
}

/** Saves the change, with the record of the call that made it, and commits in the same round trip. */
export async function saveAndCommit(
  context: TenantContext,
  change: PlanChange,
  { actor, callRecord }: { readonly actor: Actor; readonly callRecord?: CallRecord },
): Promise<void> {
  await savePlan(context, change, { actor, callRecord, commit: true });
}
