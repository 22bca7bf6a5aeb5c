import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { catalogProblems } from "@trovella/testing/tenants/tenancy-catalog";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { IDENTITY_TABLES, SERVER_TABLES, TENANT_TABLES } from "../schema/table-names.ts";
import { withClient } from "./open-database.ts";

/** One way to loosen each thing the catalog is asked about, and what must be said of it. */
const LOOSENED: readonly (readonly [statement: string, problem: string])[] = [
  ["CREATE TABLE stray (organization_id text)", "stray is on no list"],
  ["DROP TABLE ai_usage", "ai_usage does not exist"],
  ["ALTER TABLE term_stat DROP organization_id CASCADE", "term_stat.organization_id"],
  ["ALTER TABLE ai_usage DISABLE ROW LEVEL SECURITY", "ai_usage is off"],
  ["ALTER TABLE ai_usage NO FORCE ROW LEVEL SECURITY", "ai_usage is not forced"],
  ["CREATE SCHEMA side", "schema side"],
  ["ALTER TABLE plan_step RESET (fillfactor)", "plan_step has no fill factor"],
  ["DROP POLICY tenant_isolation ON posting", "posting has no policy for delete"],
  ["ALTER POLICY tenant_isolation ON posting TO pg_monitor", "posting has no policy for select"],
  ["ALTER POLICY tenant_isolation ON posting USING (true)", "posting reads true"],
  ["ALTER POLICY tenant_isolation ON posting WITH CHECK (true)", "posting allows writing true"],
  ["CREATE POLICY more ON posting FOR SELECT USING (tf > 0)", "The policy more of posting reads"],
  [
    "CREATE POLICY more ON posting FOR INSERT WITH CHECK (tf > 0)",
    "more of posting allows writing",
  ],
  [
    "CREATE POLICY more ON posting USING (organization_id = nullif(current_setting('app.organization_id', true), ''))",
    "more of posting allows writing anything",
  ],
  [
    "ALTER TABLE posting DROP CONSTRAINT posting_organization_id_term_chunk_id_pk",
    "no primary key",
  ],
  ["CREATE UNIQUE INDEX only_id ON ai_usage (id)", "only_id does not contain the organization"],
  [
    "CREATE INDEX by_status ON plan_step (organization_id, status)",
    "by_status covers a column that changes",
  ],
  [
    "CREATE INDEX by_change ON research_plan (organization_id, updated_at)",
    "by_change covers a column that changes",
  ],
  ["CREATE INDEX by_status ON plan_step (id) WHERE status = 'failed'", "by_status covers"],
  [
    "CREATE INDEX by_change ON research_plan (organization_id, updated_at)",
    "by_change covers a column that changes",
  ],
  [
    "ALTER TABLE research_plan ADD UNIQUE (id); ALTER TABLE posting ADD CONSTRAINT loose FOREIGN KEY (chunk_id) REFERENCES research_plan (id)",
    "loose of posting can refer to another organization",
  ],
  [
    "ALTER TABLE research_plan ADD UNIQUE (id, organization_id); ALTER TABLE posting ADD CONSTRAINT crossed FOREIGN KEY (organization_id, chunk_id) REFERENCES research_plan (id, organization_id)",
    "crossed of posting can refer to another organization",
  ],
  [
    "ALTER TABLE posting ADD CONSTRAINT emptying FOREIGN KEY (organization_id, chunk_id) REFERENCES research_plan (organization_id, id) ON DELETE SET NULL",
    "emptying of posting would set the organization to null",
  ],
  [
    "CREATE FUNCTION peek() RETURNS bigint SECURITY DEFINER LANGUAGE sql AS 'SELECT count(*) FROM research_plan'",
    "The function peek() runs as its owner",
  ],
  ["CREATE VIEW peek AS SELECT * FROM research_plan", "The view peek reads as its owner"],
  ["CREATE MATERIALIZED VIEW peek AS SELECT * FROM research_plan", "materialized view peek"],
  ["CREATE RULE quiet AS ON DELETE TO posting DO INSTEAD NOTHING", "The rule quiet"],
  [
    "ALTER ROLE app_tenant SET app.organization_id = 'org_a'",
    "app.organization_id=org_a is preset",
  ],
  ["ALTER ROLE app_tenant RENAME TO app_other", "app_tenant does not exist"],
  ["ALTER ROLE app_tenant LOGIN", "the attribute LOGIN"],
  ["ALTER ROLE app_tenant SUPERUSER", "the attribute SUPERUSER"],
  ["ALTER ROLE app_tenant BYPASSRLS", "the attribute BYPASSRLS"],
  ["ALTER ROLE app_tenant CREATEROLE", "the attribute CREATEROLE"],
  ["ALTER ROLE app_tenant CREATEDB", "the attribute CREATEDB"],
  ["GRANT pg_read_all_data TO app_tenant", "app_tenant is a member of pg_read_all_data"],
  ["ALTER TABLE posting OWNER TO app_tenant", "app_tenant owns table posting"],
  ["GRANT CREATE ON SCHEMA public TO app_tenant", "create objects in the schema"],
  ["GRANT TRUNCATE ON posting TO app_tenant", "TRUNCATE on posting"],
  ["GRANT TRIGGER ON posting TO PUBLIC", "TRIGGER on posting"],
  ["GRANT REFERENCES (term) ON posting TO app_tenant", "REFERENCES on posting.term"],
  ["GRANT UPDATE ON plan_audit_log TO app_tenant", "UPDATE on plan_audit_log"],
  ["GRANT DELETE ON plan_audit_log TO app_tenant", "DELETE on plan_audit_log"],
  ["GRANT UPDATE ON security_event TO app_tenant", "UPDATE on security_event"],
  ["GRANT DELETE ON security_event TO app_tenant", "DELETE on security_event"],
  ["GRANT SELECT ON organization TO app_tenant", "SELECT on organization"],
  ["GRANT SELECT (email) ON invitation TO app_tenant", "SELECT on invitation.email"],
  ["GRANT SELECT ON access_key TO app_tenant", "SELECT on access_key"],
  ["GRANT INSERT ON rate_bucket TO app_tenant", "INSERT on rate_bucket"],
  ["GRANT SELECT ON schema_migration TO app_tenant", "SELECT on schema_migration"],
  ["ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO app_tenant", "future objects"],
  ["ALTER ROLE trovella_server BYPASSRLS", "trovella_server is, or may become, trovella_server"],
  [
    "CREATE ROLE tenancy_catalog_power BYPASSRLS; GRANT tenancy_catalog_power TO trovella_server",
    "trovella_server is, or may become, tenancy_catalog_power",
  ],
  [
    "ALTER TABLE plan_step DROP CONSTRAINT plan_step_status_known, ADD CHECK (status IN ('pending', 'failed'))",
    "plan_step.status is not bound",
  ],
  ["ALTER TABLE plan_review DROP CONSTRAINT plan_review_decision_known", "plan_review.decision"],
];

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
});
afterAll(() => test.drop());

describe("the catalog", () => {
  it("separates tenants in every table, key, policy, view, function and privilege", async () => {
    expect(await withClient(test.target, catalogProblems)).toEqual([]);
  });

  it("has tables to look at", () => {
    expect(TENANT_TABLES).toHaveLength(44);
    expect(IDENTITY_TABLES).toHaveLength(11);
    expect(SERVER_TABLES).toHaveLength(1);
  });

  it.each(LOOSENED)("would be noticed with: %s", async (statement, problem) => {
    const problems = await withClient(test.asSuperuser, async (client) => {
      // Never committed, so that nobody else meets it.
      await client.query("BEGIN");
      await client.query(statement);
      await client.query("SET LOCAL SESSION AUTHORIZATION trovella_server");
      return catalogProblems(client);
    });
    expect(problems.join(" ")).toContain(problem);
  });
});
