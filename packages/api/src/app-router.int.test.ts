import { withTenantContext } from "@trovella/db";
import { createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { tenantQuery } from "@trovella/testing/database/tenant-query";
import {
  createPlan,
  createTestServer,
  itemIdOf,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const CANARY = "zanzibar-canary";
const SESSION = { sessionId: "session-1" };

let server: TestServer;
let api: TestApi;
let planId: string;
let planHandle: string;
let stepIds: string[];
let executionId: string;
let artifactId: string;
let outputId: string;

beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  api = createTestApi(server.test.database);
  await fill();
});
afterAll(() => server.close());

describe("runs", () => {
  it("are listed with their plan, 20 at a time, and counted", async () => {
    const { executions, total } = await a().skillExecution.list();
    expect(total).toBe(1);
    expect(executions[0]).toMatchObject({
      id: executionId,
      skillName: "research",
      planId,
      planName: `[Deep] Plan ${CANARY}`,
      planStatus: "awaiting_review",
      topic: CANARY,
      delegatedTo: "deep",
    });
    expect(await a().skillExecution.list({ status: "failed" })).toEqual({
      executions: [],
      total: 0,
    });
    expect(
      (await a().skillExecution.list({ skillName: "research", offset: 1 })).executions,
    ).toEqual([]);
  });

  it("have a detail with plan, audit log of the session and calls", async () => {
    const detail = await a().skillExecution.detail({ executionId });
    expect(detail.execution.metadata).toMatchObject({ topic: CANARY });
    expect(detail.plan).toMatchObject({ id: planId, status: "awaiting_review", stepCount: 3 });
    expect(detail.plan?.steps.map(({ order }) => order)).toEqual([1, 2, 3]);
    expect(detail.plan?.steps[0]?.id).toBe(stepIds[0]);
    expect(detail.auditLog.length).toBeGreaterThan(0);
    expect(detail.auditLog.every(({ sessionId }) => sessionId === "session-1")).toBe(true);
    expect(detail.toolCalls.count).toBeGreaterThan(2);
  });

  it("are summed up as the seed says", async () => {
    expect(await a().skillExecution.summary()).toEqual({
      totalExecutions: 1,
      byStatus: { executing: 1 },
      bySkill: { research: 1 },
      avgDurationMs: null,
      recentFailures: 0,
    });
  });
});

