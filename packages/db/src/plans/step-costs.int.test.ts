import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { withClient } from "../connection/open-database.ts";
import { withTenantContext } from "../connection/tenant-context.ts";
import { readStepCosts } from "./step-costs.ts";

const NOW = new Date("2026-03-01T00:00:00Z");

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  await query(`
    INSERT INTO research_plan (organization_id, id, handle, name, mode, research_question, status, version, audit_seq, steps_created,
      stall_threshold_ms, review_policy, created_at, completed_at, closed_at)
    SELECT 'org_a', 'plan_00000000000' || n, 'p-' || n, 'Tea', CASE WHEN n < 9 THEN 'deep' ELSE 'scan' END, 'Why?', 'completed', 1, 1, 1, 1000,
      'relayed_allowed', '2026-02-01'::timestamptz - n * interval '20 days', now(), now()
    FROM generate_series(1, 9) AS n`);
  await query(`
    INSERT INTO plan_step (organization_id, id, plan_id, number, step_order, step_type, instructions, status, depends_on, attempt,
      result_digest, usage, started_at, completed_at)
    SELECT 'org_a', 'step_' || n || '_' || k, 'plan_00000000000' || n, k, k, CASE WHEN k < 4 THEN 'search' ELSE 'synthesize' END, 'Look.',
      'completed', '{}', 1, 'd', jsonb_build_object('toolCalls', n, 'model', jsonb_build_object('tokens', 100 * n)),
      '2026-02-01', '2026-02-01'::timestamptz + n * interval '1 minute'
    FROM generate_series(1, 9) AS n, generate_series(1, 4) AS k`);
});
afterAll(() => test.drop());

it("gives the median and the ninth decile of recent steps of the mode, by type", async () => {
  const costs = await withTenantContext(test.database, { organizationId: "org_a" }, (context) =>
    readStepCosts(context, { mode: "deep", now: NOW }),
  );
  // Plans 1 to 3 are recent: nine searches, and too few of the other type.
  expect(costs).toEqual({
    search: {
      toolCalls: { p50: 2, p90: 3 },
      workMinutes: { p50: 2, p90: 3 },
      tokens: { p50: 200, p90: 300 },
    },
  });
});

it("leaves out plans that were created later", async () => {
  const costs = await withTenantContext(test.database, { organizationId: "org_a" }, (context) =>
    readStepCosts(context, { mode: "deep", now: new Date("2026-01-05T00:00:00Z") }),
  );
  // Plans 2 to 5 were recent then: twelve searches.
  expect(costs.search?.workMinutes).toEqual({ p50: 3.5, p90: 5 });
});

it("knows nothing of other organizations", async () => {
  const costs = await withTenantContext(test.database, { organizationId: "org_b" }, (context) =>
    readStepCosts(context, { mode: "deep", now: NOW }),
  );
  expect(costs).toEqual({});
});

function query(text: string): Promise<unknown> {
  return withClient(test.asSuperuser, (client) => client.query(text));
}
