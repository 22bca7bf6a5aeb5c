import { AppError, invalidField, SCOPES, type Scope } from "@trovella/foundation";
import type { Database } from "../connection/database.ts";
import { newId } from "../connection/new-id.ts";
import { type Tenant, withTenantContext } from "../connection/tenant-context.ts";
import { dropAccessKey, saveAccessKey } from "./access-keys.ts";
import { type SecuritySubject, saveSecurityEvent } from "./security-events.ts";
import { endingOf, hashToken, newToken } from "./token-format.ts";
import { insertToken, type ListedToken, markRevoked, readToken } from "./token-rows.ts";

export const TOKEN_LIMITS = {
  nameLength: 100,
  minDays: 1,
  maxDays: 366,
  defaultDays: 90,
  perMember: 50,
} as const;

const DAY_MS = 24 * 60 * 60 * 1000;

export interface NewToken {
  readonly tenant: Tenant;
  /** The caller, never a user named in the request. */
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresInDays: number;
}

export interface CreatedToken extends Omit<ListedToken, "lastUsedAt" | "revokedAt"> {
  /** Shown once; it cannot be recovered afterwards. */
  readonly token: string;
}

/**
 * The access key is saved before the listed row: a failure in between leaves a key that was never handed out, whereas
 * the other way round a token would be listed that never worked.
 */
export async function createToken(
  database: Database,
  options: NewToken,
  now: Date,
): Promise<CreatedToken> {
  checkNewToken(options);
  const { tenant, userId } = options;
  const token = newToken();
  const listed = {
    id: newId("token"),
    userId,
    name: options.name.trim(),
    ending: endingOf(token),
    scopes: SCOPES.filter((scope) => options.scopes.includes(scope)),
    createdAt: now,
    expiresAt: new Date(now.getTime() + options.expiresInDays * DAY_MS),
  };
  const { id: tokenId, scopes, expiresAt } = listed;
  const key = { tokenHash: hashToken(token), ...tenant, tokenId, userId, scopes, expiresAt };
  const outcome = await saveAccessKey(database, { key, max: TOKEN_LIMITS.perMember, now });
  if (outcome === "too many") throw tooMany();
  if (outcome === "no member") throw noMember();
  await withTenantContext(database, tenant, async (context) => {
    await insertToken(context, listed);
    await saveSecurityEvent(context, {
      kind: "token_created",
      subject: subjectOf(listed),
      after: { scopes, userId, expiresAt: expiresAt.toISOString() },
    });
  });
  return { token, ...listed };
}

/**
 * Revokes a token of the organization; idempotent. The access key is dropped first, so that the token is dead whatever
 * happens to the second statement.
 */
export async function revokeToken(
  database: Database,
  options: { readonly tenant: Tenant; readonly tokenId: string; readonly ownerId: string | null },
  now: Date,
): Promise<ListedToken> {
  const { tenant, tokenId, ownerId } = options;
  const token = await withTenantContext(database, tenant, (context) => readToken(context, tokenId));
  // Another user's token answers like one that does not exist.
  if (!token || (ownerId !== null && token.userId !== ownerId)) throw noSuchToken();
  await dropAccessKey(database, { ...tenant, tokenId });
  return withTenantContext(database, tenant, async (context) => {
    await markRevoked(context, { tokenId, now });
    if (!token.revokedAt) {
      const subject = subjectOf(token);
      await saveSecurityEvent(context, {
        kind: "token_revoked",
        subject,
        before: { userId: token.userId },
      });
    }
    return (await readToken(context, tokenId)) ?? token;
  });
}

function subjectOf({ id, name }: Pick<ListedToken, "id" | "name">): SecuritySubject {
  return { kind: "token", id, label: name };
}

function checkNewToken({ name, scopes, expiresInDays }: NewToken): void {
  const { nameLength, minDays, maxDays } = TOKEN_LIMITS;
  const isNamed = name.trim() !== "" && name.length <= nameLength;
  if (!isNamed || name.includes("\0") || !name.isWellFormed()) {
    throw invalid("name", `must be a text of 1 to ${nameLength} characters`);
  }
  if (scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope))) {
    throw invalid("scopes", `must be some of ${SCOPES.join(", ")}`);
  }
  const isWhole = Number.isInteger(expiresInDays);
  if (!isWhole || expiresInDays < minDays || expiresInDays > maxDays) {
    throw invalid("expiresInDays", `must be a whole number from ${minDays} to ${maxDays}`);
  }
}

function invalid(field: string, problem: string): AppError {
  return invalidField(field, `${problem}. Next: correct this.`);
}

function tooMany(): AppError {
  return new AppError(
    "LIMIT_EXCEEDED",
    `You can have at most ${TOKEN_LIMITS.perMember} tokens. Next: revoke one that is no longer used.`,
  );
}

function noMember(): AppError {
  return new AppError(
    "FORBIDDEN",
    "Only members of the organization can have tokens there. Next: ask an administrator for an invitation.",
  );
}

function noSuchToken(): AppError {
  return new AppError("NOT_FOUND", "There is no such token. Next: look it up in the list.");
}
