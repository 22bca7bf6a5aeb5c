import type { Scope } from "@trovella/foundation";
import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { personalAccessToken } from "../schema/index.ts";

/** What is told of a token, to its person and to those who administer the organization. */
export interface ListedToken {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly ending: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

const COLUMNS = {
  id: personalAccessToken.id,
  userId: personalAccessToken.userId,
  name: personalAccessToken.name,
  ending: personalAccessToken.tokenEnding,
  scopes: sql<readonly Scope[]>`${personalAccessToken.scopes}`,
  createdAt: personalAccessToken.createdAt,
  expiresAt: personalAccessToken.expiresAt,
  lastUsedAt: personalAccessToken.lastUsedAt,
  revokedAt: personalAccessToken.revokedAt,
};

export interface TokenFilter {
  /** Null lists everybody's. */
  readonly userId: string | null;
  readonly before: string | null;
  readonly limit: number;
}

/** Newest first. */
export function listTokens(
  { tx }: TenantContext,
  { userId, before, limit }: TokenFilter,
): Promise<ListedToken[]> {
  return tx
    .select(COLUMNS)
    .from(personalAccessToken)
    .where(
      and(
        userId === null ? undefined : eq(personalAccessToken.userId, userId),
        before === null ? undefined : lt(personalAccessToken.id, before),
      ),
    )
    .orderBy(desc(personalAccessToken.id))
    .limit(limit);
}

export async function readToken(
  { tx }: TenantContext,
  tokenId: string,
): Promise<ListedToken | null> {
  const [token] = await tx
    .select(COLUMNS)
    .from(personalAccessToken)
    .where(eq(personalAccessToken.id, tokenId));
  return token ?? null;
}

export async function insertToken(
  { tx, tenant }: TenantContext,
  { ending, scopes, ...token }: Omit<ListedToken, "lastUsedAt" | "revokedAt">,
): Promise<void> {
  await tx
    .insert(personalAccessToken)
    .values({ ...tenant, ...token, tokenEnding: ending, scopes: [...scopes] });
}

/** A token is revoked once; the first time stays. */
export async function markRevoked(
  { tx }: TenantContext,
  { tokenId, now }: { readonly tokenId: string; readonly now: Date },
): Promise<void> {
  await tx
    .update(personalAccessToken)
    .set({ revokedAt: now, updatedAt: now })
    .where(and(eq(personalAccessToken.id, tokenId), isNull(personalAccessToken.revokedAt)));
}

/** In one order for all processes, so that none waits for another in a circle. */
const MARK_USED = defineStatement(`
  WITH used AS (SELECT * FROM unnest($1::text[], $2::timestamptz[]) AS used (id, at)), due AS (
    SELECT token.id, used.at FROM personal_access_token AS token JOIN used ON used.id = token.id
    WHERE last_used_at IS NULL OR last_used_at <= used.at - interval '1 minute' ORDER BY token.id FOR UPDATE OF token)
  UPDATE personal_access_token AS token SET last_used_at = due.at FROM due WHERE token.id = due.id`);

/** Notes when tokens were used, for each at most once a minute. */
export async function markUsed(
  context: TenantContext,
  uses: readonly { readonly tokenId: string; readonly at: Date }[],
): Promise<number> {
  const ids = uses.map(({ tokenId }) => tokenId);
  const times = uses.map(({ at }) => at.toISOString());
  const [result] = await context.send([execution(MARK_USED, [ids, times])]);
  return result?.rowCount ?? 0;
}
