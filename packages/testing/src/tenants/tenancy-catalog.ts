import {
  AUDIT_EVENT_TYPES,
  BRANCH_ACTIONS,
  DECIDED_VIA,
  PLAN_MODES,
  PLAN_STATUSES,
  REVIEW_DECISIONS,
  REVIEW_POLICIES,
  STEP_STATUSES,
  STEP_TYPES,
} from "@trovella/plan-engine";
import {
  CREDENTIAL_KINDS,
  SECURITY_EVENT_KINDS,
} from "../../../db/src/schema/security-event-kinds.ts";
import {
  HISTORY_TABLES,
  IDENTITY_TABLES,
  SERVER_TABLES,
  TENANT_TABLES,
} from "../../../db/src/schema/table-names.ts";

export interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/**
 * Everything in the database catalog that could let one tenant reach another's rows, in sentences. Runs as
 * the server's login.
 */
export async function catalogProblems(client: Queryable): Promise<string[]> {
  const problems: string[] = [];
  for (const check of CHECKS) {
    const outside = [...IDENTITY_TABLES, ...SERVER_TABLES];
    const { rows } = await client.query(LISTS + check, [TENANT_TABLES, outside]);
    problems.push(...rows.map(({ problem }) => String(problem)));
  }
  return [...problems, ...(await valueListProblems(client))];
}

/** The expression of every policy, as PostgreSQL prints it; any other needs a reason and a line here. */
const POLICY =
  "(organization_id = NULLIF(current_setting(''app.organization_id''::text, true), ''''::text))";

const LISTS = `
  WITH tenant AS (
    SELECT c.*, (SELECT attnum FROM pg_attribute WHERE attrelid = c.oid AND attname = 'organization_id') AS organization
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1::text[])
  ), forbidden AS (
    SELECT c.* FROM pg_class c WHERE relnamespace = 'public'::regnamespace
      AND relname = ANY ($2::text[] || ARRAY['schema_migration'])
  ), own_schema AS (
    SELECT * FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
  ), request_role AS (SELECT * FROM pg_roles WHERE rolname = 'app_tenant')
`;

const TABLES = [
  `SELECT format('The table %s is on no list.', relname) AS problem
   FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'f')
     AND oid NOT IN (SELECT oid FROM tenant UNION SELECT oid FROM forbidden)`,
  `SELECT format('The table %s does not exist.', name) AS problem
   FROM unnest($1::text[] || $2::text[] || ARRAY['schema_migration']) AS name
   WHERE name NOT IN (SELECT relname FROM tenant UNION SELECT relname FROM forbidden)`,
  `SELECT format('%s.organization_id is not a mandatory text.', relname) AS problem FROM tenant
   WHERE NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = tenant.oid AND attnum = organization
     AND attnotnull AND atttypid = 'text'::regtype)`,
  `SELECT format('Row-level security of %s is %s.', relname,
     CASE WHEN relrowsecurity THEN 'not forced' ELSE 'off' END) AS problem
   FROM tenant WHERE NOT (relrowsecurity AND relforcerowsecurity)`,
  `SELECT format('Unknown schema %s.', nspname) AS problem FROM own_schema WHERE nspname <> 'public'`,
  `SELECT format('%s has no fill factor for HOT updates.', relname) AS problem FROM tenant
   WHERE relname IN ('research_plan', 'plan_step') AND NOT coalesce(reloptions, '{}') @> '{fillfactor=85}'`,
];

const POLICIES = [
  `SELECT format('%s has no policy for %s.', relname, verb.name) AS problem
   FROM tenant, (VALUES ('r', 'select'), ('a', 'insert'), ('w', 'update'), ('d', 'delete')) AS verb (code, name)
   WHERE NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = tenant.oid AND polpermissive
     AND polcmd IN ('*', verb.code::"char")
     AND (polroles = '{0}' OR (SELECT oid FROM request_role) = ANY (polroles)))`,
  `SELECT format('The policy %s of %s reads %s.', polname, relname, coalesce(pg_get_expr(polqual, polrelid), 'nothing')) AS problem
   FROM tenant JOIN pg_policy ON polrelid = tenant.oid
   WHERE polcmd <> 'a' AND pg_get_expr(polqual, polrelid) IS DISTINCT FROM '${POLICY}'`,
  `SELECT format('The policy %s of %s allows writing %s.', polname, relname, coalesce(pg_get_expr(polwithcheck, polrelid), 'anything')) AS problem
   FROM tenant JOIN pg_policy ON polrelid = tenant.oid
   WHERE polcmd IN ('*', 'a', 'w') AND pg_get_expr(polwithcheck, polrelid) IS DISTINCT FROM '${POLICY}'`,
];

