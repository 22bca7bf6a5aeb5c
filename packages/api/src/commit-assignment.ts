import type { TenantContext } from "@trovella/db";
import { AppError } from "@trovella/foundation";
import { assignPlan, type Caller, type RuleReader, saveAndCommit } from "@trovella/research";

interface Assignment {
  readonly planId: string;
  readonly assigneeId: string | null;
}

/** Asks another member to review the plan, for a person alone (R38). */
export async function commitAssignment(
  context: TenantContext,
  assignment: Assignment,
  {
    caller,
    now,
    rule,
  }: { readonly caller: Caller; readonly now: () => Date; readonly rule: RuleReader },
) {
  if (!caller.isPerson) {
    throw new AppError(
      "FORBIDDEN",
      "Only a person may assign a plan, in the console. Next: ask them to do it.",
    );
  }
  const { userId } = caller;
  const change = await assignPlan(context, assignment, { userId, rule, now });
  const actor = { userId, client: "console", via: "console", sessionId: null };
  await saveAndCommit(context, change, { actor });
  const { id, assigneeId, version } = change.plan;
  return { planId: id, assigneeId, planVersion: version };
}
