import {
  findPasswordHash,
  recordForUser,
  replacePassword,
  resetPassword as saveReset,
} from "@trovella/db/identity";
import { AppError } from "@trovella/foundation";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { takeFrom } from "../limits.ts";
import type { Settings } from "../settings.ts";
import { normalizedEmail } from "./checked-fields.ts";

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;

/**
 * By the user; all their sessions end but the one given. Tokens and grants of clients stay, since the user sees and
 * revokes them separately.
 */
export async function changePassword(
  { database, limit }: Settings,
  {
    userId,
    current,
    next,
    sessionId = null,
  }: {
    readonly userId: string;
    readonly current: string;
    readonly next: string;
    readonly sessionId?: string | null;
  },
): Promise<void> {
  const wait = await takeFrom(limit, [`sign-in:password:${userId}`]);
  if (wait !== null) throw tooManyAttempts(wait);
  const wanted = checkedPassword(next);
  const formerHash = await findPasswordHash(database, userId);
  if (formerHash === null) throw noPassword();
  if (!(await verifyPassword({ hash: formerHash, password: current }))) {
    await recordForUser(database, userId, { kind: "credential_refused" });
    throw wrongPassword();
  }
  const passwordHash = await hashPassword(wanted);
  const change = { userId, formerHash, passwordHash, keptSessionId: sessionId };
  // False after a concurrent change: then `current` was not the current one any more.
  if (!(await replacePassword(database, change))) throw wrongPassword();
  await recordForUser(database, userId, { kind: "password_changed" });
}

/** By the operator of the server, for a user who cannot sign in any more; all their sessions end. */
export async function resetPassword(
  { database }: Settings,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<{ userId: string; endedSessions: number }> {
  const passwordHash = await hashPassword(checkedPassword(password));
  const reset = await saveReset(database, { email: normalizedEmail(email), passwordHash });
  if (reset) {
    const subject = { kind: "user", id: reset.userId, label: email } as const;
    await recordForUser(database, reset.userId, { kind: "password_reset", subject });
    return reset;
  }
  throw new AppError(
    "NOT_FOUND",
    "No account signs in with this e-mail address and a password. Next: look with `trovella user list`.",
  );
}

export function checkedPassword(password: string): string {
  if (password.length >= MIN_PASSWORD_LENGTH && password.length <= MAX_PASSWORD_LENGTH)
    return password;
  throw new AppError(
    "INVALID_INPUT",
    `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters. Next: choose another, for example a few words.`,
  );
}

function tooManyAttempts(retryAfterSeconds: number): AppError {
  const message = "Too many attempts. Next: wait a little, then try again.";
  return new AppError("RATE_LIMITED", message, { retryAfterSeconds });
}

function wrongPassword(): AppError {
  return new AppError("FORBIDDEN", "This is not your current password. Next: try again.");
}

function noPassword(): AppError {
  return new AppError(
    "INVALID_INPUT",
    "You have no password here: you sign in with your organization. Next: change it there.",
  );
}
