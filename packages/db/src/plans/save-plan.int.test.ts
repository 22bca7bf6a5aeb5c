import { setTimeout as sleep } from "node:timers/promises";
import {
  approvalResult,
  type Command,
  type CreatePlan,
  decide,
  type Gate,
  MODIFICATION_ACTIONS,
  PLAN_EVENT_TYPES,
  type Plan,
  type PlanEvent,
  removeTexts,
} from "@trovella/plan-engine";
import { tenantQuery } from "@trovella/testing/database/tenant-query";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { examplePlanFields } from "@trovella/testing/engine/plan-field-examples";
import { exampleModification, failedGate } from "@trovella/testing/engine/test-support";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { connectDatabase, type Database } from "../connection/database.ts";
import { newHandle, newId, newLeaseToken } from "../connection/new-id.ts";
import { withClient } from "../connection/open-database.ts";
import { sealJson } from "../connection/seal-json.ts";
import { withTenantContext } from "../connection/tenant-context.ts";
import type { LoadedPlan } from "./loaded-plan.ts";
import type { StepTexts } from "./plan-statements.ts";
import {
  loadPlanForUpdate,
  planChange,
  readPlan,
  saveLeaseRenewal,
  savePlan,
} from "./save-plan.ts";

const NOW = new Date("2026-01-01T12:00:00.123Z");
const AFTER_THE_THRESHOLD = new Date("2026-01-01T13:00:00.000Z");
const ACTOR = { userId: null, client: "test", via: "mcp", sessionId: "session-1" };
const A = { organizationId: "org_a" };
const B = { organizationId: "org_b" };

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
});
afterAll(() => test.drop());

