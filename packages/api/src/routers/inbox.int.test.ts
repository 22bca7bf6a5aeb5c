import { createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import {
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const START = new Date("2026-03-01T12:00:00.000Z");
const HOUR_MS = 60 * 60 * 1000;
const clock = { now: START };
const plans: Record<"silent" | "waiting" | "failed" | "review", string> = {
  silent: "",
  waiting: "",
  failed: "",
  review: "",
};
let server: TestServer;
let api: TestApi;
let reviewId: string;

beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"), clock);
  api = createTestApi(server.test.database, { now: () => clock.now });
  plans.silent = await begin("silent");
  plans.review = await begin("review", { isAsking: true });
  plans.failed = await begin("failed", { isAsking: true });
  await server.call("submit_user_decision", { planId: plans.failed, decision: "reject" });
  plans.waiting = (await createPlan(server, 2, { stallThresholdMinutes: 30 * 24 * 60 })).planId;
  clock.now = after(1);
  const { reviews } = await api.as("org_a").review.list();
  reviewId = reviews[0]?.id ?? "";
});
afterAll(() => server.close());

// In order: each test starts with the inbox that the one before left.
describe("the inbox of a person", () => {
  it("has every item at first, in one count", async () => {
    await expectShown({ review: 1, closing: 0, stalled: 1, waiting: 1, failed: 1, total: 4 });
  });

  it("can be emptied: plans are dismissed, reviews are snoozed", async () => {
    const { inbox } = api.as("org_a");
    await inbox.dismiss({ itemIds: [plans.silent, plans.waiting, plans.failed] });
    await inbox.snooze({ itemIds: [reviewId], until: after(25).toISOString() });
    await expectShown({ review: 0, closing: 0, stalled: 0, waiting: 0, failed: 0, total: 0 });
    const { items } = await inbox.hidden();
    expect(items.map(({ itemId }) => itemId).sort()).toEqual(
      [plans.silent, plans.waiting, plans.failed, reviewId].sort(),
    );
    // The plans themselves stand as they did.
    const { byActivity } = await api.as("org_a").researchPlan.healthSummary();
    expect(byActivity).toMatchObject({ stalled: 1, waiting_for_assistant: 1, failed: 1 });
  });

  it("is the person's own: that of others stays as it was", async () => {
    const other = await api.as("org_b").researchPlan.healthSummary();
    expect(other.inbox.total).toBe(0);
    await expect(api.as("org_b").inbox.dismiss({ itemIds: [plans.silent] })).rejects.toMatchObject({
      message: expect.stringContaining("no such plan"),
    });
  });

  it("does not bring a plan back that an assistant only looks at", async () => {
    for (const planId of [plans.silent, plans.failed]) {
      await server.call("get_plan_status", { planId });
      await server.call("get_research_context", { planId, sessionId: "another" });
    }
    await expectShown({ review: 0, closing: 0, stalled: 0, waiting: 0, failed: 0, total: 0 });
  });

  it("brings a dismissed plan back when something happens to it, and a snoozed item in time", async () => {
    await finishStep(plans.silent, { takeOverStepId: "s1" });
    clock.now = after(24);
    await expectShown({ review: 0, closing: 0, stalled: 1, waiting: 0, failed: 0, total: 1 });
    clock.now = after(26);
    await expectShown({ review: 1, closing: 0, stalled: 1, waiting: 0, failed: 0, total: 2 });
  });

  it("brings back what is restored", async () => {
    const { inbox } = api.as("org_a");
    await inbox.restore({ itemIds: [plans.waiting, plans.failed] });
    await expectShown({ review: 1, closing: 0, stalled: 1, waiting: 1, failed: 1, total: 4 });
    expect((await inbox.hidden()).items).toEqual([]);
  });

  it("dismisses no review, and snoozes neither into the past nor for months", async () => {
    const { inbox } = api.as("org_a");
    await expect(inbox.dismiss({ itemIds: [reviewId] })).rejects.toThrow("no such plan");
    for (const hours of [25, 26, 26 + 61 * 24]) {
      const until = after(hours).toISOString();
      await expect(inbox.snooze({ itemIds: [reviewId], until })).rejects.toThrow("60 days");
    }
  });
});

function after(hours: number): Date {
  return new Date(START.getTime() + hours * HOUR_MS);
}

/** The number at Inbox, "Needs you" and the list are one. */
async function expectShown(counts: Record<string, number>): Promise<void> {
  const procedures = api.as("org_a");
  const { inbox } = await procedures.researchPlan.healthSummary();
  const { needsYou } = await procedures.home.summary();
  const { reviews } = await procedures.review.list();
  expect(inbox).toEqual(counts);
  expect(needsYou.counts).toEqual(counts);
  expect({
    review: reviews.length,
    closing: needsYou.closing.length,
    stalled: needsYou.stalled.length,
    waiting: needsYou.waiting.length,
    failed: needsYou.failed.length,
    total: counts.total,
  }).toEqual(counts);
  expect(needsYou.reviews).toHaveLength(reviews.length);
}

async function begin(name: string, { isAsking = false } = {}): Promise<string> {
  const { planId } = await createPlan(server, 2, { name });
  const { step, lease } = await server.call("get_next_step", { planId });
  const reference = { planId, stepId: step.stepId, leaseToken: lease.token };
  if (isAsking) await server.call("request_user_review", { ...reference, summary: "Go on?" });
  return planId;
}

async function finishStep(planId: string, options: object): Promise<void> {
  const { step, lease } = await server.call("get_next_step", { planId, ...options });
  await server.call("submit_step_result", {
    planId,
    stepId: step.stepId,
    leaseToken: lease.token,
    result: {},
    stepExecutionReport: REPORT,
  });
}
