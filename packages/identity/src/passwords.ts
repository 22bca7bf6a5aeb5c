import { findPasswordHash, replacePassword, resetPassword } from "@trovella/db/identity";
import { AppError } from "@trovella/foundation";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { takeFrom } from "./limits.ts";
import type { Settings } from "./settings.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./sign-in.ts";

export type Passwords = ReturnType<typeof createPasswords>;

/** Passwords that change. What programs were given, tokens and grants, is kept: people see and revoke it by itself. */
export function createPasswords({ database, limit }: Settings) {
  return {
    /** By the person; all their sessions end but the one they do it in. */
    async changePassword({
      userId,
      current,
      next,
      sessionId = null,
    }: {
      readonly userId: string;
      readonly current: string;
      readonly next: string;
      readonly sessionId?: string | null;
    }): Promise<void> {
      const wait = await takeFrom(limit, [`sign-in:password:${userId}`]);
      if (wait !== null) throw tooManyTries(wait);
      const wanted = checkedPassword(next);
      const formerHash = await findPasswordHash(database, userId);
      if (formerHash === null) throw noPassword();
      if (!(await verifyPassword({ hash: formerHash, password: current }))) throw wrongPassword();
      const passwordHash = await hashPassword(wanted);
      const change = { userId, formerHash, passwordHash, keptSessionId: sessionId };
      // Changed in between, by them elsewhere or by who runs the server: then this was not the current one.
      if (!(await replacePassword(database, change))) throw wrongPassword();
    },

    /** By who runs the server, for somebody who cannot get in any more; all their sessions end. */
    async resetPassword({
      email,
      password,
    }: {
      readonly email: string;
      readonly password: string;
    }): Promise<{ userId: string; endedSessions: number }> {
      const passwordHash = await hashPassword(checkedPassword(password));
      const address = email.trim().toLowerCase();
      const reset = await resetPassword(database, { email: address, passwordHash });
      if (reset) return reset;
      throw new AppError(
        "NOT_FOUND",
        "Nobody signs in with that address and a password. Next: look with `trovella user list`.",
      );
    },
  };
}

export function checkedPassword(password: string): string {
  if (password.length >= MIN_PASSWORD_LENGTH && password.length <= MAX_PASSWORD_LENGTH)
    return password;
  throw new AppError(
    "INVALID_INPUT",
    `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters. Next: choose another, for example a few words.`,
  );
}

function tooManyTries(retryAfterSeconds: number): AppError {
  const message = "Too many tries. Next: wait a little, then try again.";
  return new AppError("RATE_LIMITED", message, { retryAfterSeconds });
}

function wrongPassword(): AppError {
  return new AppError("FORBIDDEN", "This is not your current password. Next: try again.");
}

function noPassword(): AppError {
  return new AppError(
    "INVALID_INPUT",
    "You have no password here: you sign in at your organization. Next: change it there.",
  );
}
