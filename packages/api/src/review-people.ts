import type { NamedRule } from "@trovella/db/identity";
import { askedPerson, mayAssign, mayBeAsked, type PlanPeople } from "@trovella/plan-engine";

interface Viewer {
  readonly userId: string;
  readonly rule: NamedRule;
}

/** The person who is asked to review a plan (R38); null when every owner and admin is. */
export function reviewPeople({ ownerId, assigneeId }: PlanPeople, rule: NamedRule) {
  return { askedId: askedPerson(rule, { ownerId, assigneeId }) };
}

/** Who is asked to review a plan, and whether the caller may ask another. */
export function planPeople({ ownerId, assigneeId }: PlanPeople, { userId, rule }: Viewer) {
  const people = { ownerId, assigneeId };
  return {
    askedId: askedPerson(rule, people),
    mayAssign: mayAssign(rule, people, userId),
  };
}

/** Everybody who could be asked to review the plan; as many as an organization has members. */
export function candidatesFor(people: PlanPeople, rule: NamedRule) {
  return rule.reviewers
    .filter(({ userId }) => mayBeAsked(rule, people, userId))
    .map(({ userId, name }) => ({ userId, name }));
}
