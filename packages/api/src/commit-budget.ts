import type { TenantContext } from "@trovella/db";
import { AppError } from "@trovella/foundation";
import type { Budget, Command, Dimension } from "@trovella/plan-engine";
import { type Caller, handleCommand, saveAndCommit } from "@trovella/research";
import { isLockedPage, pinRequired } from "./commit-decision.ts";

interface By {
  readonly caller: Caller;
  readonly now: Date;
}

/** Changes caps and reserve of a plan, for a person alone. A plan that was closing goes on if they leave room. */
export function commitBudget(
  context: TenantContext,
  { planId, budget }: { readonly planId: string; readonly budget: Budget },
  by: By,
) {
  const action = "change_budget";
  return commitByPerson(context, planId, { type: "modify_plan", action, budget, by: "person" }, by);
}

/** Lets a plan end early, for a person alone. */
export function commitClosing(context: TenantContext, planId: string, by: By) {
  return commitByPerson(context, planId, { type: "accept_closing", by: "person" }, by);
}

async function commitByPerson(
  context: TenantContext,
  planId: string,
  command: Command,
  { caller, now }: By,
) {
  if (isLockedPage(caller)) throw pinRequired();
  if (!caller.isPerson) {
    throw new AppError(
      "FORBIDDEN",
      "Only a person may decide on the budget of a plan, in the console. Next: ask them to do it.",
    );
  }
  const change = await handleCommand({ context, now }, planId, command).catch((error) => {
    throw error instanceof AppError ? forPeople(error) : error;
  });
  const actor = { userId: caller.userId, client: "console", via: "console", sessionId: null };
  await saveAndCommit(context, change, { actor });
  const { id, status, version, phase, phaseCause, closingAcceptedAt } = change.plan;
  return {
    planId: id,
    planStatus: status,
    planVersion: version,
    phase,
    phaseCause,
    closingAcceptedAt,
  };
}

const CAP_NAMES: Readonly<Record<Dimension, string>> = {
  steps: "started steps",
  attempts: "attempts",
  workMinutes: "work minutes",
  toolCalls: "tool calls",
  subagents: "subagents",
  tokens: "tokens",
  costUsd: "the cost in dollars",
};

/** The engine's refusals tell models which tool to call next. */
function forPeople(error: AppError): AppError {
  const { code, message, details } = error;
  if (code === "PLAN_NOT_MODIFIABLE") {
    return new AppError(
      code,
      "This plan has ended, so its budget can no longer be changed. Next: start a new plan for further research.",
      details,
    );
  }
  if (code === "INVALID_TRANSITION") {
    return new AppError(
      code,
      "This plan is not closing early any more. Next: look at the plan as it is now.",
      details,
    );
  }
  const dimension = String(details.field).replace("budget.", "") as Dimension;
  if (code !== "INVALID_INPUT" || !Object.hasOwn(CAP_NAMES, dimension)) return error;
  const [problem = ""] = message.split(" Next: ");
  const words = problem.replace(`budget.${dimension}`, `The cap for ${CAP_NAMES[dimension]}`);
  return new AppError(code, `${words} Next: choose a higher one.`, details);
}
