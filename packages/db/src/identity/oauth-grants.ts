import type { Role, Scope } from "@trovella/abilities";
import type { ClientBase } from "pg";
import type { Database } from "../database.ts";
import { withIdentityClient } from "../identity-client.ts";
import { newId } from "../ids.ts";
import { inTransaction } from "../transaction.ts";

export interface Grant {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  readonly resource: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
}

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

export interface AccessHolder {
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly clientId: string;
}

export interface ListedGrant {
  readonly id: string;
  readonly organizationId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
}

/** False when the person does not belong to the organization. */
export function createGrant(
  database: Database,
  grant: Omit<Grant, "id"> & {
    readonly codeHash: string;
    readonly codeExpiresAt: Date;
    readonly now: Date;
  },
): Promise<boolean> {
  return withIdentityClient(database, async (client) => {
    const { rowCount } = await client.query(
      `INSERT INTO public.oauth_grant (id, organization_id, user_id, client_id, client_name, scopes, resource,
         redirect_uri, code_hash, code_challenge, code_expires_at, created_at)
       SELECT $1, organization_id, user_id, $4, $5, $6, $7, $8, $9, $10, $11, $12
       FROM public.member WHERE organization_id = $2 AND user_id = $3`,
      [
        newId("grant"),
        grant.organizationId,
        grant.userId,
        grant.clientId,
        grant.clientName,
        grant.scopes,
        grant.resource,
        grant.redirectUri,
        grant.codeHash,
        grant.codeChallenge,
        grant.codeExpiresAt,
        grant.now,
      ],
    );
    return rowCount === 1;
  });
}

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
  return withGrantOfToken(database, { hash, kind: "refresh" }, async (client, grant) => {
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
    const given = await findToken(client, successors.access.hash);
    return given && { grant, accessExpiresAt: given.expiresAt };
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
  return withGrantOfToken(database, { hash, kind }, async (client, grant) => {
    if (grant.clientId !== clientId) return "foreign" as const;
    if (kind === "refresh") await endGrant(client, grant.id, now);
    else await client.query("DELETE FROM public.oauth_token WHERE hash = $1", [hash]);
    return "done" as const;
  }).then((outcome) => outcome ?? "done");
}

/** Whom an access token speaks for, as things are at this moment. */
export function findAccessHolder(
  database: Database,
  { hash, resource, now }: { readonly hash: string; readonly resource: string; readonly now: Date },
): Promise<AccessHolder | null> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query<AccessHolder>(
      `SELECT person.id AS "userId", person.name AS "userName", person.email AS "userEmail",
         oauth_grant.organization_id AS "organizationId", member.role, scopes, client_id AS "clientId"
       FROM public.oauth_token JOIN public.oauth_grant ON oauth_grant.id = grant_id
       JOIN public.member ON member.organization_id = oauth_grant.organization_id AND member.user_id = oauth_grant.user_id
       JOIN public."user" person ON person.id = oauth_grant.user_id
       WHERE hash = $1 AND kind = 'access' AND expires_at > $2 AND revoked_at IS NULL AND resource = $3`,
      [hash, now, resource],
    );
    return rows[0] ?? null;
  });
}

/** What a person allowed and what still has tokens. */
export function listGrants(
  database: Database,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<ListedGrant[]> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query<ListedGrant>(
      `SELECT id, organization_id AS "organizationId", client_id AS "clientId", client_name AS "clientName", scopes,
         created_at AS "createdAt"
       FROM public.oauth_grant WHERE user_id = $1 AND revoked_at IS NULL
         AND EXISTS (SELECT FROM public.oauth_token WHERE grant_id = oauth_grant.id AND expires_at > $2)
       ORDER BY id DESC LIMIT 200`,
      [userId, now],
    );
    return rows;
  });
}

/** False when the person allowed no such thing. */
export function revokeGrant(
  database: Database,
  {
    userId,
    grantId,
    now,
  }: { readonly userId: string; readonly grantId: string; readonly now: Date },
): Promise<boolean> {
  const isEnded = withGrant(
    database,
    { condition: "id = $1", value: grantId },
    async (client, grant) => {
      if (grant.userId !== userId) return false;
      await endGrant(client, grant.id, now);
      return true;
    },
  );
  return isEnded.then((ended) => ended ?? false);
}

interface LockedGrant extends Grant {
  readonly codeExpiresAt: Date;
  readonly codeUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

const SELECT_GRANT = `SELECT id, organization_id AS "organizationId", user_id AS "userId", client_id AS "clientId",
  client_name AS "clientName", scopes, resource, redirect_uri AS "redirectUri", code_challenge AS "codeChallenge",
  code_expires_at AS "codeExpiresAt", code_used_at AS "codeUsedAt", revoked_at AS "revokedAt" FROM public.oauth_grant`;

/** Whatever happens to the tokens of a grant happens under the lock of its row, one after the other. */
function withGrant<T>(
  database: Database,
  { condition, value }: { readonly condition: string; readonly value: string },
  work: (client: ClientBase, grant: LockedGrant) => Promise<T>,
): Promise<T | null> {
  return withIdentityClient(database, (client) =>
    inTransaction(client, "BEGIN", async () => {
      const { rows } = await client.query<LockedGrant>(
        `${SELECT_GRANT} WHERE ${condition} FOR NO KEY UPDATE`,
        [value],
      );
      return rows[0] ? work(client, rows[0]) : null;
    }),
  );
}

function withGrantOfToken<T>(
  database: Database,
  { hash, kind }: { readonly hash: string; readonly kind: "access" | "refresh" },
  work: (client: ClientBase, grant: LockedGrant) => Promise<T>,
): Promise<T | null> {
  const condition = `id = (SELECT grant_id FROM public.oauth_token WHERE hash = $1 AND kind = '${kind}')`;
  return withGrant(database, { condition, value: hash }, work);
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

async function endGrant(client: ClientBase, grantId: string, now: Date): Promise<void> {
  await client.query(
    "UPDATE public.oauth_grant SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1",
    [grantId, now],
  );
  await client.query("DELETE FROM public.oauth_token WHERE grant_id = $1", [grantId]);
}
