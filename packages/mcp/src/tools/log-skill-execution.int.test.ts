import { storedRows } from "@trovella/testing/database/stored-rows";
import {
  callerOf,
  createPlan,
  createTestServer,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const INTERVIEW = {
  topic: "Zeppelins",
  researchType: "general_topic",
  scope: "Europe, 1900 to 1940",
  depthSignals: "quick",
  decisionContext: null,
  outputMediaType: "markdown",
  skipQuestionsReason: "The question is focused.",
};

const clock: { now: Date | null } = { now: null };
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"), clock);
});
afterAll(() => server.close());

describe("log_skill_execution without an id", () => {
  it("starts a record for the caller and the session", async () => {
    const sessionId = "session-start";
    const reply = await start({ sessionId, metadata: INTERVIEW });
    expect(reply).toMatchObject({ skillName: "research", status: "started", stored: true });
    expect(await execution(reply.executionId)).toMatchObject({
      organization_id: "org_a",
      user_id: "usr_org_a",
      skill_name: "research",
      status: "started",
      plan_id: null,
      metadata: INTERVIEW,
      error_message: null,
      claude_code_session_id: sessionId,
      started_at: expect.any(Date),
      completed_at: null,
      duration_ms: null,
    });
    expect(await auditOf(reply.executionId)).toEqual([
      { plan_id: null, seq: null, event_type: "skill_started", action: "skill_started" },
    ]);
  });

  it("needs a name, and takes any", async () => {
    const refused = await server.outcome("log_skill_execution", { status: "started" });
    expect(refused).toMatchObject({ code: "INVALID_INPUT" });
    const { skillName } = await start({ skillName: "research-of-my-own" });
    expect(skillName).toBe("research-of-my-own");
  });

  it("takes at most 5,000 characters of the original query", async () => {
    const metadata = (length: number) => ({ originalQuery: "x".repeat(length) });
    await start({ metadata: metadata(5_000) });
    for (const originalQuery of ["x".repeat(5_001), { text: "x" }]) {
      const input = { skillName: "research", status: "started", metadata: { originalQuery } };
      expect(await server.outcome("log_skill_execution", input)).toMatchObject({
        code: "INVALID_INPUT",
        text: expect.stringContaining("metadata.originalQuery"),
      });
    }
  });

  it("may be over at once", async () => {
    const { executionId } = await start({ status: "failed", errorMessage: "No tools." });
    expect(await execution(executionId)).toMatchObject({
      status: "failed",
      error_message: "No tools.",
      completed_at: expect.any(Date),
      duration_ms: 0,
    });
    const actions = (await auditOf(executionId)).map(({ action }) => action);
    expect(actions).toEqual(["skill_started", "skill_failed"]);
  });
});

