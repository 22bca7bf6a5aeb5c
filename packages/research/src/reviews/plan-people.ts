import type { TenantContext } from "@trovella/db";
import type { NamedRule } from "@trovella/db/identity";
import { readPlanPeople } from "@trovella/db/plans";
import { AppError } from "@trovella/foundation";
import { askedPerson, mayDecide, type Plan, type PlanPeople } from "@trovella/plan-engine";

/** Reads the organization's rule when it is needed: most calls decide nothing. */
export type RuleReader = () => Promise<NamedRule>;

export type PlanForPeople = Pick<Plan, "id" | "assigneeId">;

/** Refuses callers who may not decide the plan's reviews (R39). Every way to decide, or to get around, a review asks here. */
export async function requireDecider(
  context: TenantContext,
  plan: PlanForPeople,
  { userId, rule: readRule }: { readonly userId: string; readonly rule: RuleReader },
): Promise<void> {
  const rule = await readRule();
  if (rule.whoDecides === "anyone") return;
  const people = await readPlanPeople(context, plan);
  if (mayDecide(rule, people, userId)) return;
  throw new AppError(
    "FORBIDDEN",
    `${whoMayDecide(rule, people)} Next: ask them to decide in the console.`,
    { whoDecides: rule.whoDecides },
  );
}

/** The person who is asked, with their name; null where every admin is, or where there is only one person. */
export function peopleOf(rule: NamedRule, people: PlanPeople) {
  const askedId = askedPerson(rule, people);
  return { askedId, askedName: nameOf(rule, askedId) };
}

const NAMED_ADMINS = 3;

/** A sentence that names who may decide; empty where anyone may. */
export function whoMayDecide(rule: NamedRule, people: PlanPeople): string {
  if (rule.whoDecides === "anyone") return "";
  const own = rule.whoDecides === "assignee" ? askedPerson(rule, people) : people.ownerId;
  const admins = rule.reviewers.filter(({ isAdmin }) => isAdmin);
  const name = admins.some(({ userId }) => userId === own) ? null : nameOf(rule, own);
  const named = admins.slice(0, NAMED_ADMINS).map((admin) => admin.name);
  const more = admins.length > NAMED_ADMINS ? ` and ${admins.length - NAMED_ADMINS} more` : "";
  const adminWords = `an owner or admin of the organization (${named.join(", ")}${more})`;
  return `Only ${name ? `${name} or ` : ""}${adminWords} may decide this review.`;
}

function nameOf({ reviewers }: NamedRule, userId: string | null): string | null {
  return reviewers.find((reviewer) => reviewer.userId === userId)?.name ?? null;
}
