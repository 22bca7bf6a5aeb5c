/** The rule of an organization: who may decide the reviews of its plans, of all who may decide reviews at all (R39). */
export const WHO_DECIDES = ["anyone", "owner_and_admins", "assignee"] as const;
export type WhoDecides = (typeof WHO_DECIDES)[number];

/** A member of the organization whose role allows deciding reviews. */
export interface Reviewer {
  readonly userId: string;
  /** An owner or admin of the organization. */
  readonly isAdmin: boolean;
}

export interface DecisionRule {
  readonly whoDecides: WhoDecides;
  readonly reviewers: readonly Reviewer[];
}

/** The people of a plan. */
export interface PlanPeople {
  /** The person in whose name the plan was created; null in plans of unknown origin. */
  readonly ownerId: string | null;
  /** The person who was asked to review it instead of the owner. */
  readonly assigneeId: string | null;
}

/**
 * The person who is asked to review the plan (R38): the assignee, else the owner, whichever of them may decide. Null
 * when neither can any more: then every owner and admin of the organization is asked.
 */
export function askedPerson(rule: DecisionRule, people: PlanPeople): string | null {
  const { assigneeId, ownerId } = people;
  return (
    [assigneeId, ownerId].find((userId) => userId !== null && mayBeAsked(rule, people, userId)) ??
    null
  );
}

/** Whether the person may decide the plan's reviews; that they may decide reviews at all is checked before (R39). */
export function mayDecide(rule: DecisionRule, people: PlanPeople, userId: string): boolean {
  if (rule.whoDecides === "anyone" || isAdmin(rule, userId)) return true;
  return rule.whoDecides === "assignee"
    ? askedPerson(rule, people) === userId
    : people.ownerId === userId;
}

/** Whether the plan may be assigned to the person: nobody is asked who could not decide. */
export function mayBeAsked(rule: DecisionRule, { ownerId }: PlanPeople, userId: string): boolean {
  const reviewer = rule.reviewers.find((candidate) => candidate.userId === userId);
  if (!reviewer) return false;
  return rule.whoDecides !== "owner_and_admins" || reviewer.isAdmin || userId === ownerId;
}

/** Whether the review is one of those that the person is asked for. */
export function isAsked(rule: DecisionRule, people: PlanPeople, userId: string): boolean {
  const asked = askedPerson(rule, people);
  return asked === null ? isAdmin(rule, userId) : asked === userId;
}

/**
 * Whether the person may assign the plan to another. Where only the assignee decides, only who may decide now may hand
 * it on, or anyone could decide by assigning it to themselves first.
 */
export function mayAssign(rule: DecisionRule, people: PlanPeople, userId: string): boolean {
  return rule.whoDecides !== "assignee" || mayDecide(rule, people, userId);
}

function isAdmin({ reviewers }: DecisionRule, userId: string): boolean {
  return reviewers.some((reviewer) => reviewer.userId === userId && reviewer.isAdmin);
}
