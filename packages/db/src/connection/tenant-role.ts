import { AppError } from "@trovella/foundation";
import type { ClientBase } from "pg";

/** The role of requests: it owns nothing and may only read and write tenant rows. */
export const TENANT_ROLE = "app_tenant";

/** Refuses a login that is, or may become, exempt from row-level security. */
export async function checkTenantSafety(client: ClientBase): Promise<void> {
  const problem = (await findRolePowers(client)) ?? (await findOpenTables(client));
  if (!problem) return;
  throw new AppError(
    "UNAVAILABLE",
    `Tenants would not be isolated: ${problem}. Next: connect as an ordinary user (NOSUPERUSER NOBYPASSRLS) that owns ` +
      "the database, or run trovella doctor to see all checks.",
    { isUnsafe: true },
  );
}

/** A role exempt from row-level security that the login is or may become. */
export async function findRolePowers(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query(`
    SELECT rolname, rolsuper, rolbypassrls FROM pg_roles
    WHERE (rolsuper OR rolbypassrls) AND pg_has_role(session_user, oid, 'MEMBER') LIMIT 1`);
  const [power] = rows;
  if (!power) return null;
  const what = power.rolsuper ? "a superuser" : "exempt from row-level security";
  return `the database user is, or may become, ${power.rolname}, which is ${what}`;
}

/** A table that requests may read although no policy protects it. */
export async function findOpenTables(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query(`
    SELECT relname FROM pg_class c
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND has_table_privilege('${TENANT_ROLE}', c.oid, 'SELECT')
      AND NOT (relrowsecurity AND relforcerowsecurity) LIMIT 1`);
  return rows[0]
    ? `the table ${rows[0].relname} is open to requests without row-level security`
    : null;
}
