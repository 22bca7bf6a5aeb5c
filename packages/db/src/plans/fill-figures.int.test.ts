import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { claimStep, createPlan, submitStep, type Worker } from "@trovella/testing/mcp/plan-loop";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import { withTenantContext } from "../connection/tenant-context.ts";
import { columnNames } from "./columns.ts";
import { fillFigures } from "./fill-figures.ts";
import { FIGURE_COLUMNS } from "./plan-columns.ts";

const READ = defineStatement(
  `SELECT ${columnNames(FIGURE_COLUMNS)} FROM research_plan WHERE id = $1`,
);
const CLEAR = defineStatement(
  `UPDATE research_plan SET step_count = 0, done_count = 0, current_step_id = NULL, closed_progress = NULL, last_sign_at = NULL WHERE id = $1`,
);

let test: TestDatabase;
let worker: Worker;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  worker = { database: test.database, tenant: { organizationId: "org_a" }, agent: "ada" };
});
afterAll(() => test.drop());

it.each([0, 1, 3])("fills the figures as saving them does, after %i of 3 steps", async (done) => {
  const { plan } = await createPlan(worker, 3);
  for (let step = 0; step < done; step += 1) {
    const claim = await claimStep(worker, plan.id);
    if (claim) await submitStep(worker, plan.id, claim);
  }
  const [saved, filled] = await withTenantContext(test.database, worker.tenant, async (context) => {
    const read = () => queryRows<Record<string, unknown>>(context, execution(READ, [plan.id]));
    const before = await read();
    await context.send([execution(CLEAR, [plan.id])]);
    await fillFigures(context, plan.id);
    return [before, await read()];
  });
  expect(saved[0]).toMatchObject({ step_count: 3, done_count: done });
  expect(filled).toEqual(saved);
});