const KEYS = [
  `SELECT format('%s has no primary key.', relname) AS problem FROM tenant
   WHERE NOT EXISTS (SELECT FROM pg_index WHERE indrelid = tenant.oid AND indisprimary)`,
  `SELECT format('The unique index %s does not contain the organization.', indexrelid::regclass) AS problem
   FROM tenant JOIN pg_index ON indrelid = tenant.oid
   WHERE (indisunique OR indisexclusion) AND organization <> ALL (indkey::int2[])`,
  `SELECT format('The foreign key %s of %s can refer to another organization.', conname, conrelid::regclass) AS problem
   FROM pg_constraint JOIN tenant AS target ON confrelid = target.oid
   WHERE contype = 'f' AND NOT EXISTS (
     SELECT FROM unnest(conkey, confkey) AS pair (source_column, target_column)
     JOIN pg_attribute ON attrelid = conrelid AND attnum = source_column AND attname = 'organization_id'
     WHERE target_column = target.organization)`,
  `SELECT format('The foreign key %s of %s would set the organization to null.', conname, relname) AS problem
   FROM tenant JOIN pg_constraint ON conrelid = tenant.oid AND contype = 'f'
   WHERE confupdtype IN ('n', 'd') OR (confdeltype IN ('n', 'd')
     AND (confdelsetcols IS NULL OR organization = ANY (confdelsetcols)))`,
  `SELECT format('The index %s covers a column that changes with every call.', indexrelid::regclass) AS problem
   FROM tenant JOIN pg_index ON indrelid = tenant.oid
   WHERE relname IN ('research_plan', 'plan_step')
     AND pg_get_indexdef(indexrelid) ~ '\\m(status|version|audit_seq|updated_at|attempt|lease_\\w+|last_activity_at)\\M'`,
];

const WAYS_AROUND = [
  `SELECT format('The function %s runs as its owner.', pg_proc.oid::regprocedure) AS problem
   FROM pg_proc JOIN own_schema ON pronamespace = own_schema.oid WHERE prosecdef`,
  `SELECT format('The view %s reads as its owner.', pg_class.oid::regclass) AS problem
   FROM pg_class JOIN own_schema ON relnamespace = own_schema.oid
   WHERE relkind = 'v' AND NOT coalesce(reloptions, '{}') && '{security_invoker=true,security_invoker=on}'`,
  `SELECT format('The materialized view %s is not protected by a policy.', pg_class.oid::regclass) AS problem
   FROM pg_class JOIN own_schema ON relnamespace = own_schema.oid WHERE relkind = 'm'`,
  `SELECT format('The rule %s rewrites queries on %s.', rulename, ev_class::regclass) AS problem
   FROM pg_rewrite JOIN tenant ON ev_class = tenant.oid`,
  `SELECT format('%s is preset for all sessions.', setting) AS problem
   FROM pg_db_role_setting, unnest(setconfig) AS setting
   WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
     AND setting ~ '^(app\\.|role=|row_security=)'`,
];

