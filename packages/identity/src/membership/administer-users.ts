import {
  type EndedAccess,
  endAccess,
  endSessionsOf,
  eraseUser,
  type FoundUser,
  type IdentityTransaction,
  inIdentityTransaction,
  listSoleOwnerships,
  readMemberships,
  readUserByEmail,
  type SecurityEventKind,
  saveDisabled,
  saveProven,
  writeSecurityEvent,
} from "@trovella/db/identity";
import { AppError } from "@trovella/foundation";
import type { Settings } from "../settings.ts";
import { normalizedEmail } from "./checked-fields.ts";

interface NamedUser {
  readonly email: string;
}

export interface Ended extends EndedAccess {
  readonly userId: string;
}

/** By the operator: no credential of the user is accepted until they are enabled again. */
export function disableUser({ database, now }: Settings, { email }: NamedUser): Promise<Ended> {
  return inIdentityTransaction(database, async (transaction) => {
    const user = await requireUser(transaction, email);
    const { userId } = user;
    await saveDisabled(transaction, { userId, disabledAt: now() });
    const ended = await endAccess(transaction, { userId, now: now() });
    await writeForUser(transaction, user, "user_disabled", ended);
    return { userId, ...ended };
  });
}

/** Tokens and connected apps that ended with disabling stay ended. */
export function enableUser(
  { database }: Settings,
  { email }: NamedUser,
): Promise<{ userId: string }> {
  return inIdentityTransaction(database, async (transaction) => {
    const user = await requireUser(transaction, email);
    const { userId } = user;
    await saveDisabled(transaction, { userId, disabledAt: null });
    await writeForUser(transaction, user, "user_enabled");
    return { userId };
  });
}

/** Frees the e-mail address. Plans stay, and so does their history, under the name of a removed user. */
export function removeUser(
  { database, now }: Settings,
  { email, force = false }: NamedUser & { readonly force?: boolean },
): Promise<Ended> {
  return inIdentityTransaction(database, async (transaction) => {
    const user = await requireUser(transaction, email);
    const { userId } = user;
    const alone = await listSoleOwnerships(transaction, userId);
    if (alone.length > 0 && !force) throw lastOwner(alone);
    const ended = await endAccess(transaction, { userId, now: now() });
    await writeForUser(transaction, user, "user_removed", ended);
    await eraseUser(transaction, { userId, now: now() });
    return { userId, ...ended };
  });
}

/** Ends the user's sessions; `everything` also ends tokens and connected apps. */
export function signOutUser(
  { database, now }: Settings,
  { email, everything = false }: NamedUser & { readonly everything?: boolean },
): Promise<Ended> {
  return inIdentityTransaction(database, async (transaction) => {
    const user = await requireUser(transaction, email);
    const { userId } = user;
    const ended = everything
      ? await endAccess(transaction, { userId, now: now() })
      : { sessions: await endSessionsOf(transaction, userId), tokens: 0, apps: 0 };
    await writeForUser(transaction, user, "sessions_ended", ended);
    return { userId, ...ended };
  });
}

/**
 * The provider has proven that the address is the person's. An account that somebody made for it without proof gives way:
 * its password, sessions, tokens and apps end, and the account is the person's.
 */
export function proveAddress({ database, now }: Settings, email: string): Promise<void> {
  return inIdentityTransaction(database, async (transaction) => {
    const user = await readUserByEmail(transaction, email);
    if (!user || user.isProven || user.disabledAt) return;
    const { userId } = user;
    const ended = await endAccess(transaction, { userId, now: now() });
    await saveProven(transaction, userId);
    await writeForUser(transaction, user, "sessions_ended", ended);
  });
}

async function requireUser(transaction: IdentityTransaction, email: string): Promise<FoundUser> {
  const user = await readUserByEmail(transaction, normalizedEmail(email));
  if (user) return user;
  throw new AppError(
    "NOT_FOUND",
    "No account has this e-mail address. Next: look with `trovella user list`.",
  );
}

/** One event for each organization of the user; without any, one for the operator. */
async function writeForUser(
  transaction: IdentityTransaction,
  { userId, email }: FoundUser,
  kind: SecurityEventKind,
  ended?: EndedAccess,
): Promise<void> {
  const subject = { kind: "user", id: userId, label: email } as const;
  const organizationIds = await readMemberships(transaction, userId);
  for (const organizationId of organizationIds.length > 0 ? organizationIds : [null]) {
    const after = ended && { ...ended };
    await writeSecurityEvent(transaction, {
      kind,
      organizationId,
      subject,
      ...(after && { after }),
    });
  }
}

function lastOwner(organizations: readonly { readonly organizationName: string }[]): AppError {
  const names = organizations
    .map(({ organizationName }) => JSON.stringify(organizationName))
    .join(", ");
  return new AppError(
    "FORBIDDEN",
    `This is the only owner of ${names}. Next: make another member an owner first, or use --force.`,
  );
}
