import type { Role } from "@trovella/foundation";
import type { Database } from "../connection/database.ts";
import { repeatIdentityWork, withIdentityClient } from "../connection/identity-client.ts";
import type { Actor } from "./request-origin.ts";

export interface SessionRow {
  readonly sessionId: string;
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  /** The active organization, as long as the user is a member of it. */
  readonly organizationId: string | null;
  readonly role: Role | null;
}

/** With the user's present role in the active organization. */
export function findSession(
  database: Database,
  { tokenHash, now }: { readonly tokenHash: string; readonly now: Date },
): Promise<SessionRow | null> {
  return repeatIdentityWork(database, async (client) => {
    const { rows } = await client.query<SessionRow>(
      `SELECT session.id AS "sessionId", person.id AS "userId", person.name AS "userName",
         person.email AS "userEmail", member.organization_id AS "organizationId", member.role
       FROM public.session JOIN public."user" person ON person.id = session.user_id
       LEFT JOIN public.member ON member.user_id = session.user_id
         AND member.organization_id = session.active_organization_id
       WHERE session.token = $1 AND session.expires_at > $2 AND person.disabled_at IS NULL`,
      [tokenHash, now],
    );
    return rows[0] ?? null;
  });
}

/** False, without a change, when the user is not a member of the organization. */
export function saveActiveOrganization(
  database: Database,
  {
    sessionId,
    userId,
    organizationId,
  }: { readonly sessionId: string; readonly userId: string; readonly organizationId: string },
): Promise<boolean> {
  return withIdentityClient(database, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE public.session SET active_organization_id = $3, updated_at = now()
       WHERE id = $1 AND user_id = $2
         AND EXISTS (SELECT FROM public.member WHERE user_id = $2 AND organization_id = $3)`,
      [sessionId, userId, organizationId],
    );
    return rowCount === 1;
  });
}

/** Returns whose session it was; null when there was none. */
export function removeSession(database: Database, tokenHash: string): Promise<Actor | null> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query<Actor>(
      `DELETE FROM public.session USING public."user" person
       WHERE token = $1 AND person.id = user_id RETURNING person.id AS "userId", person.name`,
      [tokenHash],
    );
    return rows[0] ?? null;
  });
}

/** Deletes expired rows, at most `limit` of each table, so that the tables do not grow forever. */
export function sweepIdentity(
  database: Database,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<void> {
  return withIdentityClient(database, async (client) => {
    for (const { table, key, condition } of EXPIRED) {
      await client.query(
        `DELETE FROM public.${table} WHERE ${key} IN (
           SELECT ${key} FROM public.${table} WHERE ${condition} LIMIT $2 FOR UPDATE SKIP LOCKED)`,
        [now, limit],
      );
    }
  });
}

/** Tokens stay for a day after they expired, so that a replay is still recognized. */
const EXPIRED = [
  { table: "session", key: "id", condition: "expires_at < $1::timestamptz" },
  {
    table: "oauth_token",
    key: "hash",
    condition: "expires_at < $1::timestamptz - interval '1 day'",
  },
  {
    table: "oauth_grant",
    key: "id",
    condition: `code_expires_at < $1::timestamptz - interval '1 day'
      AND NOT EXISTS (SELECT FROM public.oauth_token WHERE grant_id = oauth_grant.id)`,
  },
  {
    table: "oauth_client",
    key: "id",
    condition: `(created_at < $1::timestamptz - interval '1 day' AND granted_at IS NULL
        OR granted_at < $1::timestamptz - interval '270 days')
      AND NOT EXISTS (SELECT FROM public.oauth_grant WHERE client_id = oauth_client.id)`,
  },
];
