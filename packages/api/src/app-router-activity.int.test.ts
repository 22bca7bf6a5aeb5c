// How a plan stands is one word (R36) in every list, filter, count, detail and tool reply.
import { OPEN_ACTIVITIES, type PlanActivity } from "@trovella/plan-engine";
import { createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import {
  callerOf,
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const START = new Date("2026-03-01T12:00:00.000Z");
const HOUR_LATER = new Date("2026-03-01T13:00:00.000Z");
const DAY = { stallThresholdMinutes: 24 * 60 };
const SESSION = { sessionId: "session-1" };
/** By the names of the plans, an hour after the last call; the threshold is half an hour unless it is a day. */
const EXPECTED: Readonly<Record<string, PlanActivity>> = {
  "silent step": "stalled",
  "left between steps": "stalled",
  "never begun": "stalled",
  "closing and left": "stalled",
  "held for a day": "working",
  "quiet for an hour": "waiting_for_assistant",
  "asked, and silent elsewhere": "waiting_for_person",
  finished: "completed",
  rejected: "failed",
};
const WORDS = [...OPEN_ACTIVITIES, "completed", "failed"] as const;

const clock: { now: Date } = { now: START };
const handles = new Map<string, string>();
let server: TestServer;
let api: TestApi;

beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"), clock);
  api = createTestApi(server.test.database, { now: () => clock.now });
  await fill();
  clock.now = HOUR_LATER;
});
afterAll(() => server.close());

describe("how a plan stands", () => {
  it("is one word for everybody who asks, before the stall is noted", async () => {
    await expectOneAnswer();
    const { executing, planning } = await storedStatuses();
    expect([executing, planning]).toEqual([5, 1]);
  });

  it("is told to a viewer by get_plan_status, which notes nothing then", async () => {
    await askAll({ caller: callerOf("org_a", ["read"]) });
    expect(await storedStatuses()).toMatchObject({ executing: 5, planning: 1 });
  });

  it("is noted by get_plan_status where the plan is executing, and stays the one word", async () => {
    await askAll();
    expect(await storedStatuses()).toEqual({
      stalled: 3,
      executing: 2,
      planning: 1,
      awaiting_review: 1,
      completed: 1,
      failed: 1,
    });
    await expectOneAnswer();
  });

  it("changes everywhere when an assistant continues", async () => {
    await server.call("get_next_step", { planId: handles.get("left between steps") });
    await server.call("get_next_step", { planId: handles.get("never begun") });
    const changed = { ...EXPECTED, "left between steps": "working", "never begun": "working" };
    // That nobody had begun a plan was never noted, so nothing is left of it.
    await expectOneAnswer(changed as typeof EXPECTED, { stalledInPeriod: 3 });
  });
});

