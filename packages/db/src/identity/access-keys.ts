import type { Role, Scope } from "@trovella/foundation";
import type { Database } from "../connection/database.ts";
import { repeatIdentityWork, withIdentityClient } from "../connection/identity-client.ts";

/** The user that a token stands for, with their present role. */
export interface TokenGrant {
  readonly tokenId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date;
}

export interface NewAccessKey {
  readonly tokenHash: string;
  readonly organizationId: string;
  readonly tokenId: string;
  readonly userId: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date;
}

const FIND_GRANT = `
  SELECT token_id AS "tokenId", access_key.organization_id AS "organizationId", access_key.user_id AS "userId",
    person.name AS "userName", person.email AS "userEmail", role, scopes, expires_at AS "expiresAt"
  FROM public.access_key
  JOIN public.member ON member.organization_id = access_key.organization_id AND member.user_id = access_key.user_id
  JOIN public.user AS person ON person.id = access_key.user_id
  JOIN public.organization ON organization.id = access_key.organization_id
  WHERE token_hash = $1 AND person.disabled_at IS NULL`;

/** Null when there is no such token, or its user is not a member any more. */
export function findGrant(database: Database, tokenHash: string): Promise<TokenGrant | null> {
  return repeatIdentityWork(database, async (client) => {
    const { rows } = await client.query<TokenGrant>(FIND_GRANT, [tokenHash]);
    return rows[0] ?? null;
  });
}

/** Saves it unless the user has `max` of them already; expired ones do not count and are deleted. */
export function saveAccessKey(
  database: Database,
  { key, max, now }: { readonly key: NewAccessKey; readonly max: number; readonly now: Date },
): Promise<"saved" | "too many" | "no member"> {
  const { organizationId, userId } = key;
  return withIdentityClient(database, async (client) => {
    const membership = [organizationId, userId];
    await client.query(
      "DELETE FROM public.access_key WHERE organization_id = $1 AND user_id = $2 AND expires_at <= $3",
      [...membership, now],
    );
    const { rows } = await client.query(
      `SELECT (SELECT count(*)::int FROM public.access_key WHERE organization_id = $1 AND user_id = $2) AS keys
       FROM public.member WHERE organization_id = $1 AND user_id = $2`,
      membership,
    );
    if (!rows[0]) return "no member";
    if (rows[0].keys >= max) return "too many";
    const { rowCount } = await client.query(
      `INSERT INTO public.access_key (token_hash, organization_id, token_id, user_id, scopes, expires_at, created_at)
       SELECT $3, organization_id, $4, user_id, $5, $6, $7 FROM public.member WHERE organization_id = $1 AND user_id = $2`,
      [...membership, key.tokenHash, key.tokenId, key.scopes, key.expiresAt, now],
    );
    return rowCount === 1 ? "saved" : "no member";
  });
}

/** The token stops working at once. */
export function dropAccessKey(
  database: Database,
  { organizationId, tokenId }: Pick<NewAccessKey, "organizationId" | "tokenId">,
): Promise<void> {
  return withIdentityClient(database, async (client) => {
    await client.query(
      "DELETE FROM public.access_key WHERE organization_id = $1 AND token_id = $2",
      [organizationId, tokenId],
    );
  });
}

/** Which of these tokens still work. */
export function findLiveTokens(
  database: Database,
  tokenIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query(
      "SELECT token_id FROM public.access_key WHERE token_id = ANY ($1) AND expires_at > now()",
      [tokenIds],
    );
    return new Set(rows.map(({ token_id }) => token_id));
  });
}

/** For the operator of the server; null when the token does not work any more. */
export function organizationOfToken(database: Database, tokenId: string): Promise<string | null> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query(
      "SELECT organization_id FROM public.access_key WHERE token_id = $1",
      [tokenId],
    );
    return rows[0]?.organization_id ?? null;
  });
}
