import { apiCaller, createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { REPORT } from "@trovella/testing/mcp/mcp-client";
import { createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createCaller } from "./index.ts";

const STEPS = ["search", "analyze", "critique", "synthesize"].map((stepType) => ({
  stepType,
  instructions: `The part to ${stepType}.`,
}));

let server: TestServer;
let api: TestApi;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  api = createTestApi(server.test.database);
});
afterAll(() => server.close());

const person = () => api.as("org_a").researchPlan;

describe("the budget of a plan", () => {
  it("is shown for every dimension, with the phase and what it does to steps", async () => {
    const planId = await closingPlan();
    const { budget, steps, plan } = await person().detail({ planId });
    expect(plan).toMatchObject({ phase: "closing", phaseCause: "attempts" });
    expect(budget).toMatchObject({
      phase: "closing",
      cause: "attempts",
      reserve: 0.5,
      closingAcceptedAt: null,
      closingStepIds: [steps[3]?.id],
      moments: [{ type: "budget_phase_changed", to: "closing", cause: "attempts" }],
    });
    const byName = new Map(budget.figures.map((figure) => [figure.dimension, figure]));
    expect(byName.get("attempts")).toMatchObject({
      used: 2,
      cap: 4,
      isOwn: true,
      basis: "measured",
    });
    expect(byName.get("subagents")).toMatchObject({ used: 0, cap: 60, isOwn: false });
    expect(byName.get("workMinutes")).toMatchObject({ cap: null, isOwn: false });
    expect(steps.map(({ budgetEffect, isClosing }) => [budgetEffect, isClosing])).toEqual([
      [null, false],
      [null, false],
      ["not_started", false],
      [null, true],
    ]);
  });

  it("is raised by a person, and the plan goes on", async () => {
    const planId = await closingPlan();
    const budget = { attempts: 10, reserve: 0.2 };
    expect(await person().changeBudget({ planId, budget })).toMatchObject({
      phase: "open",
      phaseCause: null,
    });
    const { budget: raised, steps } = await person().detail({ planId });
    expect(raised).toMatchObject({ phase: "open", reserve: 0.2 });
    expect(raised.moments.at(-1)).toMatchObject({ type: "budget_changed", by: "person" });
    expect(steps[2]?.budgetEffect).toBeNull();
    expect(await server.call("get_next_step", { planId, agent: "another" })).toMatchObject({
      status: "step_ready",
      step: { stepId: "s3" },
    });
    const { events } = await person().events({ planId, direction: "backward" });
    expect(events.find(({ action }) => action === "budget_changed")).toMatchObject({
      actorVia: "console",
      actorUserId: "usr_org_a",
    });
  });

  it("is changed for a person although assistants may not change it", async () => {
    const planId = await closingPlan({ changes: "human_only" });
    const budget = { attempts: 20 };
    const modificationRationale = "There is more to find.";
    const change = { planId, action: "change_budget", budget, modificationRationale };
    await expect(server.call("modify_plan", change)).rejects.toThrow("BUDGET_REQUIRES_HUMAN");
    expect(await person().changeBudget({ planId, budget })).toMatchObject({ phase: "open" });
  });

  it.each([
    [{ attempts: 1 }, "The cap for attempts must be at least 2, which is used already"],
    [{ reserve: 0.6 }, "must be from 5 to 50 percent"],
    [{ reserve: 0.01 }, "must be from 5 to 50 percent"],
    [{ attempts: 2.5 }, "must be a whole number"],
    [{ tokens: 0 }, "budget.tokens"],
    [{ minutes: 5 } as object, "minutes"],
  ])("is not changed to %j", async (budget, message) => {
    const planId = await closingPlan();
    await expect(person().changeBudget({ planId, budget })).rejects.toThrow(message);
    expect((await person().detail({ planId })).budget.phase).toBe("closing");
  });

  it("stays as it is once the plan has ended", async () => {
    const planId = await endedPlan();
    const { steps, plan } = await person().detail({ planId });
    expect(plan.status).toBe("completed");
    expect(steps.map(({ status, budgetEffect }) => [status, budgetEffect])).toEqual([
      ["failed", "ended"],
      ["failed", "ended"],
      ["skipped", "skipped"],
      ["completed", null],
    ]);
    await expect(person().changeBudget({ planId, budget: { attempts: 99 } })).rejects.toThrow(
      "This plan has ended",
    );
    await expect(person().acceptClosing({ planId })).rejects.toThrow("not closing early any more");
  });
});