describe("plans", () => {
  it("are listed with progress, and filtered by status, text and mode", async () => {
    const { plans, nextCursor } = await a().researchPlan.list();
    expect(nextCursor).toBeNull();
    expect(plans[0]).toMatchObject({
      id: planId,
      mode: "deep",
      title: `Plan ${CANARY}`,
      status: "awaiting_review",
      stepCount: 3,
      doneCount: 1,
      progress: 33,
      artifactCount: 1,
      sourceCount: 1,
      currentStep: { order: 2, status: "awaiting_input" },
    });
    const count = async (filter: Parameters<ReturnType<typeof a>["researchPlan"]["list"]>[0]) =>
      (await a().researchPlan.list(filter)).plans.length;
    expect(await count({ status: ["awaiting_review", "failed"] })).toBe(1);
    expect(await count({ status: ["failed"] })).toBe(0);
    expect(await count({ text: "PLAN ZANZ" })).toBe(1);
    expect(await count({ text: "%" })).toBe(0);
    expect(await count({ mode: "scan" })).toBe(0);
  });

  it("have a detail with steps, times, conditions in words, reviews and counts", async () => {
    const detail = await a().researchPlan.detail({ planId });
    expect(detail.plan).toMatchObject({ id: planId, progress: 33, clients: ["test"] });
    expect(detail.steps.map(({ status }) => status)).toEqual([
      "completed",
      "awaiting_input",
      "pending",
    ]);
    expect(detail.steps[0]).toMatchObject({ confidence: 0.9 });
    expect(detail.steps[0]?.resultLength).toBeGreaterThan(0);
    expect(detail.steps[0]?.reportLength).toBeGreaterThan(0);
    expect(detail.conditions[0]?.inWords).toBe(
      "When step 1 is done and confidence < 0.5: go on with step 3 and skip the open steps before it.",
    );
    expect(detail.reviews[0]).toMatchObject({ stepOrder: 2, decision: null });
    const { findings } = await a().researchPlan.evidence({ planId });
    expect(findings[0]).toMatchObject({ id: artifactId, sources: [{ title: "Report" }] });
    const { versions, feedback } = await a().researchPlan.result({ planId });
    expect(versions[0]).toMatchObject({ id: outputId, version: 1 });
    expect(feedback).toHaveLength(1);
    expect(detail.run?.id).toBe(executionId);
    expect(detail.counts).toMatchObject({ artifacts: 1, sources: 1, outputs: 1, feedback: 1 });
    // A lease token lets its holder hand in a result.
    expect(JSON.stringify(detail)).not.toContain("leaseToken");
  });

  it("give the whole texts of a step", async () => {
    const { step } = await a().researchPlan.step({ planId, stepId: stepIds[0] ?? "" });
    expect(JSON.parse(step.result ?? "")).toEqual({ answer: CANARY });
    expect(JSON.parse(step.report ?? "")).toMatchObject({ thinking: REPORT.thinking });
  });

  it("page their events without losing or repeating one, in both directions", async () => {
    const seen: number[] = [];
    let fromSeq: number | undefined;
    do {
      const page = await a().researchPlan.events({ planId, limit: 2, fromSeq });
      seen.push(...page.events.map(({ seq }) => seq ?? 0));
      fromSeq = page.nextSeq ?? undefined;
    } while (fromSeq !== undefined);
    const { events, total } = await a().researchPlan.events({ planId, direction: "backward" });
    expect(seen).toEqual(Array.from({ length: total }, (_, index) => index + 1));
    expect(events.map(({ seq }) => seq)).toEqual(seen.toReversed());
    const { payload } = await a().researchPlan.event({ eventId: events[0]?.id ?? "" });
    expect(JSON.parse(payload)).toHaveProperty("type");
  });

  it("are counted by status", async () => {
    const health = await a().researchPlan.healthSummary();
    expect(health).toMatchObject({
      total: 1,
      byActivity: { waiting_for_person: 1, failed: 0 },
      inbox: { review: 1, total: 1 },
      openReviews: 1,
    });
  });
});

describe("what was found", () => {
  it("is listed and shown with its sources", async () => {
    const { artifacts } = await a().artifact.list({ planId, artifactType: "finding" });
    expect(artifacts[0]).toMatchObject({ id: artifactId, sourceCount: 1 });
    const detail = await a().artifact.detail({ artifactId });
    expect(await a().artifact.detail({ artifactId: `${planHandle}/a1` })).toEqual(detail);
    expect(detail).toMatchObject({ sources: [{ title: "Report" }], citedBy: [{ id: outputId }] });
    expect(detail).toMatchObject({ stepId: stepIds[1], stepOrder: 2 });
    expect(detail.text).toContain(CANARY);
  });

  it("is read as HTML in which nothing is active, its sources numbered", async () => {
    expect((await a().output.list()).outputs[0]).toMatchObject({ id: outputId, latestVersion: 1 });
    const output = await a().output.detail({ outputId });
    expect(output.html).toContain('<a href="#source-1" id="cite-1-1">[1]</a>');
    expect(output.html).toContain("&#x3C;script>");
    expect(output.html).not.toMatch(/<script|<img|javascript:/i);
    expect(output.outline).toContainEqual({ level: 1, anchor: "section-1", text: "Answer" });
    expect(output.sources).toMatchObject([
      { number: 1, isCited: true, title: "Report", link: "https://example.org/r" },
    ]);
  });

  it("comes with feedback and the calls that led to it", async () => {
    expect((await a().feedback.list({ satisfaction: "satisfied" })).feedback).toHaveLength(1);
    const { toolCalls } = await a().toolCall.list({ planId });
    expect(toolCalls.length).toBeGreaterThan(4);
    const { toolCalls: errors } = await a().toolCall.list({ onlyErrors: true });
    expect(errors.map(({ errorCode }) => errorCode)).toEqual(["NOT_FOUND"]);
    expect((await a().toolCall.list({ toolName: "store_research" })).toolCalls).toHaveLength(1);
    expect((await a().toolCall.list({ sessionId: "session-1" })).toolCalls.length).toBeGreaterThan(
      0,
    );
    expect((await a().toolCall.list({ executionId })).toolCalls.length).toBeGreaterThan(0);
  });

  it("is searched, explained and suggested", async () => {
    const { results } = await a().search.search({ query: CANARY });
    expect(results.map(({ sourceId }) => sourceId)).toContain(artifactId);
    expect(results[0]?.snippet).toContain("**");
    const debug = await a().search.debug({ query: CANARY });
    expect(debug.keyword[0]).toMatchObject({ rank: 1, score: expect.any(Number) });
    expect(debug).toMatchObject({ semantic: [], legs: ["keyword"] });
    expect(debug.fused).toHaveLength(results.length);
    const { suggestions } = await a().search.typeAhead({ text: "plan zan" });
    expect(suggestions).toMatchObject([{ kind: "plan", id: planId }]);
    expect((await a().search.typeAhead({ text: " " })).suggestions).toEqual([]);
  });
});

