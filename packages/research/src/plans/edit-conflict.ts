import type { TenantContext } from "@trovella/db";
import { listPlanEdits, type PlanEdit } from "@trovella/db/plans";
import { AppError } from "@trovella/foundation";
import type { AuditAction, Plan } from "@trovella/plan-engine";
import type { RuleReader } from "../reviews/plan-people.ts";
import type { PersonsCommand } from "./persons-command.ts";

/** What changes the steps, as opposed to work on them. */
const STEP_EDITS = {
  steps_added: "steps were added",
  step_removed: "a step was removed",
  steps_reordered: "the steps were reordered",
  instructions_updated: "instructions were changed",
  step_edited: "a step was edited",
  step_skipped: "a step was skipped",
  step_retried: "a step is to be retried",
  plan_reopened: "the plan was reopened",
} as const satisfies Partial<Record<AuditAction, string>>;

const WORDS: Partial<Record<AuditAction, string>> = {
  ...STEP_EDITS,
  plan_renamed: "it was renamed",
  tags_set: "its tags were changed",
};

/** Changes that the person should know of before their own is made. Results and reviews of an assistant are none. */
function conflictingActions({ type }: PersonsCommand): readonly AuditAction[] {
  switch (type) {
    case "rename_plan":
      return ["plan_renamed"];
    case "set_tags":
      return ["tags_set"];
    case "archive_plan":
    case "restore_plan":
      return [];
    default:
      return Object.keys(STEP_EDITS) as (keyof typeof STEP_EDITS)[];
  }
}

interface Attempt {
  readonly plan: Plan;
  readonly expectedVersion: number;
  readonly command: PersonsCommand;
  readonly userId: string;
  readonly rule: RuleReader;
}

/** Refuses a change that was decided on an older version of what it changes, and says who changed it. */
export async function refuseConflict(
  context: TenantContext,
  { plan, expectedVersion, command, userId, rule }: Attempt,
): Promise<void> {
  const actions = conflictingActions(command);
  if (actions.length === 0) return;
  const edits = await listPlanEdits(context, {
    planId: plan.id,
    sinceVersion: expectedVersion,
    actions,
  });
  const [latest] = edits;
  if (!latest) return;
  const { reviewers } = await rule();
  const name = reviewers.find((person) => person.userId === latest.userId)?.name ?? null;
  const what = [...new Set(edits.map(({ action }) => WORDS[action] ?? "it was changed"))];
  throw new AppError(
    "PLAN_CHANGED",
    `${changedBy(latest, { userId, name })} changed this plan since you opened it: ${what.join(", ")}. ` +
      "Next: look at the plan as it is now, then do it again.",
    {
      planVersion: plan.version,
      changedBy: latest.userId,
      changedByName: name,
      changedVia: latest.via,
      changes: edits.map(({ action, stepId, at }) => ({ action, stepId, at: at.toISOString() })),
    },
  );
}

function changedBy(
  edit: PlanEdit,
  { userId, name }: { readonly userId: string; readonly name: string | null },
): string {
  const isPerson = edit.via === "console" || edit.via === "cli";
  if (!isPerson) return "An assistant";
  if (edit.userId === userId)
    return edit.via === "cli" ? "You (by command)" : "You (in another window)";
  return name ?? "Somebody";
}
