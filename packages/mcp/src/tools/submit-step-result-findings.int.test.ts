import { verifyPlans } from "@trovella/db/maintenance";
import { storedRows } from "@trovella/testing/database/stored-rows";
import {
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";

const ALPS = { url: "https://example.org/alps", title: "The Alps", quote: "They shrink." };
const ANDES = { url: "https://example.org/andes", title: "The Andes" };
const SHRINKING = { title: "Shrinking", content: "Glaciers shrink.", sources: [ALPS, ANDES] };
const GROWING = { title: "Growing", content: { glacier: "Perito Moreno" }, sources: [ANDES] };

const wokenFor: string[] = [];
let server: TestServer;
beforeAll(async () => {
  const onStored = ({ organizationId }: { organizationId: string }) =>
    void wokenFor.push(organizationId);
  server = await createTestServer(inject("socketDirectory"), { now: null }, { onStored });
});
beforeEach(() => {
  wokenFor.length = 0;
});
afterAll(async () => {
  const { differences } = await verifyPlans(server.test.database, { organizationId: "org_a" });
  expect(differences).toEqual([]);
  await server.close();
});

describe("submit_step_result with findings", () => {
  it("stores them for the step and names each source once", async () => {
    const { planId, stepId, submit } = await startedPlan();
    const reply = await submit({ findings: [SHRINKING, GROWING] });
    expect(reply).toMatchObject({
      stepStatus: "completed",
      artifacts: ["a1", "a2"],
      sources: [
        { ref: 1, title: "The Alps", isNew: true },
        { ref: 2, title: "The Andes", isNew: true },
      ],
    });
    expect(await artifactsOf(planId)).toEqual([
      { title: "Shrinking", step_id: stepId, artifact_type: "finding", user_id: "usr_org_a" },
      { title: "Growing", step_id: stepId, artifact_type: "finding", user_id: "usr_org_a" },
    ]);
    expect(wokenFor).toEqual(["org_a"]);
  });

  it("makes them findable, and later results know their sources", async () => {
    const { planId, submit } = await startedPlan();
    const content = "Xylothermia was seen in the Pamir.";
    const { nextStep } = await submit({
      findings: [
        { ...SHRINKING, content, artifactType: "note", summary: "Seen.", confidence: 0.9 },
      ],
      continue: true,
    });
    const { results } = await server.call("search_sources", { query: "xylothermia" });
    expect(results).toMatchObject([{ title: "Shrinking", artifactType: "note" }]);
    const again = await server.call("submit_step_result", {
      planId,
      stepId: nextStep.step.stepId,
      leaseToken: nextStep.lease.token,
      result: 1,
      stepExecutionReport: REPORT,
      findings: [GROWING],
    });
    expect(again).toMatchObject({ artifacts: ["a2"], sources: [{ ref: 2, title: "The Andes" }] });
    expect(again.sources[0]).not.toHaveProperty("isNew");
  });

  it("says nothing about findings that were not given", async () => {
    const { planId, submit } = await startedPlan();
    const reply = await submit({ findings: [] });
    for (const name of ["artifacts", "sources"]) expect(reply).not.toHaveProperty(name);
    expect(await artifactsOf(planId)).toEqual([]);
    expect(wokenFor).toEqual([]);
  });

  it("stores none when the result is refused, and says so", async () => {
    const { planId, stepId, submit } = await startedPlan();
    await server.call("get_next_step", { planId, takeOverStepId: stepId, sessionId: "other" });
    await expect(submit({ findings: [SHRINKING], continue: true })).rejects.toThrow(
      /^STALE_LEASE: .*The findings were not stored; store_research keeps .* Next: /,
    );
    expect(await artifactsOf(planId)).toEqual([]);
  });

  it("stores neither them nor the result when one of them is not acceptable", async () => {
    const { planId, submit } = await startedPlan();
    const long = "x".repeat(2_000_001);
    const findings = [SHRINKING, { title: "Long", content: long }];
    await expect(submit({ findings })).rejects.toThrow(/LIMIT_EXCEEDED: findings\[1\]\.content/);
    expect(await artifactsOf(planId)).toEqual([]);
    expect(await statusesOf(planId)).toEqual(["in_progress", "pending"]);
    const many = Array.from({ length: 21 }, () => SHRINKING);
    await expect(submit({ findings: many })).rejects.toThrow(/^INVALID_INPUT: findings/);
  });

  it("stores nothing at all when the last write fails", async () => {
    const { planId, submit } = await startedPlan();
    await storedRows(
      server,
      `CREATE FUNCTION break_audit() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN IF NEW.plan_id = TG_ARGV[0] THEN RAISE 'broken'; END IF; RETURN NEW; END $$`,
    );
    await storedRows(
      server,
      `CREATE TRIGGER break_audit BEFORE INSERT ON plan_audit_log FOR EACH ROW EXECUTE FUNCTION break_audit('${planId}')`,
    );
    await expect(submit({ findings: [SHRINKING], continue: true })).rejects.toThrow(/INTERNAL/);
    await storedRows(server, "DROP TRIGGER break_audit ON plan_audit_log");
    expect(await artifactsOf(planId)).toEqual([]);
    expect(await statusesOf(planId)).toEqual(["in_progress", "pending"]);
    const reply = await submit({ findings: [SHRINKING], continue: true });
    expect(reply).toMatchObject({ artifacts: ["a1"], nextStep: { status: "step_ready" } });
  });

  it("stores them once and gives the same reply when it is repeated", async () => {
    const { planId, submit } = await startedPlan();
    const input = { findings: [SHRINKING], continue: true, idempotencyKey: `key of ${planId}` };
    const reply = await submit(input);
    expect(await submit(input)).toEqual({ ...reply, replayed: true });
    expect(await artifactsOf(planId)).toHaveLength(1);
  });

  it("numbers them without gaps or doubles when workers submit at once", async () => {
    const { planId, steps } = await createPlan(server, 6);
    const replies = await Promise.all(
      steps.map(({ stepId }: { stepId: string }) =>
        server.call("submit_step_result", {
          planId,
          stepId,
          result: 1,
          stepExecutionReport: REPORT,
          findings: [SHRINKING, GROWING],
        }),
      ),
    );
    const handles = replies.flatMap(({ artifacts }) => artifacts);
    expect(new Set(handles).size).toBe(12);
    const known = replies.flatMap(({ sources }) => sources.map(({ ref }: { ref: number }) => ref));
    expect(new Set(known)).toEqual(new Set([1, 2]));
    expect(await artifactsOf(planId)).toHaveLength(12);
  });
});

describe("a result that cites sources", () => {
  it("warns of those that the plan does not have, and is stored all the same", async () => {
    const { submit } = await startedPlan();
    const reply = await submit({
      findings: [SHRINKING],
      result: { text: "They shrink [src:1, 99].", more: ["Or not [src:98]."] },
      resultSummary: "All shrink [src:2] [src:97].",
    });
    expect(reply.stepStatus).toBe("completed");
    expect(reply.warnings).toEqual([
      expect.stringMatching(
        /^result cites \[src:98\], \[src:99\], \[src:97\], which this plan does not have\. /,
      ),
    ]);
  });

  it("is not warned of when it has them all", async () => {
    const { submit } = await startedPlan();
    const reply = await submit({ findings: [SHRINKING], result: "They shrink [src:1]." });
    expect(reply).not.toHaveProperty("warnings");
  });
});

/** A plan of two steps, of which the session "s" holds the first. */
async function startedPlan() {
  const { planId, steps } = await createPlan(server, 2);
  const { lease } = await server.call("get_next_step", { planId, sessionId: "s" });
  const place = { planId, stepId: steps[0].stepId, leaseToken: lease.token, sessionId: "s" };
  return {
    planId: String(planId),
    stepId: String(steps[0].stepId),
    submit: (input: object) =>
      server.call("submit_step_result", {
        ...place,
        result: { found: 2 },
        stepExecutionReport: REPORT,
        ...input,
      }),
  };
}

function artifactsOf(planId: string) {
  return storedRows(
    server,
    `SELECT title, step_id, artifact_type, user_id FROM research_artifact WHERE plan_id = $1 ORDER BY number`,
    [planId],
  );
}

async function statusesOf(planId: string): Promise<unknown[]> {
  const rows = await storedRows(
    server,
    "SELECT status FROM plan_step WHERE plan_id = $1 ORDER BY step_order",
    [planId],
  );
  return rows.map(({ status }) => status);
}
