import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import type { IdentityTransaction } from "./identity-transaction.ts";
import { GRANT_COLUMNS, type Grant } from "./oauth-grants.ts";

interface NewToken {
  readonly hash: string;
  readonly expiresAt: Date;
}

export interface TokenPair {
  readonly access: NewToken;
  readonly refresh: NewToken;
}

export interface StoredToken {
  readonly expiresAt: Date;
  readonly replacedAt: Date | null;
}

/** A refresh that succeeded since `since`, with the access token it gave. It takes no lock, since it changes nothing. */
export function findRepeatedRefresh(
  database: Database,
  {
    hash,
    accessHash,
    now,
    since,
  }: {
    readonly hash: string;
    readonly accessHash: string;
    readonly now: Date;
    readonly since: Date;
  },
): Promise<{ grant: Grant; accessExpiresAt: Date } | null> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query<Grant & { accessExpiresAt: Date }>(
      `SELECT ${GRANT_COLUMNS}, given.expires_at AS "accessExpiresAt"
       FROM public.oauth_token token JOIN public.oauth_grant ON id = token.grant_id
       JOIN public.oauth_token given ON given.hash = $2
       WHERE token.hash = $1 AND token.kind = 'refresh' AND token.expires_at > $3 AND token.replaced_at >= $4
         AND revoked_at IS NULL`,
      [hash, accessHash, now, since],
    );
    const [grant] = rows;
    return grant ? { grant, accessExpiresAt: grant.accessExpiresAt } : null;
  });
}

export async function readOauthToken(
  transaction: IdentityTransaction,
  hash: string,
): Promise<StoredToken | null> {
  const { rows } = await transaction.query<StoredToken>(
    'SELECT expires_at AS "expiresAt", replaced_at AS "replacedAt" FROM public.oauth_token WHERE hash = $1',
    [hash],
  );
  return rows[0] ?? null;
}

export async function insertOauthTokens(
  transaction: IdentityTransaction,
  {
    grantId,
    tokens: { access, refresh },
    now,
  }: { readonly grantId: string; readonly tokens: TokenPair; readonly now: Date },
): Promise<void> {
  await transaction.query(
    `INSERT INTO public.oauth_token (hash, grant_id, kind, expires_at, created_at)
     VALUES ($1, $2, 'access', $3, $6), ($4, $2, 'refresh', $5, $6)`,
    [access.hash, grantId, access.expiresAt, refresh.hash, refresh.expiresAt, now],
  );
}

export async function markReplaced(
  transaction: IdentityTransaction,
  { hash, now }: { readonly hash: string; readonly now: Date },
): Promise<void> {
  await transaction.query("UPDATE public.oauth_token SET replaced_at = $2 WHERE hash = $1", [
    hash,
    now,
  ]);
}

export async function deleteOauthToken(
  transaction: IdentityTransaction,
  hash: string,
): Promise<void> {
  await transaction.query("DELETE FROM public.oauth_token WHERE hash = $1", [hash]);
}
