import type { Role, Scope } from "@trovella/foundation";
import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { newId } from "../connection/new-id.ts";

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

export const GRANT_COLUMNS = `id, organization_id AS "organizationId", user_id AS "userId", client_id AS "clientId",
  client_name AS "clientName", scopes, resource, redirect_uri AS "redirectUri", code_challenge AS "codeChallenge"`;

export interface AccessHolder {
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly clientId: string;
  readonly clientName: string;
}

export interface ListedGrant {
  readonly id: string;
  readonly organizationId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
}

/** False when the user is not a member of the organization. */
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

/** The user that an access token stands for, with their present role; null when the token is not valid. */
export function findAccessHolder(
  database: Database,
  { hash, resource, now }: { readonly hash: string; readonly resource: string; readonly now: Date },
): Promise<AccessHolder | null> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query<AccessHolder>(
      `SELECT person.id AS "userId", person.name AS "userName", person.email AS "userEmail",
         oauth_grant.organization_id AS "organizationId", member.role, scopes, client_id AS "clientId",
         client_name AS "clientName"
       FROM public.oauth_token JOIN public.oauth_grant ON oauth_grant.id = grant_id
       JOIN public.member ON member.organization_id = oauth_grant.organization_id AND member.user_id = oauth_grant.user_id
       JOIN public."user" person ON person.id = oauth_grant.user_id
       WHERE hash = $1 AND kind = 'access' AND expires_at > $2 AND revoked_at IS NULL AND resource = $3
         AND person.disabled_at IS NULL`,
      [hash, now, resource],
    );
    return rows[0] ?? null;
  });
}

/** The grants of a user that still have tokens. */
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
