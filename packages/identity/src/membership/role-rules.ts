import { AppError, type Role } from "@trovella/foundation";

/** All that decides about a change of a membership. */
export interface MemberFacts {
  /** Null when the acting user is not a member. */
  readonly actorRole: Role | null;
  /** Null when the user to be changed is not a member. */
  readonly memberRole: Role | null;
  readonly ownerCount: number;
}

const MAX_ORGANIZATIONS_OF_A_USER = 100;

/** To a user who is not a member, an organization answers like one that does not exist. */
export function requireMember(role: Role | null): Role {
  if (role) return role;
  throw new AppError(
    "NOT_FOUND",
    "Organization not found. Next: choose one of your organizations.",
  );
}

export function requireManager(role: Role | null): Role {
  const own = requireMember(role);
  if (own === "owner" || own === "admin") return own;
  throw new AppError(
    "FORBIDDEN",
    "Only owners and admins can manage an organization and its members. Next: ask one of them.",
  );
}

/** Only an owner appoints, changes or removes owners; otherwise an admin could take over the organization. */
export function requireOwner(role: Role): void {
  if (role === "owner") return;
  throw new AppError("FORBIDDEN", "Only an owner can manage owners. Next: ask one of them.");
}

export function checkRoleChange(facts: MemberFacts, wanted: Role): void {
  const { actor, current } = requireBoth(facts);
  requireManager(actor);
  if (wanted === "owner" || current === "owner") requireOwner(actor);
  if (wanted !== "owner") checkLastOwner(current, facts.ownerCount);
}

/** Managers remove members; every member may leave. */
export function checkRemoval(facts: MemberFacts, { isSelf }: { readonly isSelf: boolean }): void {
  const { actor, current } = requireBoth(facts);
  if (!isSelf) {
    requireManager(actor);
    if (current === "owner") requireOwner(actor);
  }
  checkLastOwner(current, facts.ownerCount);
}

/** Managers see and end what members sign in with; only owners that of owners. */
export function checkAccessChange(facts: Omit<MemberFacts, "ownerCount">): void {
  const { actor, current } = requireBoth(facts);
  requireManager(actor);
  if (current === "owner") requireOwner(actor);
}

/** Otherwise every member could imitate an organization and invite people into it. */
export function requireFounder(isOwner: boolean): void {
  if (isOwner) return;
  throw new AppError(
    "FORBIDDEN",
    "Only owners of an organization can create another here. Next: ask an owner, or the operator of this server.",
  );
}

export function checkMembershipCount(memberships: number): void {
  if (memberships < MAX_ORGANIZATIONS_OF_A_USER) return;
  throw new AppError(
    "LIMIT_EXCEEDED",
    `You can belong to at most ${MAX_ORGANIZATIONS_OF_A_USER} organizations. Next: leave one first.`,
  );
}

function requireBoth({ actorRole, memberRole }: Omit<MemberFacts, "ownerCount">): {
  actor: Role;
  current: Role;
} {
  const actor = requireMember(actorRole);
  if (memberRole) return { actor, current: memberRole };
  throw new AppError("NOT_FOUND", "Member not found. Next: list the members again.");
}

function checkLastOwner(current: Role, ownerCount: number): void {
  if (current !== "owner" || ownerCount > 1) return;
  throw new AppError(
    "FORBIDDEN",
    "An organization needs at least one owner. Next: make another member an owner first.",
  );
}