describe("saving and loading a plan", () => {
  it("gives back exactly the plan that was saved, through every kind of command", async () => {
    let saved = await create();
    expect(await load(saved.plan.id)).toEqual(saved);
    for (const command of lifeOf(saved.plan)) {
      saved = await carryOut(saved.plan.id, command(saved.plan));
      expect(await load(saved.plan.id)).toEqual(saved);
    }
    expect(saved.plan.status).toBe("completed");
    let modified = await create({
      ...examplePlanFields(),
      steps: [STEP, STEP, STEP],
      branchingConditions: [],
    });
    for (const action of MODIFICATION_ACTIONS) {
      const command = {
        ...exampleModification(action, modified.plan),
        newId,
        by: "person",
      } as const;
      modified = await carryOut(modified.plan.id, command);
      expect(await load(modified.plan.id)).toEqual(modified);
    }
    let reopened = await create({ steps: [STEP], branchingConditions: [] });
    const [only] = reopened.plan.steps;
    for (const command of [
      { type: "modify_plan", action: "fail_step", stepId: only?.id ?? "", reason: "Gone." },
      { type: "reopen_plan", by: "person" },
      { type: "record_usage", stepId: only?.id, usage: { client: { tokens: 9, costUsd: 0.1 } } },
      { type: "modify_plan", action: "change_budget", budget: { attempts: 1 } },
      { type: "accept_closing", by: "person" },
      { type: "assign_plan", by: "person", assigneeId: "usr_grace" },
    ] as const) {
      reopened = await carryOut(reopened.plan.id, command);
      expect(await load(reopened.plan.id)).toEqual(reopened);
    }
    let acted = await create({ steps: [STEP, STEP], branchingConditions: [] });
    const [first, second] = acted.plan.steps;
    const by = "person";
    for (const command of [
      { type: "rename_plan", by, name: "Coffee" },
      { type: "set_tags", by, tags: ["Tea", "eu"] },
      { type: "set_tags", by, tags: ["eu"] },
      {
        type: "edit_step",
        by,
        stepId: second?.id ?? "",
        stepType: "analyze",
        requiresReview: true,
      },
      { type: "skip_step", by, stepId: first?.id ?? "", reason: "Known." },
      { type: "ask_for_checkpoint", by, newId, instructions: "Show me." },
      { type: "cancel_plan", by, reason: "Enough." },
      { type: "archive_plan", by },
      { type: "restore_plan", by },
    ] as const) {
      acted = await carryOut(acted.plan.id, command);
      expect(await load(acted.plan.id)).toEqual(acted);
    }
    const pruned = await withTenantContext(test.database, A, async (context) => {
      const loaded = await loadPlanForUpdate(context, acted.plan.id);
      const events = removeTexts(loaded.plan, [{ seq: 1, digest: "0".repeat(64) }], NOW);
      return savePlan(context, planChange(loaded, events), { actor: ACTOR, commit: true });
    });
    expect(await load(acted.plan.id)).toEqual(pruned);
    const tags = "SELECT tag FROM plan_tag WHERE plan_id = $1";
    expect((await superuserQuery(tags, [acted.plan.id])).rows).toEqual([{ tag: "eu" }]);
    const gated = [
      await handInAll({ evidencePolicy: "strict" }, failedGate()),
      await handInAll({ evidencePolicy: "strict" }, failedGate({ passed: true })),
      await handInAll({ evidencePolicy: "warn" }, failedGate()),
    ];
    expect(gated.map(({ repairs }) => repairs)).toEqual([2, 0, 0]);
    const { rows } = await superuserQuery(
      "SELECT DISTINCT payload->>'type' AS type FROM plan_audit_log WHERE plan_id = ANY ($1)",
      [
        [
          saved.plan.id,
          modified.plan.id,
          reopened.plan.id,
          acted.plan.id,
          ...gated.map(({ id }) => id),
        ],
      ],
    );
    expect(rows.map(({ type }) => type).sort()).toEqual([...PLAN_EVENT_TYPES].sort());
  });

  it("writes the result and the report beside their digests", async () => {
    const { plan } = await create();
    const result = { found: [1, 2, { deep: "ü💥" }], nothing: null };
    await carryOut(plan.id, submission(stepId(plan, 0), result));
    const { rows } = await superuserQuery(
      "SELECT result, step_execution_report, result_digest FROM plan_step WHERE id = $1",
      [stepId(plan, 0)],
    );
    expect(rows[0]).toEqual({
      result,
      step_execution_report: { thinking: "some" },
      result_digest: sealJson(result).digest,
    });
  });

  it("refuses to complete a step without the texts that its digests stand for", async () => {
    const { plan } = await create();
    const saving = withTenantContext(test.database, A, async (context) => {
      const loaded = await loadPlanForUpdate(context, plan.id);
      const events = decide(loaded.plan, submission(stepId(plan, 0), { some: "work" }), NOW);
      const texts = { result: sealJson({ other: "work" }), report: null };
      return savePlan(context, planChange(loaded, events, texts), { actor: ACTOR, commit: true });
    });
    await expect(saving).rejects.toThrow("texts");
    expect((await load(plan.id)).plan).toEqual(plan);
  });

  it("decides from memory, and again with a lock when another process was faster", async () => {
    const { plan } = await create();
    const elsewhere = connectDatabase({ target: test.target });
    const claimIn = (database: Database) =>
      withTenantContext(database, A, async (context) => {
        const loaded = await loadPlanForUpdate(context, plan.id);
        const events = decide(loaded.plan, next(newId("call")), NOW);
        await savePlan(context, planChange(loaded, events), { actor: ACTOR, commit: true });
        return events.find((event) => event.type === "step_started")?.stepId;
      });
    // Step 2 waits for step 1, so three can be claimed; the fourth answer must not come from memory.
    const claimed = [
      await claimIn(test.database),
      await claimIn(elsewhere),
      await claimIn(test.database),
      await claimIn(elsewhere),
    ];
    expect(claimed).toEqual([stepId(plan, 0), stepId(plan, 2), stepId(plan, 3), undefined]);
    await elsewhere.close();
  });

  it("does nothing twice when work that guessed at a plan also writes something else", async () => {
    const { plan } = await create();
    let runs = 0;
    await withTenantContext(test.database, A, async (context) => {
      runs += 1;
      await loadPlanForUpdate(context, plan.id);
      await tenantQuery(context, "INSERT INTO term_stat VALUES ('org_a', $1, 1)", [plan.id]);
    });
    expect(runs).toBe(2);
    const { rows } = await superuserQuery("SELECT FROM term_stat WHERE term = $1", [plan.id]);
    expect(rows).toHaveLength(1);
  });

  it("answers and refuses on the plan as it is, not as it was remembered", async () => {
    const { plan } = await create();
    const elsewhere = connectDatabase({ target: test.target });
    await withTenantContext(elsewhere, A, async (context) => {
      const loaded = await loadPlanForUpdate(context, plan.id);
      const removed = {
        type: "modify_plan",
        action: "remove_step",
        stepId: stepId(plan, 0),
      } as const;
      await savePlan(context, planChange(loaded, decide(loaded.plan, removed, NOW)), {
        actor: ACTOR,
        commit: true,
      });
    });
    await elsewhere.close();
    const failing = carryOut(plan.id, submission(stepId(plan, 0), {}));
    await expect(failing).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("numbers audit rows without gaps and keeps who did it", async () => {
    const { plan } = await create();
    await carryOut(plan.id, next());
    await carryOut(plan.id, submission(stepId(plan, 0), {}));
    const { rows } = await superuserQuery(
      "SELECT seq, plan_version, event_type, action, actor_client, session_id, payload FROM plan_audit_log WHERE plan_id = $1 ORDER BY seq",
      [plan.id],
    );
    expect(
      rows.map((row) => [Number(row.seq), row.plan_version, row.event_type, row.action]),
    ).toEqual([
      [1, 1, "plan_modified", "created"],
      [2, 2, "step_started", "next"],
      [3, 2, "plan_modified", "status_changed"],
      [4, 3, "step_completed", "step_completed"],
    ]);
    expect(rows[1]).toMatchObject({ actor_client: "test", session_id: "session-1" });
  });

  it("leaves nothing behind when the work in the transaction fails", async () => {
    const { plan } = await create();
    const failing = withTenantContext(test.database, A, async (context) => {
      const loaded = await loadPlanForUpdate(context, plan.id);
      await savePlan(context, planChange(loaded, decide(loaded.plan, next(), NOW)), {
        actor: ACTOR,
      });
      throw new Error("afterwards");
    });
    await expect(failing).rejects.toThrow("afterwards");
    expect((await load(plan.id)).plan).toEqual(plan);
  });

  it("answers a foreign plan exactly as an unknown one", async () => {
    const { plan } = await create();
    const seenBy = (tenant: typeof A, id: string) =>
      withTenantContext(test.database, tenant, (context) => readPlan(context, id)).catch(
        (error) => error,
      );
    const foreign = await seenBy(B, plan.id);
    const unknown = await seenBy(B, "plan_unknown");
    expect(foreign.code).toBe("NOT_FOUND");
    expect(foreign.message).toBe(unknown.message);
    expect((await seenBy(A, plan.id)).plan.id).toBe(plan.id);
  });

  it("renews the current lease alone, never to an earlier end, without an event or a version", async () => {
    const { plan } = await create();
    const started = await carryOut(plan.id, next());
    const expiresAt = new Date("2026-01-01T15:00:00.000Z");
    const renew = (leaseToken: string | null, until: Date) =>
      withTenantContext(test.database, A, (context) =>
        saveLeaseRenewal(context, {
          stepId: stepId(plan, 0),
          leaseToken,
          expiresAt: until,
          lastActivityAt: NOW,
        }),
      );
    const { leaseToken = null } = started.plan.steps[0] ?? {};
    expect(await renew(leaseToken, expiresAt)).toBe(true);
    expect(await renew("lease_of_before", new Date("2026-01-02"))).toBe(false);
    expect(await renew(leaseToken, new Date("2026-01-01T14:00:00.000Z"))).toBe(true);
    const renewed = await load(plan.id);
    expect(renewed.plan.steps[0]?.leaseExpiresAt).toEqual(expiresAt);
    expect([renewed.plan.version, renewed.auditSeq]).toEqual([
      started.plan.version,
      started.auditSeq,
    ]);
  });

  it("keeps the renewal of a lease while another process changes the step", async () => {
    const { plan } = await create();
    const { plan: started } = await carryOut(plan.id, next());
    const first = stepId(plan, 0);
    const renewal = {
      stepId: first,
      leaseToken: started.steps[0]?.leaseToken ?? null,
      expiresAt: new Date(NOW.getTime() + 3_600_000),
      lastActivityAt: new Date(NOW.getTime() + 60_000),
    };
    const elsewhere = connectDatabase({ target: test.target });
    let renewing: Promise<boolean> | undefined;
    await withTenantContext(elsewhere, A, async (context) => {
      const loaded = await loadPlanForUpdate(context, plan.id);
      renewing = withTenantContext(test.database, A, (other) => saveLeaseRenewal(other, renewal));
      // It may be through by then or wait for this transaction; it must not be lost.
      await Promise.race([renewing, sleep(300)]);
      const change = { action: "update_step_instructions", stepId: first, instructions: "New." };
      const command = { type: "modify_plan", newId, ...change } as Command;
      const events = decide(loaded.plan, command, NOW);
      await savePlan(context, planChange(loaded, events), { actor: ACTOR, commit: true });
    });
    await elsewhere.close();
    expect(await renewing).toBe(true);
    const { expiresAt: leaseExpiresAt, lastActivityAt } = renewal;
    const { plan: changed } = await load(plan.id);
    expect(changed.steps[0]).toMatchObject({
      instructions: "New.",
      leaseExpiresAt,
      lastActivityAt,
    });
  });

  it("renews a lease while steps change places without a deadlock", async () => {
    const { plan } = await create();
    const { plan: started } = await carryOut(plan.id, next());
    const [first, second] = [stepId(plan, 0), stepId(plan, 1)];
    const { leaseToken = null } = started.steps[0] ?? {};
    const lastActivityAt = new Date(NOW.getTime() + 60_000);
    const renewal = { stepId: first, leaseToken, expiresAt: lastActivityAt, lastActivityAt };
    // Makes every renewal check the order of steps at its end, as it otherwise does when a page is full.
    await superuserQuery("CREATE INDEX renewals ON plan_step (last_activity_at)", []);
    const elsewhere = connectDatabase({ target: test.target });
    let renewing: Promise<boolean> | undefined;
    await withTenantContext(elsewhere, A, async (context) => {
      await loadPlanForUpdate(context, plan.id);
      const put = (id: string, order: number) =>
        tenantQuery(context, "UPDATE plan_step SET step_order = $1 WHERE id = $2", [order, id]);
      // As one statement does it, row by row: for a moment two steps have the same place.
      await put(second, 1);
      renewing = withTenantContext(test.database, A, (other) => saveLeaseRenewal(other, renewal));
      await Promise.race([renewing, sleep(300)]);
      await put(first, 2);
    });
    await elsewhere.close();
    expect(await renewing).toBe(true);
    await superuserQuery("DROP INDEX renewals", []);
    const { plan: changed } = await load(plan.id);
    expect([stepId(changed, 0), stepId(changed, 1)]).toEqual([second, first]);
  });

  it("records a call and its reply in the same transaction", async () => {
    const { plan } = await create();
    const call = {
      id: newId("call"),
      userId: "usr_1",
      toolName: "get_next_step",
      planId: plan.id,
      stepId: null,
      skillExecutionId: null,
      sessionId: "s",
      clientName: "c",
      clientVersion: "1",
      requestMetadata: "{}",
      responseMetadata: '{"status":"step_ready"}',
      durationMs: 3,
      createdAt: NOW,
      idempotency: { key: "k1", argumentsDigest: "d", reply: '{"status":"step_ready"}' },
    };
    await withTenantContext(test.database, A, async (context) => {
      const loaded = await loadPlanForUpdate(context, plan.id);
      const events = decide(loaded.plan, next(), NOW);
      await savePlan(context, planChange(loaded, events), {
        actor: ACTOR,
        callRecord: call,
        commit: true,
      });
    });
    const { rows } = await superuserQuery(
      "SELECT tool_name, response_metadata FROM mcp_tool_call_log WHERE id = $1",
      [call.id],
    );
    expect(rows).toEqual([
      { tool_name: "get_next_step", response_metadata: { status: "step_ready" } },
    ]);
    const kept = await superuserQuery("SELECT reply FROM idempotency_key WHERE key = 'k1'", []);
    expect(kept.rows).toEqual([{ reply: { status: "step_ready" } }]);
  });
});

const STEP = { stepType: "search", instructions: "Find." } as const;

/** Four steps with dependencies and conditions, unless the fields say otherwise. */
async function create(fields: Partial<CreatePlan> = {}): Promise<LoadedPlan> {
  const step = (dependsOn: number[] = []) => ({ ...STEP, dependsOn });
  const command: Command = {
    type: "create_plan",
    planId: newId("plan"),
    handle: newHandle(),
    newId,
    name: "[Deep] Tea",
    researchQuestion: "Is tea good?",
    steps: [step(), step([1]), step(), step()],
    branchingConditions: [
      {
        afterStepOrder: 2,
        conditionExpression: "confidence < 0.5",
        ifTrueAction: "add_steps",
        actionParams: { steps: [step([1])] },
      },
      {
        afterStepOrder: 3,
        conditionExpression: "decision === 'approve'",
        ifTrueAction: "skip_to",
        actionParams: { targetStepOrder: 4 },
      },
    ],
    ...fields,
  };
  const events = decide(null, command, NOW);
  return withTenantContext(test.database, A, (context) =>
    savePlan(context, planChange(null, events), { actor: ACTOR, commit: true }),
  );
}

/** The other commands, and a new order in which the last branch skips a step; each made for the plan as it then stands. */
function lifeOf(plan: Plan): ((now: Plan) => Command)[] {
  const [first = "", second = "", third = "", fourth = ""] = plan.steps.map((step) => step.id);
  return [
    () => next("ada"),
    () => submission(first, { ok: true }),
    () => ({
      type: "modify_plan",
      action: "reorder_steps",
      stepIds: [first, third, second, fourth],
    }),
    () => submission(second, { low: true }, 0.1),
    () => next("bob"),
    () => ({
      type: "request_review",
      reviewId: newId("review"),
      stepId: third,
      summary: "So far.",
      questions: ["Go on?"],
      result: { found: [1, "two", null] },
    }),
    () => ({ type: "decline_review", stepId: third }),
    () => ({
      type: "decide_review",
      decision: "modify",
      feedback: "Deeper.",
      decidedVia: "console",
    }),
    () => next("bob"),
    () => ({ type: "detect_stall" }),
    () => ({ ...submission(first, { late: true }), leaseToken: "old" }),
    () => ({ type: "resume_session", sessionId: "session-2", isKnown: false }),
    () => ({ type: "request_review", reviewId: newId("review"), stepId: third, summary: "Now." }),
    () => ({
      type: "decide_review",
      decision: "approve",
      decidedVia: "relayed",
      decidedBy: "usr_1",
    }),
    (now) => submission(open(now), {}),
  ];
}

function open(plan: Plan): string {
  return (
    plan.steps.find((step) => step.status === "pending" || step.status === "in_progress")?.id ??
    "none"
  );
}

function next(agent = "ada"): Command {
  return { type: "start_next_step", newLeaseToken: newLeaseToken(), agent };
}

/** Hands in step after step of a plan of one step with the same gate, until it is completed. */
async function handInAll(fields: Partial<CreatePlan>, gate: Gate): Promise<Plan> {
  let saved = await create({ steps: [STEP], branchingConditions: [], ...fields });
  while (saved.plan.status !== "completed") {
    const open = saved.plan.steps.findIndex(({ status }) => status === "pending");
    const command = submission(stepId(saved.plan, open), { found: 3 });
    saved = await carryOut(saved.plan.id, { ...command, gate, repairStepId: newId("step") });
    expect(await load(saved.plan.id)).toEqual(saved);
  }
  return saved.plan;
}

function submission(stepId: string, result: object, confidence?: number) {
  const report = { thinking: "some" };
  return {
    type: "submit_result",
    stepId,
    result: result as never,
    resultDigest: sealJson(result as never).digest,
    report,
    reportDigest: sealJson(report).digest,
    resultSummary: "Summary.",
    confidence,
  } as const;
}

function stepId(plan: Plan, index: number): string {
  return plan.steps[index]?.id ?? "none";
}

function carryOut(planId: string, command: Command): Promise<LoadedPlan> {
  return withTenantContext(test.database, A, async (context) => {
    const loaded = await loadPlanForUpdate(context, planId);
    const texts = textsOf(loaded.plan, command);
    const sealed = texts ? { ...command, resultDigest: texts.result.digest } : command;
    const now = command.type === "detect_stall" ? AFTER_THE_THRESHOLD : NOW;
    const events: PlanEvent[] = decide(loaded.plan, sealed as Command, now);
    return savePlan(context, planChange(loaded, events, texts), { actor: ACTOR, commit: true });
  });
}

function textsOf(plan: Plan, command: Command): StepTexts | undefined {
  if (command.type === "submit_result") {
    return { result: sealJson(command.result), report: sealJson(command.report) };
  }
  const isApproval = command.type === "decide_review" && command.decision === "approve";
  return isApproval ? { result: sealJson(approvalResult(plan, command)), report: null } : undefined;
}

function load(planId: string): Promise<LoadedPlan> {
  return withTenantContext(test.database, A, (context) => readPlan(context, planId));
}

function superuserQuery(text: string, values: unknown[]) {
  return withClient(test.asSuperuser, (client) => client.query(text, values));
}
