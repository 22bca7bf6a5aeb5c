import type { TenantContext } from "@trovella/db";
import { AppError } from "@trovella/foundation";
import { type Caller, handleCommand, saveAndCommit } from "@trovella/research";

/** Reopens a plan that was completed by failing its last open step, for a person alone (R37). */
export async function commitReopening(
  context: TenantContext,
  planId: string,
  { caller, now }: { readonly caller: Caller; readonly now: Date },
) {
  if (!caller.isPerson) {
    throw new AppError(
      "FORBIDDEN",
      "Only a person may reopen a plan, in the console. Next: ask them to do it.",
    );
  }
  const command = { type: "reopen_plan", by: "person" } as const;
  const change = await handleCommand({ context, now }, planId, command);
  const actor = { userId: caller.userId, client: "console", via: "console", sessionId: null };
  await saveAndCommit(context, change, { actor });
  const { id, status, version } = change.plan;
  return { planId: id, planStatus: status, planVersion: version };
}
