import { withClient, withTenantContext } from "@trovella/db";
import { PERMISSIONS } from "@trovella/foundation";
import { consoleCalls, type SeededIds } from "@trovella/testing/api/console-calls";
import { createTestApi } from "@trovella/testing/api/test-api";
import { FULL_SIZE, seedConsole } from "@trovella/testing/console/seed-console";
import { type Recorded, recordingDatabase } from "@trovella/testing/database/recording-database";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const LARGE =
  /Seq Scan on (research_plan|plan_step|plan_audit_log|mcp_tool_call_log|skill_execution|research_artifact|research_source|plan_review|research_output|research_feedback|security_event|usage_report|claim|claim_evidence|claim_audit|source_capture)\b/;
const MAX_REPLY = 200_000;
const NAMES = Object.keys(
  consoleCalls({ planId: "", executionId: "", sourceId: "", claimId: "" }, { plans: null }),
);

let explained = 0;
let test: TestDatabase;
let ids: SeededIds;
let cursor: { plans: string | null };
let recorded: Recorded[];
let api: ReturnType<typeof createTestApi>;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  await seedConsole(test, { organizationId: "org_a", now: new Date(), size: FULL_SIZE });
  api = createTestApi(recordingDatabase(test.database, (sent) => recorded.push(sent)));
  recorded = [];
  ids = await withClient(test.asSuperuser, async (client) => {
    const { rows } = await client.query(
      `SELECT run.id AS "executionId", run.plan_id AS "planId", claim.id AS "claimId", evidence.source_id AS "sourceId"
       FROM skill_execution AS run JOIN claim ON claim.plan_id = run.plan_id JOIN claim_evidence AS evidence ON evidence.claim_id = claim.id
       ORDER BY run.id OFFSET 15000 LIMIT 1`,
    );
    return rows[0];
  });
  cursor = { plans: (await api.as("org_a").researchPlan.list()).nextCursor };
}, 180_000);
afterAll(() => test.drop());

it.each(NAMES)(
  "%s reads by indexes among 10,000 plans, and its reply stays small",
  async (name) => {
    recorded = [];
    const reply = await consoleCalls(ids, cursor)[name]?.(api.as("org_a", PERMISSIONS));
    expect(JSON.stringify(reply).length).toBeLessThanOrEqual(MAX_REPLY);
    const asked = recorded.filter(
      ({ text }) => /^\s*\(?\s*(SELECT|WITH)/.test(text) && !text.includes("set_config"),
    );
    expect(asked.length).toBeGreaterThan(0);
    for (const statement of asked) expect(await largeScanIn(statement)).toBeUndefined();
  },
);

/** Looked at twice: while other transactions are open, VACUUM leaves pages that make an index look expensive. */
async function largeScanIn(statement: Recorded): Promise<string | undefined> {
  if (!LARGE.test(await explain(statement))) return undefined;
  await withClient(test.asSuperuser, (client) => client.query("VACUUM ANALYZE"));
  return (await explain(statement)).match(LARGE)?.[0];
}

/** How PostgreSQL would carry the statement out. */
async function explain({ text, values }: Recorded): Promise<string> {
  const tenant = { organizationId: "org_a" };
  return withTenantContext(test.database, tenant, async (context) => {
    const statement = { text: `EXPLAIN ${text}`, name: `explain_${explained++}` };
    const [plan] = await context.send([{ statement, values }]);
    return (plan?.rows ?? []).map((row) => row["QUERY PLAN"]).join("\n");
  });
}
