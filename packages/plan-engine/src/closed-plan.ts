import { AppError } from "@trovella/foundation";
import type { Plan } from "./plan.ts";

type Ended = Pick<Plan, "status" | "isCancelled" | "failureReason">;

/** How the plan ended, in a sentence: of a cancelled one with what the person said. */
export function endedInWords({ status, isCancelled, failureReason }: Ended): string {
  if (!isCancelled) return `This plan is ${status}.`;
  const said = (failureReason ?? "").replace(/\s+/g, " ").trim();
  const words = said.length > MAX_REASON ? `${said.slice(0, MAX_REASON).toWellFormed()}…` : said;
  return `A person cancelled this plan: ${/[.!?…]$/.test(words) ? words : `${words}.`}`;
}

const MAX_REASON = 300;

/** Refuses what a person wants to do to a closed plan. */
export function closedPlan(plan: Plan): AppError {
  return new AppError(
    "PLAN_CLOSED",
    `${endedInWords(plan)} Closed plans stay as they are. Next: start a new plan that builds on it.`,
    { planId: plan.id },
  );
}
