import type { ClientBase } from "pg";
import { findOpenTables, findRolePowers, TENANT_ROLE } from "../../connection/tenant-role.ts";
import { inTransaction } from "../../connection/transaction.ts";
import { TENANT_TABLES } from "../../schema/table-names.ts";
import { describeTables } from "../backup/describe-tables.ts";
import { type Check, fail, ok } from "./check.ts";

const REBUILD =
  "Save the data with trovella backup, then restore it into a new data directory or database, which gets its tables afresh.";

const ORDINARY_USER =
  "Connect as an ordinary user (NOSUPERUSER NOBYPASSRLS) that owns the database.";
const REVOKE = `Take the right away: REVOKE ALL ON that table FROM ${TENANT_ROLE}.`;

/** A superuser sees every tenant's rows, whatever the policies say. */
export async function checkRole(client: ClientBase): Promise<Check> {
  const power = await findRolePowers(client);
  if (power) return fail("tenant_role", `Tenants would not be isolated: ${power}.`, ORDINARY_USER);
  const { rows } = await client.query("SELECT session_user AS name");
  return ok(
    "tenant_role",
    `${rows[0].name} is bound by row-level security; requests run as ${TENANT_ROLE}`,
  );
}

/** The policies of every table in the catalog, empty ones included. */
export async function checkTables(client: ClientBase): Promise<Check> {
  const { rows } = await client.query(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relname = ANY($1::text[])
       AND relrowsecurity AND relforcerowsecurity
       AND EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid AND polcmd = '*')
       AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid
             AND (pg_get_expr(polqual, polrelid) NOT LIKE '%app.organization_id%'
               OR coalesce(pg_get_expr(polwithcheck, polrelid), '') NOT LIKE '%app.organization_id%'))`,
    [TENANT_TABLES],
  );
  const safe = new Set(rows.map(({ name }) => name));
  const unsafe = TENANT_TABLES.filter((name) => !safe.has(name));
  if (unsafe.length > 0) {
    return fail("tenant_tables", `Missing, or not fully under it: ${unsafe.join(", ")}.`, REBUILD);
  }
  // Also of tables that are not ours.
  const open = await findOpenTables(client);
  if (open) return fail("tenant_tables", `Tenants would not be isolated: ${open}.`, REVOKE);
  return ok(
    "tenant_tables",
    `enabled, forced and with a policy on all ${TENANT_TABLES.length} tenant tables`,
  );
}

/** A request without an organization, or with an unknown one, must see no rows. */
export async function probeTenancy(client: ClientBase): Promise<Check> {
  const tables = await describeTables(client);
  const seen: string[] = [];
  for (const organizationId of ["", "org_nobody"]) {
    await inTransaction(client, "BEGIN READ ONLY", async () => {
      await client.query(
        "SELECT set_config('role', $1, true), set_config('app.organization_id', $2, true)",
        [TENANT_ROLE, organizationId],
      );
      for (const { name } of tables.filter(({ isTenant }) => isTenant)) {
        const { rowCount } = await client.query(`SELECT FROM public.${name} LIMIT 1`);
        if (rowCount) seen.push(name);
      }
    });
  }
  const { rows } = await client.query(
    `SELECT name FROM unnest($1::text[]) AS name WHERE has_table_privilege('${TENANT_ROLE}', format('public.%I', name), 'SELECT')`,
    [tables.filter(({ isTenant }) => !isTenant).map(({ name }) => name)],
  );
  const open = [...new Set([...seen, ...rows.map(({ name }) => name)])];
  if (open.length > 0) {
    return fail(
      "tenant_probe",
      `A request without an organization can read ${open.join(", ")}.`,
      REBUILD,
    );
  }
  return ok("tenant_probe", "a request without an organization sees nothing");
}