describe("overviews", () => {
  it("say at home what needs the person, what runs and what happened in seven days", async () => {
    const home = await a().home.summary();
    expect(home.needsYou.reviews).toMatchObject([{ planId, stepOrder: 2 }]);
    expect(home).toMatchObject({
      isEmpty: false,
      workingNow: { plans: [], count: 0 },
      recentlyFinished: { plans: [], count: 0 },
    });
    expect(home.days).toHaveLength(7);
    expect(home.kpis.plansStarted).toMatchObject({ total: 1, byDay: [0, 0, 0, 0, 0, 0, 1] });
    expect((await api.as("org_b").home.summary()).isEmpty).toBe(true);
  });

  it("sum up thirty days", async () => {
    const insights = await a().insights.summary();
    expect(insights.byDay).toHaveLength(30);
    expect(insights.byDay.at(-1)).toMatchObject({
      plansStarted: 1,
      artifacts: 1,
      outputs: 1,
      runs: 1,
    });
    expect(insights).toMatchObject({
      completionRate: null,
      satisfaction: [{ satisfaction: "satisfied", count: 1 }],
    });
    expect(insights.toolErrorsByClient).toMatchObject([{ client: "test", errors: 1 }]);
  });
});

describe("a user of another organization", () => {
  it("sees nothing of it in any list", async () => {
    const b = api.as("org_b");
    const replies = await Promise.all([
      b.skillExecution.list(),
      b.skillExecution.summary(),
      b.researchPlan.list(),
      b.researchPlan.healthSummary(),
      b.review.list(),
      b.review.list({ state: "decided" }),
      b.artifact.list(),
      b.output.list(),
      b.feedback.list(),
      b.toolCall.list(),
      b.search.search({ query: CANARY }),
      b.search.debug({ query: CANARY }),
      b.search.typeAhead({ text: "[Deep]" }),
      b.home.summary(),
      b.insights.summary(),
    ]);
    const text = JSON.stringify(replies.map((reply) => ({ ...reply, query: "" })));
    expect(text).not.toMatch(/sings|Plan zanzibar/);
    for (const secret of [planId, executionId, artifactId, outputId, "Report"])
      expect(text).not.toContain(secret);
  });

  it("finds none of its ids", async () => {
    const b = api.as("org_b");
    const [review] = (await a().review.list()).reviews;
    const reviewId = review?.id ?? "";
    for (const attempt of [
      () => b.skillExecution.detail({ executionId }),
      () => b.researchPlan.detail({ planId }),
      () => b.researchPlan.events({ planId }),
      () => b.researchPlan.log({ planId }),
      () => b.researchPlan.result({ planId }),
      () => b.researchPlan.step({ planId, stepId: stepIds[0] ?? "" }),
      () => b.artifact.detail({ artifactId }),
      () => b.output.detail({ outputId }),
      () => b.review.detail({ reviewId }),
      () => b.review.decide({ planId, reviewId, decision: "approve" }),
    ]) {
      expect(await codeOf(attempt)).toBe("NOT_FOUND");
    }
  });
});