describe("a plan that closes early", () => {
  it("is an item of the inbox until a person lets it close, which may be said twice", async () => {
    const planId = await closingPlan();
    const { plan } = await person().detail({ planId });
    const listed = async () =>
      (await api.as("org_a").home.summary()).needsYou.closing.find(({ id }) => id === plan.id);
    expect(await listed()).toMatchObject({ phase: "closing", phaseCause: "attempts" });
    const { closingAcceptedAt } = await person().acceptClosing({ planId });
    expect(closingAcceptedAt).toBeInstanceOf(Date);
    expect(await listed()).toBeUndefined();
    expect(await person().acceptClosing({ planId })).toMatchObject({ closingAcceptedAt });
    expect((await person().detail({ planId })).budget.moments.at(-1)).toMatchObject({
      type: "closing_accepted",
    });
  });

  it("is not decided on by a program, a locked page, or somebody without the right to review", async () => {
    const planId = await closingPlan();
    const { services } = api;
    const as = (more: object) =>
      createCaller({ services, caller: { ...apiCaller("org_a"), ...more } }).researchPlan;
    const token = as({ isPerson: false });
    const budget = { attempts: 50 };
    await expect(token.changeBudget({ planId, budget })).rejects.toThrow("Only a person may");
    await expect(token.acceptClosing({ planId })).rejects.toThrow("Only a person may");
    const locked = as({ isPerson: false, browserSessionId: "session" });
    await expect(locked.changeBudget({ planId, budget })).rejects.toThrow("the review PIN");
    const reader = api.as("org_a", ["read", "write"]).researchPlan;
    await expect(reader.acceptClosing({ planId })).rejects.toThrow("the right to review");
    const stranger = api.as("org_b").researchPlan;
    await expect(stranger.acceptClosing({ planId })).rejects.toThrow(/no such|not found/i);
    expect((await person().detail({ planId })).budget).toMatchObject({
      phase: "closing",
      closingAcceptedAt: null,
    });
  });

  it("is not one that has room left", async () => {
    const { planId } = await server.call("create_research_plan", {
      name: "[Scan] Roomy",
      researchQuestion: "Is there room?",
      steps: STEPS,
    });
    await expect(person().acceptClosing({ planId })).rejects.toThrow("not closing early any more");
  });

  it("goes on after repeated failures when a person says so, without other caps", async () => {
    const planId = await failingPlan();
    const { budget } = await person().detail({ planId });
    expect(budget).toMatchObject({ phase: "closing", cause: "repeated_failures" });
    expect(await person().changeBudget({ planId, budget: {} })).toMatchObject({ phase: "open" });
  });
});

/** Two agents each hold a step, and half of four attempts is reserved. */
async function closingPlan(more: object = {}): Promise<string> {
  const { planId } = await server.call("create_research_plan", {
    name: "[Scan] Tight",
    researchQuestion: "How far does it go?",
    steps: STEPS,
    budget: { attempts: 4, reserve: 0.5, ...more },
  });
  await server.call("get_next_step", { planId, agent: "ada" });
  await server.call("get_next_step", { planId, agent: "bob" });
  return planId;
}

async function endedPlan(): Promise<string> {
  const planId = await closingPlan();
  const { step, lease } = await server.call("get_next_step", { planId, agent: "cleo" });
  expect(step).toMatchObject({ stepId: "s4" });
  await server.call("submit_step_result", {
    planId,
    stepId: step.stepId,
    leaseToken: lease.token,
    result: { text: "All there is." },
    stepExecutionReport: REPORT,
  });
  return planId;
}

async function failingPlan(): Promise<string> {
  const { planId } = await server.call("create_research_plan", {
    name: "[Scan] Failing",
    researchQuestion: "Why does it fail?",
    steps: [...STEPS, ...STEPS],
  });
  for (const attempt of [1, 2, 3]) {
    const { step } = await server.call("get_next_step", { planId });
    await server.call("modify_plan", {
      planId,
      action: "fail_step",
      stepId: step.stepId,
      reason: `The archive answered 503 after ${attempt} seconds.`,
      modificationRationale: "It is down.",
    });
  }
  return planId;
}
