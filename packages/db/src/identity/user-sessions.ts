import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";

export interface ListedSession {
  readonly id: string;
  readonly userAgent: string | null;
  readonly ipAddress: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

interface SessionFilter {
  readonly userId: string;
  /** Only sessions that work in this organization; null for all. */
  readonly organizationId: string | null;
}

const MAX_LISTED = 200;
/** A use is recorded at most this often. */
const USE_INTERVAL = "5 minutes";

/** Those that still work, newest first. */
export function listSessions(
  database: Database,
  { userId, organizationId, now }: SessionFilter & { readonly now: Date },
): Promise<ListedSession[]> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query<ListedSession>(
      `SELECT id, user_agent AS "userAgent", ip_address AS "ipAddress", created_at AS "createdAt",
         expires_at AS "expiresAt", last_used_at AS "lastUsedAt"
       FROM public.session WHERE user_id = $1 AND ($2::text IS NULL OR active_organization_id = $2) AND expires_at > $3
       ORDER BY created_at DESC, id DESC LIMIT $4`,
      [userId, organizationId, now, MAX_LISTED],
    );
    return rows;
  });
}

/** Returns how many were ended: those named, or all but `exceptId`. */
export function endSessions(
  database: Database,
  {
    userId,
    organizationId,
    sessionId = null,
    exceptId = null,
  }: SessionFilter & { readonly sessionId?: string | null; readonly exceptId?: string | null },
): Promise<number> {
  return withIdentityClient(database, async (client) => {
    const { rowCount } = await client.query(
      `DELETE FROM public.session WHERE user_id = $1 AND ($2::text IS NULL OR active_organization_id = $2)
         AND ($3::text IS NULL OR id = $3) AND id IS DISTINCT FROM $4`,
      [userId, organizationId, sessionId, exceptId],
    );
    return rowCount ?? 0;
  });
}

export function touchSession(database: Database, sessionId: string): Promise<void> {
  return withIdentityClient(database, async (client) => {
    await client.query(
      `UPDATE public.session SET last_used_at = now()
       WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '${USE_INTERVAL}')`,
      [sessionId],
    );
  });
}
