import { referencesIn } from "@trovella/testing/tenants/tenant-attempts";
import { tenantRows } from "@trovella/testing/tenants/tenant-rows";
import {
  IDENTITY_TABLES,
  SERVER_TABLES,
  TENANT_TABLES,
} from "../../packages/db/src/schema/table-names.ts";

/** One hole in the tenant isolation: statements of an administrator, or a rewritten query. */
export interface Mutation {
  readonly name: string;
  readonly statements?: string;
  /** Undoes changes that outlive the database. */
  readonly undo?: string;
  readonly rewrite?: readonly [from: string, to: string];
  readonly isSuperuser?: boolean;
}

const SWITCH = "set_config('role', 'app_tenant', true)";
const TENANT = "set_config('app.organization_id', $1, true)";

/** Possible mistakes in a migration. */
export const TABLE_MUTATIONS: readonly Mutation[] = [
  ...TENANT_TABLES.flatMap((table) =>
    [
      `DROP POLICY tenant_isolation ON ${table}`,
      `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`,
      `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`,
      `ALTER POLICY tenant_isolation ON ${table} USING (true) WITH CHECK (true)`,
      `ALTER POLICY tenant_isolation ON ${table} WITH CHECK (true)`,
      `ALTER POLICY tenant_isolation ON ${table} USING (organization_id <> '')`,
      `CREATE POLICY more ON ${table} FOR SELECT USING (true)`,
      `GRANT TRUNCATE ON ${table} TO app_tenant`,
      `CREATE VIEW peek AS SELECT * FROM ${table}; GRANT SELECT ON peek TO app_tenant`,
    ].map(byStatements),
  ),
  ...references().map(({ table, column }) =>
    byStatements(`DO $$ DECLARE name text; BEGIN
      SELECT conname INTO STRICT name FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
      WHERE contype = 'f' AND conrelid = '${table}'::regclass AND attname = '${column}';
      EXECUTE format('ALTER TABLE ${table} DROP CONSTRAINT %I', name);
    END $$`),
  ),
  ...[...IDENTITY_TABLES, ...SERVER_TABLES, "schema_migration"].map((table) =>
    byStatements(`GRANT SELECT ON "${table}" TO app_tenant`),
  ),
  ...[
    "GRANT UPDATE ON plan_audit_log TO app_tenant",
    "GRANT DELETE ON plan_audit_log TO app_tenant",
    "GRANT CREATE ON SCHEMA public TO app_tenant",
    "GRANT ALL ON ALL TABLES IN SCHEMA public TO PUBLIC",
    "ALTER TABLE plan_step OWNER TO app_tenant",
    "CREATE UNIQUE INDEX ids ON research_artifact (id)",
    "CREATE MATERIALIZED VIEW peek AS SELECT * FROM research_plan",
    "CREATE TABLE stray (organization_id text, secret text); GRANT SELECT ON stray TO app_tenant",
    "CREATE FUNCTION peek() RETURNS bigint SECURITY DEFINER LANGUAGE sql AS 'SELECT count(*) FROM research_plan'",
  ].map(byStatements),
];

/** Possible mistakes in withTenantContext. */
export const PATH_MUTATIONS: readonly Mutation[] = [
  { name: "the role is not switched", rewrite: [SWITCH, "set_config('role', 'none', true)"] },
  { name: "the role stays", rewrite: [SWITCH, "set_config('role', 'app_tenant', false)"] },
  { name: "the tenant stays", rewrite: [TENANT, "set_config('app.organization_id', $1, false)"] },
  { name: "no tenant is set", rewrite: [TENANT, "$1::text"] },
  {
    name: "another tenant is set",
    rewrite: [TENANT, "set_config('app.organization_id', concat('org_b', left($1, 0)), true)"],
  },
  {
    name: "a superuser's login does not switch the role",
    rewrite: [SWITCH, "set_config('role', 'none', true)"],
    isSuperuser: true,
  },
];

/** Possible mistakes in the roles. */
export const ROLE_MUTATIONS: readonly Mutation[] = [
  ...["BYPASSRLS", "SUPERUSER", "LOGIN", "CREATEROLE", "CREATEDB"].map((power) =>
    byRole(`ALTER ROLE app_tenant ${power}`, `ALTER ROLE app_tenant NO${power}`),
  ),
  byRole("ALTER ROLE trovella_server BYPASSRLS", "ALTER ROLE trovella_server NOBYPASSRLS"),
  byRole("ALTER ROLE trovella_server SUPERUSER", "ALTER ROLE trovella_server NOSUPERUSER"),
  byRole("GRANT pg_read_all_data TO app_tenant", "REVOKE pg_read_all_data FROM app_tenant"),
  byRole("GRANT trovella TO trovella_server", "REVOKE trovella FROM trovella_server"),
  byRole(
    "ALTER ROLE trovella_server SET app.organization_id = 'org_b'",
    "ALTER ROLE trovella_server RESET app.organization_id",
  ),
];

function byStatements(statements: string): Mutation {
  return { name: statements.replace(/\s+/g, " "), statements };
}

function byRole(statements: string, undo: string): Mutation {
  return { name: statements, statements, undo };
}

function references() {
  const names = { organizationId: "o", key: "o", refersTo: "o", canary: "", position: 1 };
  return referencesIn(tenantRows(names));
}