const ROLES = [
  "SELECT 'The role app_tenant does not exist.' AS problem WHERE NOT EXISTS (SELECT FROM request_role)",
  `SELECT format('app_tenant has the attribute %s.', power.name) AS problem
   FROM request_role, LATERAL (VALUES ('LOGIN', rolcanlogin), ('SUPERUSER', rolsuper), ('BYPASSRLS', rolbypassrls),
     ('CREATEROLE', rolcreaterole), ('CREATEDB', rolcreatedb), ('REPLICATION', rolreplication)) AS power (name, is_given)
   WHERE is_given`,
  `SELECT format('app_tenant is a member of %s.', roleid::regrole) AS problem
   FROM pg_auth_members JOIN request_role ON member = request_role.oid`,
  `SELECT format('app_tenant owns %s.', pg_describe_object(classid, objid, objsubid)) AS problem
   FROM pg_shdepend JOIN request_role ON refobjid = request_role.oid
   WHERE refclassid = 'pg_authid'::regclass AND deptype = 'o'
     AND dbid IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))`,
  `SELECT format('app_tenant may create objects in the %s.', place) AS problem FROM request_role, (VALUES
     ('schema', has_schema_privilege('app_tenant', 'public', 'CREATE')),
     ('database', has_database_privilege('app_tenant', current_database(), 'CREATE'))) AS given (place, is_given)
   WHERE is_given`,
  `SELECT format('app_tenant is granted %s on %s.', privilege_type, c.oid::regclass) AS problem
   FROM pg_class c CROSS JOIN request_role, aclexplode(c.relacl)
   WHERE c.relnamespace = 'public'::regnamespace AND grantee IN (0, request_role.oid)
     AND privilege_type <> ALL (CASE
       WHEN c.relname IN (${HISTORY_TABLES.map((name) => `'${name}'`).join()}) THEN ARRAY['SELECT', 'INSERT']
       WHEN c.oid IN (SELECT oid FROM tenant) THEN ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']
       ELSE ARRAY[]::text[] END)`,
  `SELECT format('app_tenant is granted %s on %s.%s.', privilege_type, attrelid::regclass, attname) AS problem
   FROM pg_attribute CROSS JOIN request_role, aclexplode(attacl)
   WHERE grantee IN (0, request_role.oid) AND attrelid IN (SELECT oid FROM tenant UNION SELECT oid FROM forbidden)`,
  `SELECT format('app_tenant would be granted %s on future objects.', privilege_type) AS problem
   FROM pg_default_acl CROSS JOIN request_role, aclexplode(defaclacl) WHERE grantee IN (0, request_role.oid)`,
  `SELECT format('%s is, or may become, %s, which bypasses row-level security.', session_user, rolname) AS problem FROM pg_roles
   WHERE (rolsuper OR rolbypassrls) AND pg_has_role(session_user, oid, 'MEMBER')`,
];

const CHECKS = [...TABLES, ...POLICIES, ...KEYS, ...WAYS_AROUND, ...ROLES];

const VALUE_LISTS: Readonly<Record<string, readonly string[]>> = {
  "research_plan.status": PLAN_STATUSES,
  "research_plan.mode": PLAN_MODES,
  "research_plan.review_policy": REVIEW_POLICIES,
  "plan_step.status": STEP_STATUSES,
  "plan_step.step_type": STEP_TYPES,
  "plan_branching_condition.if_true_action": BRANCH_ACTIONS,
  "plan_review.decision": REVIEW_DECISIONS,
  "plan_review.decided_via": DECIDED_VIA,
  "plan_audit_log.event_type": AUDIT_EVENT_TYPES,
  "security_event.kind": SECURITY_EVENT_KINDS,
  "security_event.credential_kind": CREDENTIAL_KINDS,
};

/** Each list of values in the database must equal the engine's. */
async function valueListProblems(client: Queryable): Promise<string[]> {
  const { rows } = await client.query(`
    SELECT format('%s.%s', conrelid::regclass, attname) AS place, pg_get_constraintdef(pg_constraint.oid) AS definition
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND conkey = ARRAY[attnum]
    WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND convalidated`);
  return Object.entries(VALUE_LISTS)
    .filter(([place, values]) => {
      const wanted = [...values].sort().join();
      return !rows.some((row) => row.place === place && listedValues(row.definition) === wanted);
    })
    .map(([place, values]) => `${place} is not bound to ${values.join(", ")}.`);
}

function listedValues(definition: unknown): string | undefined {
  const [, list] = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(String(definition)) ?? [];
  return (
    list &&
    [...list.matchAll(/'([^']*)'::text/g)]
      .map(([, value]) => value)
      .sort()
      .join()
  );
}