describe("log_skill_execution with an id", () => {
  it("merges metadata key by key, in place of what was there", async () => {
    const { executionId } = await start({ metadata: { topic: "a", nested: { one: 1 }, kept: 1 } });
    await note(executionId, { metadata: { topic: "b", nested: { two: 2 } } });
    const { metadata } = await execution(executionId);
    expect(metadata).toEqual({ topic: "b", nested: { two: 2 }, kept: 1 });
  });

  it("keeps every key of 50 updates at the same time", async () => {
    const { executionId } = await start({ metadata: { topic: "many" } });
    const keys = Array.from({ length: 50 }, (_, index) => `key${index}`);
    await Promise.all(keys.map((key) => note(executionId, { metadata: { [key]: key } })));
    const { metadata } = await execution(executionId);
    const expected = Object.fromEntries(keys.map((key) => [key, key]));
    expect(metadata).toEqual({ topic: "many", ...expected });
  });

  it.each(["completed", "failed"])(
    "notes when it was %s first, and how long it took",
    async (status) => {
      const startedAt = new Date("2026-01-01T10:00:00.000Z");
      clock.now = startedAt;
      const { executionId } = await start({});
      clock.now = new Date("2026-01-01T11:02:03.004Z");
      await note(executionId, { status, metadata: { stepsCompleted: 3 } });
      const over = { status, completed_at: clock.now, duration_ms: 3_723_004 };
      expect(await execution(executionId)).toMatchObject(over);
      clock.now = new Date("2026-01-02T00:00:00.000Z");
      await note(executionId, { status, metadata: { artifactsStored: 2 } });
      clock.now = null;
      expect(await execution(executionId)).toMatchObject({
        ...over,
        metadata: { stepsCompleted: 3, artifactsStored: 2 },
      });
      const ends = (await auditOf(executionId)).filter(
        ({ event_type }) => event_type === "skill_completed",
      );
      expect(ends).toHaveLength(1);
    },
  );

  it("counts a duration beyond what the column holds as the longest", async () => {
    clock.now = new Date("2026-01-01T00:00:00.000Z");
    const { executionId } = await start({});
    clock.now = new Date("2026-03-01T00:00:00.000Z");
    await note(executionId, { status: "completed" });
    clock.now = null;
    expect(await execution(executionId)).toMatchObject({ duration_ms: 2_147_483_647 });
  });

  it("never moves back to an earlier status, but merges new metadata", async () => {
    const { executionId } = await start({});
    await note(executionId, { status: "executing" });
    expect(await note(executionId, { status: "started" })).toMatchObject({ status: "executing" });
    await note(executionId, { status: "completed" });
    for (const status of ["started", "executing"]) {
      const reply = await note(executionId, { status, metadata: { [status]: true } });
      expect(reply).toMatchObject({ status: "completed", skillName: "research" });
    }
    const { metadata } = await execution(executionId);
    expect(metadata).toEqual({ started: true, executing: true });
  });

  it.each([
    ["completed", "failed"],
    ["failed", "completed"],
  ])("stays %s when %s is reported later", async (status, reported) => {
    const { executionId } = await start({});
    await note(executionId, { status });
    const reply = await note(executionId, { status: reported, metadata: { late: true } });
    expect(reply).toMatchObject({ status, next: expect.stringContaining(`ended as ${status}`) });
    expect(await execution(executionId)).toMatchObject({ status, metadata: { late: true } });
  });

  it("ties it to a plan that exists, and to no other", async () => {
    const { planId } = await createPlan(server, 1);
    const { executionId } = await start({});
    await note(executionId, { planId, status: "executing" });
    expect(await execution(executionId)).toMatchObject({ plan_id: planId, status: "executing" });
    const input = { executionId, status: "executing", planId: "plan_unknown" };
    const refused = await server.outcome("log_skill_execution", input);
    expect(refused).toMatchObject({ code: "NOT_FOUND" });
    await note(executionId, { status: "completed" });
    const [, end] = await auditOf(executionId);
    expect(end).toMatchObject({ plan_id: planId, seq: null, action: "skill_completed" });
  });

  it("does not know the records of others", async () => {
    const { executionId } = await start({ metadata: { topic: "ours" } });
    const input = { executionId, status: "failed", metadata: { topic: "theirs" } };
    const foreign = await server.outcome("log_skill_execution", input, {
      caller: callerOf("org_b"),
    });
    const unknown = await server.outcome("log_skill_execution", {
      ...input,
      executionId: "exec_x",
    });
    expect(foreign).toMatchObject({ code: "NOT_FOUND" });
    expect(foreign).toEqual(unknown);
    expect(await execution(executionId)).toMatchObject({
      status: "started",
      metadata: { topic: "ours" },
    });
  });

  it("refuses metadata that grow too long, and keeps what was there", async () => {
    const { executionId } = await start({ metadata: { topic: "long" } });
    await note(executionId, { metadata: { one: "x".repeat(150_000) } });
    const more = { executionId, status: "started", metadata: { two: "x".repeat(150_000) } };
    expect(await server.outcome("log_skill_execution", more)).toMatchObject({
      code: "LIMIT_EXCEEDED",
    });
    const { metadata } = await execution(executionId);
    expect(Object.keys(metadata as object).sort()).toEqual(["one", "topic"]);
  });
});

describe("what belongs to a skill execution", () => {
  it("is the plan that is created in its session, by the same person, once", async () => {
    const sessionId = "session-link";
    const { executionId: older } = await start({ sessionId });
    const { executionId } = await start({ sessionId, metadata: { topic: "linked" } });
    const plan = { ...PLAN, sessionId, planDesignRationale: "Two steps are enough." };
    const { planId, linkedExecutionId } = await createPlan(server, 2, plan);
    expect(linkedExecutionId).toBe(executionId);
    expect(await execution(executionId)).toMatchObject({
      plan_id: planId,
      status: "executing",
      metadata: { topic: "linked", planDesignRationale: "Two steps are enough." },
    });
    const second = await server.call("create_research_plan", plan);
    expect(second.linkedExecutionId).toBe(older);
    const third = await server.call("create_research_plan", plan);
    expect(third.linkedExecutionId).toBeNull();
  });

  it("is every call made for its plan or in its session", async () => {
    const sessionId = "session-calls";
    const { executionId } = await start({ sessionId });
    await server.call("search_sources", { query: "zeppelins", sessionId });
    const { planId } = await server.call("create_research_plan", { ...PLAN, sessionId });
    await server.call("get_next_step", { planId });
    await note(executionId, { status: "completed" });
    await server.services.log.flush();
    const rows = await storedRows(
      server,
      "SELECT tool_name FROM mcp_tool_call_log WHERE skill_execution_id = $1 ORDER BY created_at, id",
      [executionId],
    );
    const names = rows.map(({ tool_name }) => tool_name);
    expect(names.sort()).toEqual([
      "create_research_plan",
      "get_next_step",
      "log_skill_execution",
      "log_skill_execution",
      "search_sources",
    ]);
  });
});

const PLAN = {
  name: "[Scan] Zeppelins",
  researchQuestion: "Why did they vanish?",
  steps: [{ stepType: "search", instructions: "Look." }],
};

function start(input: Record<string, unknown>) {
  return server.call("log_skill_execution", { skillName: "research", status: "started", ...input });
}

function note(executionId: string, input: Record<string, unknown>) {
  return server.call("log_skill_execution", { executionId, status: "started", ...input });
}

async function execution(id: string): Promise<Record<string, unknown>> {
  const [row] = await storedRows(server, "SELECT * FROM skill_execution WHERE id = $1", [id]);
  return row ?? {};
}

function auditOf(executionId: string): Promise<Record<string, unknown>[]> {
  return storedRows(
    server,
    `SELECT plan_id, seq, event_type, action FROM plan_audit_log WHERE payload ->> 'executionId' = $1
     ORDER BY created_at, id`,
    [executionId],
  );
}
