import type { ClientBase } from "pg";
import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { inTransaction } from "../connection/transaction.ts";
import type { Grant } from "./oauth-grants.ts";

interface LockedGrant extends Grant {
  readonly codeExpiresAt: Date;
  readonly codeUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

const GRANT_COLUMNS = `id, organization_id AS "organizationId", user_id AS "userId", client_id AS "clientId",
  client_name AS "clientName", scopes, resource, redirect_uri AS "redirectUri", code_challenge AS "codeChallenge",
  code_expires_at AS "codeExpiresAt", code_used_at AS "codeUsedAt", revoked_at AS "revokedAt"`;

type Work<T> = (client: ClientBase, grant: LockedGrant) => Promise<T>;

/** Whatever happens to the tokens of a grant happens under the lock of its row, one after the other. */
export function withGrant<T>(
  database: Database,
  choice: { readonly condition: string; readonly value: string },
  work: Work<T>,
): Promise<T | null> {
  return withIdentityClient(database, (client) => lockGrant(client, choice, work));
}

export function lockGrantOfToken<T>(
  client: ClientBase,
  { hash, kind }: { readonly hash: string; readonly kind: "access" | "refresh" },
  work: Work<T>,
): Promise<T | null> {
  const condition = `id = (SELECT grant_id FROM public.oauth_token WHERE hash = $1 AND kind = '${kind}')`;
  return lockGrant(client, { condition, value: hash }, work);
}

/** A refresh that was done already, and what it gave: without a lock, since nothing is changed by telling it again. */
export async function findRepeatedRefresh(
  client: ClientBase,
  {
    hash,
    accessHash,
    now,
    graceMs,
  }: {
    readonly hash: string;
    readonly accessHash: string;
    readonly now: Date;
    readonly graceMs: number;
  },
): Promise<{ grant: Grant; accessExpiresAt: Date } | null> {
  const { rows } = await client.query<LockedGrant & { accessExpiresAt: Date }>(
    `SELECT ${GRANT_COLUMNS}, given.expires_at AS "accessExpiresAt"
     FROM public.oauth_token token JOIN public.oauth_grant ON id = token.grant_id
     JOIN public.oauth_token given ON given.hash = $2
     WHERE token.hash = $1 AND token.kind = 'refresh' AND token.expires_at > $3 AND token.replaced_at >= $4
       AND revoked_at IS NULL`,
    [hash, accessHash, now, new Date(now.getTime() - graceMs)],
  );
  const [grant] = rows;
  return grant ? { grant, accessExpiresAt: grant.accessExpiresAt } : null;
}

function lockGrant<T>(
  client: ClientBase,
  { condition, value }: { readonly condition: string; readonly value: string },
  work: Work<T>,
): Promise<T | null> {
  return inTransaction(client, "BEGIN", async () => {
    const { rows } = await client.query<LockedGrant>(
      `SELECT ${GRANT_COLUMNS} FROM public.oauth_grant WHERE ${condition} FOR NO KEY UPDATE`,
      [value],
    );
    return rows[0] ? work(client, rows[0]) : null;
  });
}

/** For good: the grant stays as a mark that it was, without tokens. */
export async function endGrant(client: ClientBase, grantId: string, now: Date): Promise<void> {
  await client.query(
    "UPDATE public.oauth_grant SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1",
    [grantId, now],
  );
  await client.query("DELETE FROM public.oauth_token WHERE grant_id = $1", [grantId]);
}