describe("a procedure", () => {
  it("refuses callers without its permission", async () => {
    const reader = api.as("org_a", ["read"]);
    const verdict = { planId, reviewId: "rev_1", decision: "approve" } as const;
    expect(await codeOf(() => reader.review.decide(verdict))).toBe("FORBIDDEN");
    expect(await codeOf(() => api.as("org_a", []).researchPlan.list())).toBe("FORBIDDEN");
    expect(await codeOf(() => api.as("org_a", ["review"]).output.detail({ outputId }))).toBe(
      "FORBIDDEN",
    );
  });

  it("says what is wrong with its input", async () => {
    expect(await codeOf(() => a().researchPlan.list({ limit: 101 }))).toBe("BAD_REQUEST");
    expect(await codeOf(() => a().researchPlan.list({ cursor: "nonsense" }))).toBe("BAD_REQUEST");
    expect(await codeOf(() => a().researchPlan.list({ text: "a\0b" }))).toBe("BAD_REQUEST");
    const { status, text } = await api.get("researchPlan.list", { limit: 0 });
    expect(status).toBe(400);
    expect(JSON.parse(text).error.data).toMatchObject({
      appCode: "INVALID_INPUT",
      details: { field: "limit" },
    });
  });

  it("masks internal errors", async () => {
    const broken = createTestApi(server.test.database, {
      now: () => {
        throw new Error("SECRET at /inside/file.ts");
      },
    });
    const { status, text } = await broken.get("researchPlan.list");
    expect(status).toBe(500);
    expect(text).not.toMatch(/SECRET|inside|stack/);
    expect(JSON.parse(text).error.data.appCode).toBe("INTERNAL");
    expect(JSON.parse(text).error.data.details.correlationId).toMatch(/^[0-9a-f-]{36}$/);
    expect(broken.failures).toHaveLength(1);
  });

  it("answers over the transport, dates as ISO strings", async () => {
    const { status, text } = await api.get("researchPlan.list");
    expect(status).toBe(200);
    expect(JSON.parse(text).result.data.plans[0].createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect((await api.get("researchPlan.nothing")).status).toBe(404);
    expect((await api.get(Array(21).fill("home.summary").join(","))).status).toBe(404);
  });
});

it("finds plans and steps by their handles, and refuses unknown ones like unknown ids", async () => {
  const { plan } = await a().researchPlan.detail({ planId });
  expect(plan.handle).toMatch(/^p-\w{6}$/);
  const { researchPlan, review, search } = a();
  expect(await researchPlan.detail({ planId: plan.handle.toUpperCase() })).toMatchObject({
    plan: { id: planId },
  });
  const step = await researchPlan.step({ planId: plan.handle, stepId: "s2" });
  expect(step).toEqual(await researchPlan.step({ planId, stepId: stepIds[1] ?? "" }));
  expect(await researchPlan.step({ planId, stepId: `${plan.handle}/s2` })).toEqual(step);
  const { reviews } = await review.list({ planId: plan.handle });
  expect(reviews[0]).toMatchObject({ planId, planHandle: plan.handle });
  const { plans } = await researchPlan.list({ text: plan.handle });
  expect(plans.map(({ id }) => id)).toEqual([planId]);
  const { suggestions } = await search.typeAhead({ text: plan.handle.slice(0, 5).toUpperCase() });
  expect(suggestions).toMatchObject([{ kind: "plan", id: planId }]);
  for (const unknown of ["p-zzzzzz", "plan_unknown"]) {
    await expect(researchPlan.detail({ planId: unknown })).rejects.toThrow("There is no such plan");
  }
  await expect(api.as("org_b").researchPlan.detail({ planId: plan.handle })).rejects.toThrow(
    "There is no such plan",
  );
  await expect(researchPlan.step({ planId: "a\0b", stepId: "s1" })).rejects.toThrow("is not an id");
});

// After the others, which count what is there.
it("says which events of a plan are problems", async () => {
  const { planId } = await createPlan(server, 2);
  const { step } = await server.call("get_next_step", { planId });
  const failure = { planId, action: "fail_step", stepId: step.stepId };
  await server.call("modify_plan", { ...failure, modificationRationale: "It cannot be done." });
  const { step: other } = await server.call("get_next_step", { planId });
  await server.call("get_next_step", { planId, takeOverStepId: other.stepId });
  const only = { planId, onlyProblems: true };
  const { events } = await a().researchPlan.events({ ...only, direction: "backward" });
  expect(events.map(({ action }) => action)).toEqual(["taken_over", "step_failed"]);
  const page = await a().researchPlan.events({ ...only, limit: 1 });
  expect(page).toMatchObject({ events: [{ action: "step_failed" }], nextSeq: events[1]?.seq });
});

function a() {
  return api.as("org_a");
}

async function codeOf(attempt: () => Promise<unknown>): Promise<string> {
  const error = await attempt().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TRPCError);
  return (error as TRPCError).code;
}

