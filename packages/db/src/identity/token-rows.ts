import type { Scope } from "@trovella/foundation";
import { queryRows } from "../connection/query-rows.ts";
import { compare, compose, rawSql, sql, whereAll } from "../connection/sql.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

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

const SELECT = `
  SELECT id, user_id AS "userId", name, token_ending AS ending, scopes, created_at AS "createdAt", expires_at AS "expiresAt",
    last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
  FROM personal_access_token`;

export interface TokenFilter {
  /** Null lists everybody's. */
  readonly userId: string | null;
  readonly before: string | null;
  readonly limit: number;
}

/** Newest first. */
export function listTokens(
  context: TenantContext,
  { userId, before, limit }: TokenFilter,
): Promise<ListedToken[]> {
  const where = whereAll([compare("user_id =", userId), compare("id <", before)]);
  return queryRows(
    context,
    compose(sql`${rawSql(SELECT)} ${where} ORDER BY id DESC LIMIT ${limit}`),
  );
}

const READ = defineStatement(`${SELECT} WHERE id = $1`);

export async function readToken(
  context: TenantContext,
  tokenId: string,
): Promise<ListedToken | null> {
  const [token] = await queryRows<ListedToken>(context, execution(READ, [tokenId]));
  return token ?? null;
}

const INSERT = defineStatement(`
  INSERT INTO personal_access_token (organization_id, id, user_id, name, token_ending, scopes, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`);

export async function insertToken(
  context: TenantContext,
  token: Omit<ListedToken, "lastUsedAt" | "revokedAt">,
): Promise<void> {
  const { id, userId, name, ending, scopes, createdAt, expiresAt } = token;
  const { organizationId } = context.tenant;
  await context.send([
    execution(INSERT, [organizationId, id, userId, name, ending, scopes, createdAt, expiresAt]),
  ]);
}

/** A token is revoked once; the first time stays. */
const REVOKE = defineStatement(`
  UPDATE personal_access_token SET revoked_at = $2, updated_at = $2 WHERE id = $1 AND revoked_at IS NULL`);

export async function markRevoked(
  context: TenantContext,
  { tokenId, now }: { readonly tokenId: string; readonly now: Date },
): Promise<void> {
  await context.send([execution(REVOKE, [tokenId, now])]);
}

/** Rows are locked in the order of their ids, to avoid deadlocks. */
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
