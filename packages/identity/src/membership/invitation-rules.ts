import type { Invitation } from "@trovella/db/identity";
import { AppError, type Role } from "@trovella/foundation";
import { requireManager, requireOwner } from "./role-rules.ts";

const MAX_OPEN_INVITATIONS = 200;
const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;

type Expiring = Pick<Invitation, "expiresAt">;

export function expiryOf(now: Date): Date {
  return new Date(now.getTime() + INVITATION_MS);
}

export function isOpen({ expiresAt }: Expiring, now: Date): boolean {
  return expiresAt > now;
}

/** Which pending invitations a new one revokes: earlier ones of the same e-mail address, and expired ones. */
export function decideInvitation(
  {
    actorRole,
    pending,
  }: {
    readonly actorRole: Role | null;
    readonly pending: readonly Pick<Invitation, "id" | "email" | "expiresAt">[];
  },
  { email, role, now }: { readonly email: string; readonly role: Role; readonly now: Date },
): string[] {
  const own = requireManager(actorRole);
  if (role === "owner") requireOwner(own);
  const revoked = pending.filter((other) => other.email === email || !isOpen(other, now));
  if (pending.length - revoked.length >= MAX_OPEN_INVITATIONS) {
    throw new AppError(
      "LIMIT_EXCEEDED",
      `There are ${MAX_OPEN_INVITATIONS} open invitations. Next: revoke those that are not needed.`,
    );
  }
  return revoked.map(({ id }) => id);
}

export function requireOpen<T extends Expiring>(invitation: T | null, now: Date): T {
  if (invitation && isOpen(invitation, now)) return invitation;
  throw notOpen();
}

export function notOpen(): AppError {
  return new AppError(
    "NOT_FOUND",
    "This invitation has been used, was revoked, or has expired. Next: ask for a new one.",
  );
}

/** An invitation sent to one e-mail address is worth nothing to another account. */
export function requireInvitee(invitation: Pick<Invitation, "email">, email: string | null): void {
  if (email === invitation.email) return;
  throw new AppError(
    "FORBIDDEN",
    "This invitation is for another e-mail address. Next: sign in with the account it was sent to, or ask for a new invitation.",
  );
}
