import type { Database } from "../../connection/database.ts";
import { queryRows } from "../../connection/query-rows.ts";
import { DELETION_SILENCE_MS, limitSilence } from "../../connection/silence.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import {
  type Tenant,
  type TenantContext,
  withTenantContext,
} from "../../connection/tenant-context.ts";
import {
  type IdentityTransaction,
  inIdentityTransaction,
} from "../../identity/identity-transaction.ts";
import { SERVER_ORGANIZATION_ID, writeSecurityEvent } from "../../identity/security-events.ts";
import { eraseUser } from "../../identity/user-access.ts";
import { TENANT_TABLES } from "../../schema/table-names.ts";
import { PERSON_COLUMNS } from "./person-columns.ts";

export interface ErasedPerson {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

const OWN_PLANS = defineStatement(
  "SELECT id, handle FROM research_plan WHERE created_by = $1 ORDER BY id LIMIT 100000",
);
const HAND_OVER = defineStatement(
  "UPDATE research_plan SET created_by = $2 WHERE created_by = $1 RETURNING id",
);

export function listPlansOf(
  context: TenantContext,
  userId: string,
): Promise<{ id: string; handle: string }[]> {
  return queryRows(context, execution(OWN_PLANS, [userId]));
}

/** The plans of a person become those of another member. */
export async function handOverPlans(
  database: Database,
  tenant: Tenant,
  { userId, heirId }: { readonly userId: string; readonly heirId: string },
): Promise<number> {
  return withTenantContext(database, tenant, async (context) => {
    const rows = await queryRows(context, execution(HAND_OVER, [userId, heirId]));
    return rows.length;
  });
}

const DELETED_NAME = "Deleted user";

/**
 * Takes a person's account, sessions, credentials and settings away, and their name and address out of every row; the rest
 * keeps an id that belongs to nobody. In one transaction, with a record in each of their organizations.
 */
export function erasePerson(
  database: Database,
  person: ErasedPerson,
  {
    organizationIds,
    allOrganizationIds,
    now,
  }: {
    readonly organizationIds: readonly string[];
    /** Where they may have been a member once. */
    readonly allOrganizationIds: readonly string[];
    readonly now: Date;
  },
): Promise<void> {
  return inIdentityTransaction(database, async (transaction) => {
    limitSilence(transaction, DELETION_SILENCE_MS);
    await transaction.query("SET LOCAL statement_timeout = 600000");
    for (const organizationId of [...allOrganizationIds, SERVER_ORGANIZATION_ID]) {
      await eraseIn(transaction, organizationId, person);
    }
    const { userId, email } = person;
    await transaction.query(
      "DELETE FROM public.invitation WHERE inviter_id = $1 OR lower(email) = lower($2)",
      [userId, email],
    );
    await eraseUser(transaction, { userId, now, name: DELETED_NAME });
    for (const organizationId of organizationIds) {
      await writeSecurityEvent(transaction, {
        kind: "person_deleted",
        organizationId,
        subject: { kind: "user", id: userId, label: null },
      });
    }
  });
}

/** Those of a tenant; the tables of identity are emptied with the account. */
const TENANT_ROWS = Object.entries(PERSON_COLUMNS)
  .filter(([, fate]) => fate === "deleted")
  .map(([column]) => column.split(".")[0] ?? "")
  .filter((table) => TENANT_TABLES.includes(table));

/** A name may be short and stand in other words, so only whole values count; an address is searched in texts too. */
const CLEAN_LOG = `
  UPDATE public.security_event SET
    actor_name = CASE WHEN actor_user_id = $2 THEN '${DELETED_NAME}' ELSE actor_name END,
    ip_address = CASE WHEN actor_user_id = $2 THEN NULL ELSE ip_address END,
    credential_name = CASE WHEN actor_user_id = $2 THEN NULL ELSE credential_name END,
    subject_label = CASE WHEN subject_id = $2 OR lower(subject_label) IN (lower($3), lower($4)) THEN '${DELETED_NAME}' ELSE subject_label END,
    before = CASE WHEN strpos(lower(before::text), lower($3)) > 0 OR strpos(before::text, to_json($4::text)::text) > 0
      THEN '{"deleted": true}' ELSE before END,
    after = CASE WHEN strpos(lower(after::text), lower($3)) > 0 OR strpos(after::text, to_json($4::text)::text) > 0
      THEN '{"deleted": true}' ELSE after END
  WHERE organization_id = $1 AND kind <> 'plan_deleted' AND (actor_user_id = $2 OR subject_id = $2
    OR lower(subject_label) IN (lower($3), lower($4)) OR strpos(lower(concat(before::text, after::text)), lower($3)) > 0
    OR strpos(concat(before::text, after::text), to_json($4::text)::text) > 0)`;
/** A tombstone keeps its hash, with which checkpoints are verified. */
const CLEAN_TOMBSTONES = `
  UPDATE public.security_event SET actor_name = '${DELETED_NAME}', ip_address = NULL, credential_name = NULL
  WHERE organization_id = $1 AND kind = 'plan_deleted' AND actor_user_id = $2`;

async function eraseIn(
  transaction: IdentityTransaction,
  organizationId: string,
  { userId, name, email }: ErasedPerson,
): Promise<void> {
  await transaction.query("SELECT set_config('app.organization_id', $1, true)", [organizationId]);
  for (const table of TENANT_ROWS) {
    await transaction.query(
      `DELETE FROM public.${table} WHERE organization_id = $1 AND user_id = $2`,
      [organizationId, userId],
    );
  }
  await transaction.query(CLEAN_LOG, [organizationId, userId, email, name]);
  await transaction.query(CLEAN_TOMBSTONES, [organizationId, userId]);
}
