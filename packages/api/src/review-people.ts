import type { NamedRule } from "@trovella/db/identity";
import { askedPerson, type PlanPeople } from "@trovella/plan-engine";

/** The person who is asked to review a plan (R38); null when every owner and admin is. */
export function reviewPeople({ ownerId, assigneeId }: PlanPeople, rule: NamedRule) {
  return { askedId: askedPerson(rule, { ownerId, assigneeId }) };
}
