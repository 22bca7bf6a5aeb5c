import { carryOut, playHistory } from "@trovella/testing/database/play-history";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { histories } from "@trovella/testing/engine/history-spec";
import { claimStep, createPlan, submitStep } from "@trovella/testing/mcp/plan-loop";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { withClient } from "../../connection/open-database.ts";
import { sealJson } from "../../connection/seal-json.ts";
import { withTenantContext } from "../../connection/tenant-context.ts";
import { loadPlanForUpdate, saveLeaseRenewal } from "../../plans/save-plan.ts";
import { verifyDatabase, verifyPlans } from "./verify-database.ts";

/** Longer than they are drawn, so that there is something to verify. */
const HISTORIES = fc
  .sample(fc.tuple(histories, histories, histories, histories), { numRuns: 50, seed: 4737 })
  .map(([first, ...others]) => ({
    ...first,
    draws: [first, ...others].flatMap(({ draws }) => draws),
  }));
const ORGANIZATIONS = HISTORIES.map((_, index) => `org_${index}`);
const A = { organizationId: "org_a" };

/** The plan's completed step, the plan, its log. */
const STEP = "WHERE plan_id = $1 AND step_order = 1";
const PLAN = "WHERE id = $1";
const LOG = "WHERE plan_id = $1";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"), ["org_a", "org_b", ...ORGANIZATIONS]);
});
afterAll(() => test.drop());

