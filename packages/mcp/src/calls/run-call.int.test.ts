import { withClient } from "@trovella/db";
import { StorageLimit } from "@trovella/db/memory";
import {
  callerOf,
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { TOOLS } from "../tools/index.ts";
import { runCall } from "./run-call.ts";

const clock: { now: Date | null } = { now: null };
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"), clock);
});
afterAll(() => server.close());

describe("a call", () => {
  it("is refused when the caller lacks the right, and nothing happens", async () => {
    const caller = callerOf("org_a", ["read"]);
    const mutating = TOOLS.filter(({ permission }) => permission !== "read");
    expect(mutating.length).toBeGreaterThan(5);
    const before = await stored();
    for (const { name } of mutating) {
      const input = validInput(name, "plan_1", "step_1");
      const outcome = await server.outcome(name, input, { caller });
      expect(outcome).toMatchObject({ kind: "failure", code: "FORBIDDEN" });
    }
    expect(await stored()).toBe(before);
  });

  it("is refused when it would store more than the organization may, while reading goes on", async () => {
    const storage = new StorageLimit(server.test.database, 1);
    await createPlan(server, 1);
    await storage.measure(callerOf("org_a").tenant);
    const full: TestServer["services"] = { ...server.services, storage };
    for (const tool of TOOLS) {
      const request = { tool, input: validInput(tool.name, "plan_1", "step_1") };
      const client = { name: "test", version: "1" };
      const outcome = await runCall(full, { ...request, caller: callerOf("org_a"), client });
      const code = outcome.kind === "failure" ? outcome.code : "ok";
      expect([tool.name, code === "LIMIT_EXCEEDED"]).toEqual([tool.name, tool.isMutating]);
    }
  });

  it("takes its organization's turn at storing exactly when it writes to the memory", async () => {
    const { planId, steps } = await createPlan(server, 1);
    const storing = vi.spyOn(server.test.database.storing, "run");
    const turnsOf = async (name: string, input: object) => {
      storing.mockClear();
      await server.outcome(name, input);
      return storing.mock.calls.map(([key]) => key);
    };
    for (const { name, isStoring } of TOOLS) {
      const input = validInput(name, planId, steps[0].stepId);
      const turns = isStoring(input) ? ["org_a"] : [];
      expect([name, await turnsOf(name, input)]).toEqual([name, turns]);
    }
    const result = validInput("submit_step_result", planId, steps[0].stepId);
    const findings = [{ title: "Air", content: "Cold air falls." }];
    expect(await turnsOf("submit_step_result", { ...result, findings })).toEqual(["org_a"]);
    storing.mockRestore();
  });

  it("gets the same answer for a foreign id as for an unknown one", async () => {
    const other = callerOf("org_b");
    const foreign = await createPlan(server, 2, {}, { caller: other });
    await server.call("get_next_step", { planId: foreign.planId }, { caller: other });
    for (const { name } of TOOLS) {
      if (["ping", "get_skill", "list_active_plans", "create_research_plan"].includes(name))
        continue;
      // Nothing is found in either.
      if (name === "search_sources") continue;
      const answerFor = async (planId: string, stepId: string) =>
        server.outcome(name, validInput(name, planId, stepId));
      const answer = await answerFor(foreign.planId, foreign.steps[0].stepId);
      expect(answer).toEqual(await answerFor("plan_unknown", "step_unknown"));
      expect(answer).toMatchObject({ kind: "failure", code: "NOT_FOUND" });
    }
    await server.call(
      "store_research",
      { ...validInput("store_research", foreign.planId, foreign.steps[0].stepId) },
      { caller: other },
    );
    for (const planId of [foreign.planId, "plan_unknown", undefined]) {
      const { results } = await server.call("search_sources", { query: "Why", planId });
      expect(results).toEqual([]);
    }
    const { plans } = await server.call("list_active_plans", {});
    expect(JSON.stringify(plans)).not.toContain(foreign.planId);
  });

  it("names the field that is wrong and the call that works", async () => {
    const outcome = await server.outcome("create_research_plan", {
      name: "x",
      researchQuestion: "y",
      steps: [{ stepType: "dance", instructions: "z" }],
      colour: "blue",
    });
    expect(outcome).toMatchObject({ kind: "failure", code: "INVALID_INPUT" });
    expect(textOf(outcome)).toMatch(
      /^INVALID_INPUT: .*steps\[0\]\.stepType.*colour.*Next: .*create_research_plan/s,
    );
  });

  it("says that something went wrong without saying what, and gives an id for it", async () => {
    const tool = TOOLS.find(({ name }) => name === "list_active_plans");
    if (!tool) throw new Error("There is no such tool.");
    const reported: unknown[] = [];
    const fail = (error: Error) =>
      runCall(
        {
          ...server.services,
          database: { ...server.test.database, connect: () => Promise.reject(error) },
          onFailure: (...failure) => reported.push(...failure),
        },
        { tool, input: {}, caller: callerOf("org_a"), client: { name: null, version: null } },
      );
    const internal = await fail(new Error("SELECT secret FROM /etc/passwd"));
    expect(textOf(internal)).toBe(
      `INTERNAL: Something went wrong on the server (${reported[1]}). Next: repeat list_active_plans; if it happens again, report this id.`,
    );
    const unavailable = await fail(Object.assign(new Error("terminating"), { code: "57P01" }));
    expect(textOf(unavailable)).toMatch(
      /^UNAVAILABLE: The database is temporarily unavailable. Next: wait/,
    );
  });

  it("stores one reply per idempotency key when calls race", async () => {
    const input = { ...validInput("create_research_plan", "", ""), idempotencyKey: "parallel" };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => server.call("create_research_plan", input)),
    );
    expect(new Set(replies.map(({ planId }) => planId)).size).toBe(1);
    expect(replies.filter(({ replayed }) => replayed)).toHaveLength(7);
    const conflict = await server.outcome("create_research_plan", { ...input, name: "other" });
    expect(conflict).toMatchObject({ kind: "failure", code: "IDEMPOTENCY_CONFLICT" });
    const elsewhere = await server.call("create_research_plan", input, {
      caller: callerOf("org_b"),
    });
    expect(elsewhere.replayed).toBeUndefined();
  });

  it("knows a repeated call whether it names the plan by handle or by id, and another plan's key as another", async () => {
    const { planId, handle } = await createPlan(server, 1);
    const other = await createPlan(server, 1);
    const store = (plan: string) =>
      server.call("store_research", {
        ...{ planId: plan, artifactType: "note", title: "N", content: "c" },
        idempotencyKey: "s1-finding-1",
      });
    const first = await store(handle);
    expect(await store(planId)).toEqual({ ...first, replayed: true });
    expect((await store(other.handle)).replayed).toBeUndefined();
  });

  it("stores a thing once per idempotency key, whichever tool stores it", async () => {
    const { planId, steps } = await createPlan(server, 1);
    const storing = TOOLS.filter(
      ({ isMutating, changes }) => isMutating && !changes.includes("review"),
    );
    expect(storing).toHaveLength(7);
    for (const { name } of storing) {
      const input = { ...validInput(name, planId, steps[0].stepId), idempotencyKey: "once" };
      const first = await server.call(name, input);
      const before = await stored();
      expect(await server.call(name, input)).toEqual({ ...first, replayed: true });
      expect(await stored()).toBe(before);
    }
  });

  it("forgets a key after 24 hours", async () => {
    const input = { ...validInput("create_research_plan", "", ""), idempotencyKey: "old" };
    clock.now = new Date("2026-01-01T00:00:00Z");
    const first = await server.call("create_research_plan", input);
    clock.now = new Date("2026-01-02T00:00:01Z");
    const second = await server.call("create_research_plan", input);
    expect(second.planId).not.toBe(first.planId);
    const third = await server.call("create_research_plan", input);
    expect([third.planId, third.replayed]).toEqual([second.planId, true]);
    clock.now = null;
  });

  it("by a viewer sees a stall but does not write it down", async () => {
    const { planId } = await createPlan(server, 1, { stallThresholdMinutes: 1 });
    await server.call("get_next_step", { planId });
    clock.now = new Date(Date.now() + 120_000);
    const viewer = { caller: callerOf("org_a", ["read"]) };
    const seen = await server.call("get_plan_status", { planId }, viewer);
    expect([seen.status, seen.stalled]).toEqual(["executing", true]);
    const written = await server.call("get_plan_status", { planId });
    expect([written.status, written.planVersion]).toEqual(["stalled", seen.planVersion + 1]);
    clock.now = null;
  });
});

