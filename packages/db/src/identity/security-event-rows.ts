import type { Json } from "@trovella/foundation";
import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { queryRows } from "../connection/query-rows.ts";
import { compare, compose, rawSql, sql, whereAll } from "../connection/sql.ts";
import { type TenantContext, withTenantContext } from "../connection/tenant-context.ts";
import type { CredentialKind, SecurityEventKind } from "../schema/security-event-kinds.ts";
import { inIdentityTransaction } from "./identity-transaction.ts";
import { SERVER_ORGANIZATION_ID } from "./security-events.ts";

export interface ListedSecurityEvent {
  readonly id: string;
  readonly kind: SecurityEventKind;
  /** How many equal refusals it stands for. */
  readonly count: number;
  readonly actorUserId: string | null;
  readonly actorName: string | null;
  readonly credentialKind: CredentialKind;
  readonly credentialId: string | null;
  readonly credentialName: string | null;
  readonly ipAddress: string | null;
  readonly subjectKind: string | null;
  readonly subjectId: string | null;
  readonly subjectLabel: string | null;
  readonly before: Json | null;
  readonly after: Json | null;
  readonly createdAt: Date;
}

export interface SecurityEventFilter {
  readonly kind?: SecurityEventKind | null;
  /** Events by this user or about them. */
  readonly userId?: string | null;
  readonly since?: Date | null;
  /** Id of the last event of the page before. */
  readonly before?: string | null;
  readonly limit: number;
}

const SELECT = `
  SELECT id, kind, count, actor_user_id AS "actorUserId", actor_name AS "actorName", credential_kind AS "credentialKind",
    credential_id AS "credentialId",
    coalesce(credential_name, (SELECT name FROM personal_access_token token WHERE token.id = credential_id)) AS "credentialName",
    ip_address AS "ipAddress",
    subject_kind AS "subjectKind", subject_id AS "subjectId", subject_label AS "subjectLabel", before, after,
    created_at AS "createdAt"
  FROM security_event`;

/** Newest first. */
export function listSecurityEvents(
  context: TenantContext,
  { kind, userId, since, before, limit }: SecurityEventFilter,
): Promise<ListedSecurityEvent[]> {
  const about = userId ? sql`(actor_user_id = ${userId} OR subject_id = ${userId})` : null;
  const where = whereAll([
    compare("kind =", kind),
    about,
    compare("created_at >=", since),
    compare("id <", before),
  ]);
  return queryRows(
    context,
    compose(sql`${rawSql(SELECT)} ${where} ORDER BY id DESC LIMIT ${limit}`),
  );
}

/** Attempts that belong to no organization, for the operator of the server. */
export function listServerSecurityEvents(
  database: Database,
  filter: SecurityEventFilter,
): Promise<ListedSecurityEvent[]> {
  return withTenantContext(database, { organizationId: SERVER_ORGANIZATION_ID }, (context) =>
    listSecurityEvents(context, filter),
  );
}

const DELETED_AT_ONCE = 1_000;

/**
 * Ends the retention of what is older, at most some rows of each organization in one call. Tombstones of plans stay: checkpoints
 * that sealed these plans are verified with them.
 */
export async function deleteSecurityEvents(database: Database, olderThan: Date): Promise<number> {
  const organizations = await withIdentityClient(database, async (client) => {
    const { rows } = await client.query<{ id: string }>("SELECT id FROM public.organization");
    return rows.map(({ id }) => id);
  });
  let deleted = 0;
  for (const organizationId of [SERVER_ORGANIZATION_ID, ...organizations]) {
    deleted += await inIdentityTransaction(database, async (transaction) => {
      await transaction.query("SELECT set_config('app.organization_id', $1, true)", [
        organizationId,
      ]);
      const { rowCount } = await transaction.query(
        `DELETE FROM public.security_event WHERE organization_id = $1 AND id IN (
           SELECT id FROM public.security_event WHERE organization_id = $1 AND created_at < $2 AND kind <> 'plan_deleted'
           ORDER BY created_at LIMIT $3)`,
        [organizationId, olderThan, DELETED_AT_ONCE],
      );
      return rowCount ?? 0;
    });
  }
  return deleted;
}