describe("verifying", () => {
  it("finds nothing after any history of commands, in every organization", async () => {
    let events = 0;
    for (const [index, history] of HISTORIES.entries()) {
      const tenant = { organizationId: `org_${index}` };
      events += (await playHistory(test.database, tenant, history)).events;
    }
    const found = await verifyDatabase(test.database);
    expect(found.differences).toEqual([]);
    expect([found.plans, found.events]).toEqual([HISTORIES.length, events]);
    expect(events).toBeGreaterThan(900);
    const { rows } = await withClient(test.asSuperuser, (client) =>
      client.query("SELECT DISTINCT payload ->> 'type' AS type FROM plan_audit_log"),
    );
    expect(rows.length).toBeGreaterThan(14);
  });

  it("does not mind a renewed lease, which is no event", async () => {
    const { planId, open } = await workedOn();
    const isRenewed = await withTenantContext(test.database, A, async (context) => {
      const { plan } = await loadPlanForUpdate(context, planId);
      return saveLeaseRenewal(context, {
        stepId: open,
        leaseToken: plan.steps.find(({ id }) => id === open)?.leaseToken ?? null,
        expiresAt: new Date("2030-01-01"),
        lastActivityAt: new Date("2029-01-01"),
      });
    });
    expect(isRenewed).toBe(true);
    expect((await verify(planId)).differences).toEqual([]);
  });

  it.each([
    ["an edited result", `UPDATE plan_step SET result = '"gold"' ${STEP}`, /^step .*\.result$/],
    ["a lost result", `UPDATE plan_step SET result = NULL ${STEP}`, /^step .*\.result$/],
    [
      "an edited report",
      `UPDATE plan_step SET step_execution_report = '{}' ${STEP}`,
      /^step .*\.stepExecutionReport$/,
    ],
    [
      "a result that was edited together with its digest",
      `UPDATE plan_step SET result = '"gold"', result_digest = '${sealJson("gold").digest}' ${STEP}`,
      /^step .*\.resultDigest$/,
    ],
    [
      "an edited status",
      `UPDATE plan_step SET status = 'skipped', result_digest = NULL, result = NULL ${STEP}`,
      /^step .*\.status$/,
    ],
    ["other instructions", `UPDATE plan_step SET instructions = 'X' ${STEP}`, /^step .*\.instru/],
    ["a changed time", `UPDATE plan_step SET completed_at = now() ${STEP}`, /^step .*\.complet/],
    ["a lost step", "DELETE FROM plan_step WHERE plan_id = $1 AND step_order = 3", /^step \S+$/],
    ["an edited plan", `UPDATE research_plan SET name = 'X' ${PLAN}`, /^plan\.name$/],
    ["a wrong version", `UPDATE research_plan SET version = 9 ${PLAN}`, /^plan\.version$/],
    ["a wrong audit_seq", `UPDATE research_plan SET audit_seq = 9 ${PLAN}`, /^plan\.auditSeq$/],
    ["a wrong count", `UPDATE research_plan SET done_count = 9 ${PLAN}`, /^plan\.doneCount$/],
    ["lost sources", `UPDATE research_plan SET source_count = 9 ${PLAN}`, /^plan\.sourceCount$/],
    ["a deleted audit row", `DELETE FROM plan_audit_log ${LOG} AND seq = 2`, /^audit log seq$/],
    [
      "a deleted newest audit row",
      `DELETE FROM plan_audit_log ${LOG} AND seq = (SELECT audit_seq FROM research_plan ${PLAN})`,
      /^plan\.auditSeq$/,
    ],
    [
      "a changed payload",
      `UPDATE plan_audit_log SET payload = payload || '{"resultSummary": "X"}' ${LOG} AND event_type = 'step_completed'`,
      /^step .*\.resultSummary$/,
    ],
    [
      "a payload that is no event",
      `UPDATE plan_audit_log SET payload = '{}' ${LOG} AND seq = 2`,
      /^audit log/,
    ],
    [
      "a row that says something else than its event",
      `UPDATE plan_audit_log SET action = 'reissued' ${LOG} AND event_type = 'step_started'`,
      /^audit log \d+\.eventType and action$/,
    ],
    [
      "an invented audit row",
      `INSERT INTO plan_audit_log SELECT organization_id, id || 'x', plan_id, step_id, seq + 100, plan_version,
       event_type, action, payload, actor_user_id, actor_client, actor_via, session_id, created_at, payload_digest, entry_hash FROM plan_audit_log ${LOG} AND seq = 1`,
      /^audit log seq$/,
    ],
  ])("finds %s", async (_, statement, where) => {
    const { planId } = await workedOn();
    expect((await verify(planId)).differences).toEqual([]);
    await tamper(planId, statement);
    const { differences, differenceCount, plans } = await verify(planId);
    expect(plans).toBe(1);
    expect(differenceCount).toBe(differences.length);
    expect(differences.map((difference) => difference.where)).toContainEqual(
      expect.stringMatching(where),
    );
    expect(differences.every((difference) => difference.planId === planId)).toBe(true);
  });

  it("counts all differences but shows only the first hundred, each cut to a readable length", async () => {
    const { plan } = await createPlan(worker(), 100);
    const everyStep = "UPDATE plan_step SET instructions = repeat('x', 9999), result = '1'";
    await tamper(plan.id, `${everyStep} WHERE plan_id = $1`);
    const { differences, differenceCount } = await verify(plan.id);
    expect([differences.length, differenceCount]).toEqual([100, 200]);
    expect(differences[0]?.found.length).toBeLessThan(300);
  });

  it("goes through more plans than fit on a page, and more audit rows", async () => {
    const tenant = { organizationId: "org_b" };
    for (let index = 0; index < 120; index += 1) await createPlan({ ...worker(), tenant }, 1);
    expect(await verifyPlans(test.database, tenant)).toMatchObject({ plans: 120, events: 120 });

    const { planId } = await workedOn();
    for (let index = 0; index < 600; index += 1) {
      const command = { type: "resume_session", sessionId: `s${index}`, isKnown: false } as const;
      await carryOut(test.database, A, planId, command);
    }
    const { events, differences } = await verify(planId);
    expect(events).toBeGreaterThan(600);
    expect(differences).toEqual([]);
  });

  it("says that there is no such plan", async () => {
    await expect(verifyDatabase(test.database, { planId: "plan_none" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

function worker() {
  return { database: test.database, tenant: A, agent: "ada" };
}

function verify(planId: string) {
  return verifyPlans(test.database, A, { planId });
}

/** A plan with a completed step and one at work. */
async function workedOn(): Promise<{ planId: string; open: string }> {
  const { plan } = await createPlan(worker(), 4);
  const first = await claimStep(worker(), plan.id);
  if (first) await submitStep(worker(), plan.id, first);
  const second = await claimStep(worker(), plan.id);
  return { planId: plan.id, open: second?.stepId ?? "" };
}

/** As someone with direct access to the database could. */
function tamper(planId: string, statement: string) {
  return withClient(test.asSuperuser, (client) => client.query(statement, [planId]));
}