describe("the hints of each tool", () => {
  it("say read-only exactly when nothing is written", async () => {
    const wrote = new Map<string, boolean>();
    for (const tool of TOOLS) wrote.set(tool.name, await writesAnything(tool.name));
    expect(server.failures).toEqual([]);
    for (const { name, listing } of TOOLS) {
      expect([name, !wrote.get(name)]).toEqual([name, listing.annotations?.readOnlyHint]);
    }
  });
});

/** Whether a call that could write something does, on a plan prepared for it. */
async function writesAnything(name: string): Promise<boolean> {
  clock.now = null;
  const { planId, steps } = await createPlan(server, 2, { stallThresholdMinutes: 1 });
  const [{ stepId }] = steps;
  if (name !== "modify_plan") await server.call("get_next_step", { planId });
  if (name === "submit_user_decision") {
    await server.call("request_user_review", { planId, stepId, summary: "s" });
  }
  if (name === "get_plan_status") clock.now = new Date(Date.now() + 120_000);
  await server.services.log.flush();
  const before = await stored();
  await server.call(name, { ...validInput(name, planId, stepId), sessionId: `session_${name}` });
  const after = await stored();
  clock.now = null;
  return after !== before;
}

function validInput(name: string, planId: string, stepId: string): Record<string, unknown> {
  const inputs: Record<string, Record<string, unknown>> = {
    ping: {},
    list_active_plans: {},
    get_skill: { name: "research" },
    create_research_plan: {
      name: "Plan",
      researchQuestion: "Why?",
      steps: [{ stepType: "search", instructions: "Find it." }],
    },
    submit_step_result: { planId, stepId, result: {}, stepExecutionReport: REPORT },
    get_step_context: { planId, stepId },
    modify_plan: {
      planId,
      action: "update_step_instructions",
      stepId,
      instructions: "Other.",
      modificationRationale: "Better.",
    },
    request_user_review: { planId, stepId, summary: "Look." },
    submit_user_decision: { planId, stepId, decision: "approve" },
    store_research: { planId, stepId, artifactType: "note", title: "Why", content: "Because." },
    record_claims: { planId, stepId, claims: [{ statement: "Why not." }] },
    search_sources: { query: "Why" },
    extract_data: { planId, stepId, schema: { type: "object" }, data: {} },
    store_subagent_report: { planId, stepId, task: "Look", report: "Seen." },
    store_research_output: { planId, title: "Why", mediaType: "markdown", content: "Because." },
    log_skill_execution: { planId, skillName: "research", status: "executing" },
    submit_research_feedback: {
      planId,
      feedbackType: "initial",
      satisfaction: "satisfied",
      feedbackSummary: "Good.",
    },
  };
  return inputs[name] ?? { planId };
}

const TABLES = [
  "research_plan",
  "plan_step",
  "plan_branching_condition",
  "plan_review",
  "plan_audit_log",
  "skill_execution",
  "idempotency_key",
  "research_artifact",
  "research_source",
  "extraction_result",
  "research_output",
  "research_feedback",
  "subagent_report",
  "source_capture",
  "capture_job",
  "claim",
  "claim_evidence",
  "document_chunk",
  "posting",
  "term_stat",
  "corpus_stat",
  "indexing_queue",
  "ai_usage",
];

/** Everything that is stored, but for the log of calls. */
function stored(): Promise<string> {
  const rows = TABLES.map(
    (table) =>
      `SELECT count(*) AS count, sum(hashtextextended(t::text, 0)::numeric) AS hash FROM ${table} AS t`,
  );
  return withClient(server.test.asSuperuser, async (client) =>
    JSON.stringify((await client.query(rows.join(" UNION ALL "))).rows),
  );
}

function textOf(outcome: object): string {
  return "text" in outcome ? String(outcome.text) : "";
}
