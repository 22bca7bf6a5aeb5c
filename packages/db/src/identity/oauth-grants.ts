import type { Role, Scope } from "@trovella/foundation";
import type { Database } from "../connection/database.ts";
import { repeatIdentityWork, withIdentityClient } from "../connection/identity-client.ts";
import { newId } from "../connection/new-id.ts";
import { recordSecurityEvent } from "./security-events.ts";

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
  /** However often its tokens are refreshed. */
  readonly endsAt: Date;
}

const ENDS_AT = "oauth_grant.created_at + interval '180 days'";

/** 0.1 gave clients `admin` too. */
const CLIENT_SCOPES = "array_remove(oauth_grant.scopes, 'admin') AS scopes";

export const GRANT_COLUMNS = `id, organization_id AS "organizationId", user_id AS "userId", client_id AS "clientId",
  client_name AS "clientName", ${CLIENT_SCOPES}, resource, redirect_uri AS "redirectUri",
  code_challenge AS "codeChallenge", ${ENDS_AT} AS "endsAt"`;

export interface AccessHolder {
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly clientId: string;
  readonly clientName: string;
  readonly grantId: string;
}

export interface ListedGrant
  extends Pick<
    Grant,
    "id" | "organizationId" | "userId" | "clientId" | "clientName" | "scopes" | "endsAt"
  > {
  readonly userName: string;
  readonly userEmail: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** False when the user is not a member of the organization. */
export async function createGrant(
  database: Database,
  grant: Omit<Grant, "id" | "endsAt"> & {
    readonly codeHash: string;
    readonly codeExpiresAt: Date;
    readonly now: Date;
  },
): Promise<boolean> {
  const isCreated = await withIdentityClient(database, async (client) => {
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
    if (rowCount !== 1) return false;
    await client.query("UPDATE public.oauth_client SET granted_at = $2 WHERE id = $1", [
      grant.clientId,
      grant.now,
    ]);
    return true;
  });
  if (isCreated) {
    await recordSecurityEvent(database, {
      kind: "grant_given",
      organizationId: grant.organizationId,
      subject: { kind: "app", id: grant.clientId, label: grant.clientName },
      after: { scopes: grant.scopes, redirectUri: grant.redirectUri },
    });
  }
  return isCreated;
}

/** The user that an access token stands for, with their present role; null when the token is not valid. */
export function findAccessHolder(
  database: Database,
  { hash, resource, now }: { readonly hash: string; readonly resource: string; readonly now: Date },
): Promise<AccessHolder | null> {
  return repeatIdentityWork(database, async (client) => {
    const { rows } = await client.query<AccessHolder>(
      `SELECT person.id AS "userId", person.name AS "userName", person.email AS "userEmail",
         oauth_grant.organization_id AS "organizationId", member.role, ${CLIENT_SCOPES}, client_id AS "clientId",
         client_name AS "clientName", grant_id AS "grantId"
       FROM public.oauth_token JOIN public.oauth_grant ON oauth_grant.id = grant_id
       JOIN public.member ON member.organization_id = oauth_grant.organization_id AND member.user_id = oauth_grant.user_id
       JOIN public."user" person ON person.id = oauth_grant.user_id
       WHERE hash = $1 AND kind = 'access' AND expires_at > $2 AND revoked_at IS NULL AND resource = $3
         AND ${ENDS_AT} > $2 AND person.disabled_at IS NULL`,
      [hash, now, resource],
    );
    return rows[0] ?? null;
  });
}

/** At most once a minute for each grant, and without waiting for a refresh that holds its lock. */
export function markGrantUsed(
  database: Database,
  { grantId, now }: { readonly grantId: string; readonly now: Date },
): Promise<void> {
  return withIdentityClient(database, async (client) => {
    await client.query(
      `UPDATE public.oauth_grant SET last_used_at = $2 WHERE id = (
         SELECT id FROM public.oauth_grant
         WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $2::timestamptz - interval '1 minute')
         FOR NO KEY UPDATE SKIP LOCKED)`,
      [grantId, now],
    );
  });
}

/** Whether the user authorized this client in any organization. */
export function hasGrant(
  database: Database,
  { userId, clientId }: { readonly userId: string; readonly clientId: string },
): Promise<boolean> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query(
      "SELECT FROM public.oauth_grant WHERE client_id = $2 AND user_id = $1 AND revoked_at IS NULL LIMIT 1",
      [userId, clientId],
    );
    return rows.length > 0;
  });
}

const MAX_LISTED = 500;

/** The grants of a user, or of an organization, that still have tokens; the newest first. */
export function listGrants(
  database: Database,
  {
    of,
    now,
  }: {
    readonly of: { readonly userId: string } | { readonly organizationId: string };
    readonly now: Date;
  },
): Promise<ListedGrant[]> {
  const [column, id] =
    "userId" in of ? ["user_id", of.userId] : ["organization_id", of.organizationId];
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query<ListedGrant>(
      `SELECT oauth_grant.id, organization_id AS "organizationId", user_id AS "userId", person.name AS "userName",
         person.email AS "userEmail", client_id AS "clientId", client_name AS "clientName", ${CLIENT_SCOPES},
         oauth_grant.created_at AS "createdAt", last_used_at AS "lastUsedAt", ${ENDS_AT} AS "endsAt"
       FROM public.oauth_grant JOIN public."user" person ON person.id = user_id
       WHERE ${column} = $1 AND revoked_at IS NULL AND ${ENDS_AT} > $2
         AND EXISTS (SELECT FROM public.oauth_token WHERE grant_id = oauth_grant.id AND expires_at > $2)
       ORDER BY oauth_grant.id DESC LIMIT $3`,
      [id, now, MAX_LISTED],
    );
    return rows;
  });
}