/** One plan that is worked on up to a review, through the tools. */
async function fill(): Promise<void> {
  const { call } = server;
  ({ executionId } = (await call("log_skill_execution", {
    skillName: "research",
    status: "started",
    metadata: { topic: CANARY, delegatedTo: "deep" },
    ...SESSION,
  })) as { executionId: string });
  const plan = await createPlan(server, 3, {
    name: `[Deep] Plan ${CANARY}`,
    branchingConditions: [
      {
        afterStepOrder: 1,
        conditionExpression: "confidence < 0.5",
        ifTrueAction: "skip_to",
        actionParams: { targetStepOrder: 3 },
      },
    ],
    ...SESSION,
  });
  planId = plan.planId;
  planHandle = plan.handle;
  const first = await call("get_next_step", { planId, ...SESSION });
  const result = { result: { answer: CANARY }, confidence: 0.9, stepExecutionReport: REPORT };
  await call("submit_step_result", { planId, stepId: first.step.stepId, ...result, ...SESSION });
  const second = await call("get_next_step", { planId, ...SESSION });
  stepIds = plan.steps.map(({ stepId }: { stepId: string }) => stepId);
  const stored = await call("store_research", {
    planId,
    stepId: second.step.stepId,
    artifactType: "finding",
    title: "Finding",
    content: `The ${CANARY} sings.`,
    sources: [{ title: "Report", url: "https://example.org/r" }],
    ...SESSION,
  });
  artifactId = await itemIdOf(server, planId, String(stored.artifactId));
  const sourceId = await withTenantContext(
    server.test.database,
    { organizationId: "org_a" },
    async (context) => {
      const [source] = await tenantQuery(context, "SELECT id FROM research_source");
      return String(source?.id);
    },
  );
  const content = `# Answer\n\nIt sings [src:${sourceId}]. <script>alert(1)</script> ![x](https://evil.example/x.png) [y](javascript:alert(1))`;
  const output = await call("store_research_output", {
    planId,
    title: "Outcome",
    mediaType: "markdown",
    content,
  });
  outputId = await itemIdOf(server, planId, String(output.outputId));
  await call("submit_research_feedback", {
    planId,
    feedbackType: "initial",
    satisfaction: "satisfied",
    feedbackSummary: "Good.",
  });
  await call("request_user_review", {
    planId,
    stepId: second.step.stepId,
    summary: "Look at this.",
    questions: ["Go on?"],
  });
  await server.outcome("get_plan_status", { planId: "plan_unknown" });
  await server.services.log.flush();
}
