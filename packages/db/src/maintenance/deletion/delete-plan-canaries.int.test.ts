import { type Tenant, withClient, withStoringContext, withTenantContext } from "@trovella/db";
import { insert } from "@trovella/testing/database/filled-database";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { findText } from "@trovella/testing/tenants/find-text";
import { markTexts } from "@trovella/testing/tenants/mark-texts";
import { tenantRows } from "@trovella/testing/tenants/tenant-rows";
import type { ClientBase } from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { TENANT_TABLES } from "../../schema/table-names.ts";
import { countPlanRows, deletePlanWithin } from "./delete-plan.ts";

const A = { organizationId: "org_a" };
const GONE = "canary-of-the-deleted-plan";
const KEPT = "canary-of-the-other-plan";
/** Rows that rest on no plan. */
const WITHOUT_PLAN = [
  "ai_usage",
  "audit_checkpoint",
  "audit_leaf",
  "document_theme",
  "notification_setting",
  "personal_access_token",
  "plan_template",
  "security_event",
  "webhook",
];

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"), ["org_a"]);
  await withClient(test.asSuperuser, async (client) => {
    await fill(client, "gone", GONE, 1);
    await fill(client, "kept", KEPT, 2);
  });
});
afterAll(() => test.drop());

it("R37 leaves no word of the deleted plan in any column of the database, and every word of the other", async () => {
  const before = await withClient(test.asSuperuser, (client) => findText(client, KEPT));
  const counts = await withTenantContext(test.database, A, (context) =>
    countPlanRows(context, "research_plan_gone"),
  );
  const deleted = await deletePlan(A, "research_plan_gone");
  expect(deleted).toEqual(counts);
  expect(Object.keys(counts).length).toBe(14);
  await withClient(test.asSuperuser, async (client) => {
    const left = await findText(client, GONE);
    const tables = new Set(left.map(({ table }) => table));
    expect([...tables].sort()).toEqual(WITHOUT_PLAN);
    expect(await findText(client, KEPT)).toEqual(before);
    expect(new Set(before.map(({ table }) => table)).size).toBeGreaterThan(
      TENANT_TABLES.length - 3,
    );
    const { rows } = await client.query(
      "SELECT subject_id, subject_label, after FROM security_event WHERE kind = 'plan_deleted'",
    );
    expect(rows).toEqual([
      {
        subject_id: "research_plan_gone",
        subject_label: "p-gone",
        after: { auditSeq: 1, auditHead: "00".repeat(32), rows: counts },
      },
    ]);
  });
});

it("finds nothing to delete a second time, nor of another organization", async () => {
  expect(await deletePlan(A, "research_plan_gone")).toBeNull();
  expect(await deletePlan({ organizationId: "org_b" }, "research_plan_kept")).toBeNull();
});

function deletePlan(tenant: Tenant, planId: string) {
  return withStoringContext(test.database, tenant, (context) =>
    deletePlanWithin(context, planId, new Date()),
  );
}

const ONE_PER_ORGANIZATION = ["corpus_stat", "document_theme"];

/** A row in every table, each text of which is marked. */
async function fill(client: ClientBase, key: string, canary: string, position: number) {
  await client.query(`INSERT INTO "user" (id, name, email) VALUES ($1, $1, $1)`, [`user_${key}`]);
  const rows = tenantRows({ ...A, key, refersTo: key, canary, position });
  for (const table of TENANT_TABLES) {
    if (ONE_PER_ORGANIZATION.includes(table) && position > 1) continue;
    await insert(client, table, rows[table] ?? {});
  }
  await markTexts(client, { ...A, canary });
  // References without a column that the fixture could set.
  const plan = `research_plan_${key}`;
  await client.query("UPDATE mcp_tool_call_log SET plan_id = $1 WHERE id = $2", [
    plan,
    `mcp_tool_call_log_${key}`,
  ]);
  await client.query(
    "UPDATE idempotency_key SET plan_id = $1, reply = jsonb_build_object('planId', $1::text, 'text', $2::text) WHERE key = $3",
    [plan, canary, key],
  );
  await client.query("UPDATE webhook_attempt SET event_id = $1 WHERE id = $2", [
    `notification_event_${key}`,
    `webhook_attempt_${key}`,
  ]);
  for (const table of ["source_capture", "capture_job"]) {
    await client.query(
      `UPDATE ${table} SET key = (SELECT key FROM research_source WHERE id = $1) WHERE id = $2`,
      [`research_source_${key}`, `${table}_${key}`],
    );
  }
}