/** Asks every procedure and tool that says how plans stand. */
async function expectOneAnswer(expected = EXPECTED, { stalledInPeriod = 4 } = {}): Promise<void> {
  const procedures = api.as("org_a");
  const namesIn = (word: PlanActivity) =>
    Object.keys(expected).filter((name) => expected[name] === word);
  const counts = Object.fromEntries(WORDS.map((word) => [word, namesIn(word).length]));

  for (const sort of ["updated", "created"] as const) {
    const { plans } = await procedures.researchPlan.list({ sort });
    expect(Object.fromEntries(plans.map(({ name, activity }) => [name, activity]))).toEqual(
      expected,
    );
    for (const word of WORDS) {
      const filtered = await procedures.researchPlan.list({ status: [word], sort });
      expect(filtered.plans.map(({ name }) => name).sort(), word).toEqual(namesIn(word).sort());
    }
  }
  for (const [name, word] of Object.entries(expected)) {
    const planId = handles.get(name) ?? "";
    const { plan } = await procedures.researchPlan.detail({ planId: await idOf(planId) });
    expect([name, plan.activity, plan.stalledSince !== null]).toEqual([
      name,
      word,
      word === "stalled",
    ]);
  }

  const health = await procedures.researchPlan.healthSummary();
  expect(health.byActivity).toEqual({ ...counts, cancelled: 0, archived: 0 });
  const home = await procedures.home.summary();
  expect(home.needsYou.counts).toEqual(health.inbox);
  expect(health.inbox).toEqual({
    review: 1,
    closing: 1,
    stalled: namesIn("stalled").length - 1,
    waiting: 1,
    failed: 1,
    total: namesIn("stalled").length + 3,
  });
  expect(namesOf(home.needsYou.closing)).toEqual(["closing and left"]);
  expect([...namesOf(home.needsYou.stalled), "closing and left"].sort()).toEqual(
    namesIn("stalled").sort(),
  );
  expect(namesOf(home.needsYou.waiting)).toEqual(namesIn("waiting_for_assistant"));
  expect(namesOf(home.needsYou.failed)).toEqual(namesIn("failed"));
  expect(namesOf(home.workingNow.plans)).toEqual(namesIn("working").sort());
  expect(home.workingNow.count).toBe(namesIn("working").length);
  expect(home.recentlyFinished.count).toBe(1);

  const insights = await procedures.insights.summary({ days: 7 });
  expect(insights.stalledNow).toBe(namesIn("stalled").length);
  expect([insights.stalledPlans, insights.activePlans]).toEqual([stalledInPeriod, 9]);

  const { executions } = await procedures.skillExecution.list();
  expect(executions.map(({ planActivity }) => planActivity)).toEqual([expected["silent step"]]);
  const executionId = executions[0]?.id ?? "";
  const run = await procedures.skillExecution.detail({ executionId });
  expect([run.plan?.activity, run.execution.planActivity]).toEqual(["stalled", "stalled"]);
  const { reviews } = await procedures.review.list();
  const review = await procedures.review.detail({ reviewId: reviews[0]?.id ?? "" });
  expect(review.planActivity).toBe("waiting_for_person");

  const { plans } = await server.call("list_active_plans", { limit: 50 });
  const listed = plans as { name: string; activity: string; stalled: boolean }[];
  const open = Object.entries(expected).filter(
    ([, word]) => !["completed", "failed"].includes(word),
  );
  expect(Object.fromEntries(listed.map(({ name, activity }) => [name, activity]))).toEqual(
    Object.fromEntries(open),
  );
  for (const { activity, stalled } of listed) expect(stalled).toBe(activity === "stalled");
}

async function askAll(options = {}): Promise<void> {
  for (const [name, word] of Object.entries(EXPECTED)) {
    const reply = await server.call("get_plan_status", { planId: handles.get(name) }, options);
    expect([name, reply.activity, reply.stalled]).toEqual([name, word, word === "stalled"]);
  }
}

async function storedStatuses(): Promise<Record<string, number>> {
  const { plans } = await api.as("org_a").researchPlan.list();
  const counts: Record<string, number> = {};
  for (const { status } of plans) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function idOf(handle: string): Promise<string> {
  const { plans } = await api.as("org_a").researchPlan.list({ text: handle });
  return plans[0]?.id ?? "";
}

function namesOf(plans: readonly { readonly name: string }[]): string[] {
  return plans.map(({ name }) => name).sort();
}

async function fill(): Promise<void> {
  const create = async (name: string, stepCount = 2, input = {}) => {
    const { handle } = await createPlan(server, stepCount, { name, ...input });
    handles.set(name, handle);
    return String(handle);
  };
  const next = async (planId: string) => {
    const { step } = await server.call("get_next_step", { planId });
    return { planId, stepId: step.stepId };
  };
  const finish = async (planId: string) =>
    server.call("submit_step_result", {
      ...(await next(planId)),
      result: "Found.",
      stepExecutionReport: REPORT,
    });

  await server.call("log_skill_execution", {
    skillName: "research",
    status: "started",
    ...SESSION,
  });
  await next(await create("silent step", 2, SESSION));
  await finish(await create("left between steps"));
  await create("never begun");
  await finish(await create("closing and left", 3, { budget: { attempts: 1 } }));
  await next(await create("held for a day", 2, DAY));
  await finish(await create("quiet for an hour", 2, DAY));
  await finish(await create("finished", 1));
  const rejected = await next(await create("rejected"));
  await server.call("request_user_review", { ...rejected, summary: "Like this?" });
  await server.call("submit_user_decision", { planId: rejected.planId, decision: "reject" });
  const asked = await next(await create("asked, and silent elsewhere", 3));
  await next(asked.planId);
  await server.call("request_user_review", { ...asked, summary: "Like this?" });
  await server.services.log.flush();
}
