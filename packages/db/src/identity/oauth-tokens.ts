import type { ClientBase } from "pg";
import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { endGrant, findRepeatedRefresh, lockGrantOfToken, withGrant } from "./oauth-grant-lock.ts";
import type { Grant } from "./oauth-grants.ts";

interface NewToken {
  readonly hash: string;
  readonly expiresAt: Date;
}

export interface TokenPair {
  readonly access: NewToken;
  readonly refresh: NewToken;
}

/** Null: refused, whatever the reason; the caller is told no more than that. */
export type Exchange = { readonly grant: Grant; readonly accessExpiresAt: Date } | null;

/** A code is good for one exchange; a second one ends everything that the first one gave. */
export function redeemCode(
  database: Database,
  {
    codeHash,
    now,
    tokens,
    isRightful,
  }: {
    readonly codeHash: string;
    readonly now: Date;
    readonly tokens: TokenPair;
    readonly isRightful: (grant: Grant) => boolean;
  },
): Promise<Exchange> {
  return withGrant(
    database,
    { condition: "code_hash = $1", value: codeHash },
    async (client, grant) => {
      if (grant.revokedAt) return null;
      if (grant.codeUsedAt) {
        await endGrant(client, grant.id, now);
        return null;
      }
      if (grant.codeExpiresAt <= now || !isRightful(grant)) return null;
      await client.query("UPDATE public.oauth_grant SET code_used_at = $2 WHERE id = $1", [
        grant.id,
        now,
      ]);
      await insertTokens(client, grant.id, { tokens, now });
      return { grant, accessExpiresAt: tokens.access.expiresAt };
    },
  );
}

/**
 * Exchanges a refresh token for its successors. Repeated within `graceMs` it gives the same ones again, since clients
 * do lose answers and do ask twice at once; repeated later it was stolen, from one side or the other, and ends all.
 */
export function rotateRefreshToken(
  database: Database,
  {
    hash,
    now,
    graceMs,
    successors,
    isRightful,
  }: {
    readonly hash: string;
    readonly now: Date;
    readonly graceMs: number;
    readonly successors: TokenPair;
    readonly isRightful: (grant: Grant) => boolean;
  },
): Promise<Exchange> {
  const accessHash = successors.access.hash;
  return withIdentityClient(database, async (client) => {
    // Of many that ask at once only the first has to wait for a lock.
    const repeated = await findRepeatedRefresh(client, { hash, accessHash, now, graceMs });
    if (repeated && isRightful(repeated.grant)) return repeated;
    return lockGrantOfToken(client, { hash, kind: "refresh" }, async (_, grant) => {
      const token = await findToken(client, hash);
      if (!token || grant.revokedAt || !isRightful(grant) || token.expiresAt <= now) return null;
      if (!token.replacedAt) {
        await client.query("UPDATE public.oauth_token SET replaced_at = $2 WHERE hash = $1", [
          hash,
          now,
        ]);
        await insertTokens(client, grant.id, { tokens: successors, now });
        return { grant, accessExpiresAt: successors.access.expiresAt };
      }
      if (now.getTime() - token.replacedAt.getTime() > graceMs) {
        await endGrant(client, grant.id, now);
        return null;
      }
      const given = await findToken(client, accessHash);
      return given && { grant, accessExpiresAt: given.expiresAt };
    });
  });
}

/** A refresh token, even one that was replaced, takes its whole grant along; an access token only itself. */
export function revokeOauthToken(
  database: Database,
  {
    hash,
    kind,
    clientId,
    now,
  }: {
    readonly hash: string;
    readonly kind: "access" | "refresh";
    readonly clientId: string;
    readonly now: Date;
  },
): Promise<"done" | "foreign"> {
  return withIdentityClient(database, async (client) => {
    const outcome = await lockGrantOfToken(client, { hash, kind }, async (_, grant) => {
      if (grant.clientId !== clientId) return "foreign" as const;
      if (kind === "refresh") await endGrant(client, grant.id, now);
      else await client.query("DELETE FROM public.oauth_token WHERE hash = $1", [hash]);
      return "done" as const;
    });
    return outcome ?? "done";
  });
}

async function findToken(
  client: ClientBase,
  hash: string,
): Promise<{ expiresAt: Date; replacedAt: Date | null } | null> {
  const { rows } = await client.query(
    'SELECT expires_at AS "expiresAt", replaced_at AS "replacedAt" FROM public.oauth_token WHERE hash = $1',
    [hash],
  );
  return rows[0] ?? null;
}

async function insertTokens(
  client: ClientBase,
  grantId: string,
  { tokens, now }: { readonly tokens: TokenPair; readonly now: Date },
): Promise<void> {
  await client.query(
    `INSERT INTO public.oauth_token (hash, grant_id, kind, expires_at, created_at)
     VALUES ($1, $2, 'access', $3, $6), ($4, $2, 'refresh', $5, $6)`,
    [
      tokens.access.hash,
      grantId,
      tokens.access.expiresAt,
      tokens.refresh.hash,
      tokens.refresh.expiresAt,
      now,
    ],
  );
}
