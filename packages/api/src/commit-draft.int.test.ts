import { withTenantContext } from "@trovella/db";
import { listPlanEvents } from "@trovella/db/console";
import { apiCaller, createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { appRouter } from "./app-router.ts";
import { createCallerFactory } from "./trpc.ts";

const DRAFT = {
  question: "Do heat pumps pay off in old houses?",
  depth: "deep",
  format: "word",
  template: "decision_support",
} as const;

let server: TestServer;
let api: TestApi;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  api = createTestApi(server.test.database);
});
afterAll(() => server.close());

describe("a draft plan of the console", () => {
  it("is the person's own, made in the console, and waits for an assistant", async () => {
    const created = await api.as("org_a").researchPlan.createDraft({ ...DRAFT, notes: "In Bonn" });
    expect(created).toMatchObject({ status: "planning", stepCount: 8 });
    const { plan } = await api.as("org_a").researchPlan.detail({ planId: created.planId });
    expect(plan).toMatchObject({ createdBy: "usr_org_a", mode: "deep" });
    const log = await withTenantContext(server.test.database, { organizationId: "org_a" }, (one) =>
      listPlanEvents(one, {
        planId: created.planId,
        from: null,
        isBackward: false,
        onlyProblems: false,
        limit: 10,
      }),
    );
    expect(log?.events[0]).toMatchObject({
      action: "created",
      actorVia: "console",
      actorUserId: "usr_org_a",
    });

    const context = await server.call("get_research_context", {
      planId: created.handle,
      resume: true,
    });
    expect(context.brief).toMatchObject({
      originalQuery: DRAFT.question,
      delegatedTo: "deep",
      researchType: "decision_support",
      outputMediaType: "word",
      knownContext: "In Bonn",
    });
    expect(context.nextStep).toMatchObject({ status: "step_ready", step: { stepType: "search" } });
  });

  it("has the checkpoints that were asked for, and asks nobody but the console where wanted", async () => {
    const { planId, stepCount } = await api.as("org_a").researchPlan.createDraft({
      ...DRAFT,
      depth: "scan",
      checkpoints: ["start", "answer"],
      reviewPolicy: "human_only",
    });
    expect(stepCount).toBe(4);
    const { plan, steps } = await api.as("org_a").researchPlan.detail({ planId });
    expect(plan.reviewPolicy).toBe("human_only");
    expect(steps.map(({ type }) => type)).toEqual([
      "checkpoint",
      "search",
      "checkpoint",
      "synthesize",
    ]);
  });

  it("names the plan that it builds on", async () => {
    const { createDraft } = api.as("org_a").researchPlan;
    const first = await createDraft(DRAFT);
    const second = await createDraft({ ...DRAFT, depth: "scan", planId: first.handle });
    const { brief, nextStep } = await server.call("get_research_context", {
      planId: second.handle,
      resume: true,
    });
    expect(brief.knownContext).toContain(first.handle);
    expect(brief.priorResearchCheck).toMatchObject({ planId: first.handle });
    expect(nextStep.step.instructions).toContain(first.handle);
  });

  it("is refused with the field that is wrong", async () => {
    const { createDraft } = api.as("org_a").researchPlan;
    await expect(createDraft({ ...DRAFT, question: "  " })).rejects.toThrow(/^question: /);
    await expect(createDraft({ ...DRAFT, question: "x".repeat(2_001) })).rejects.toThrow(
      /^question: /,
    );
    await expect(createDraft({ ...DRAFT, template: "no such" })).rejects.toThrow(/^template: /);
    await expect(createDraft({ ...DRAFT, planId: "plan_unknown" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("is for people who may write: neither viewers nor programs create one", async () => {
    const viewer = api.as("org_a", ["read"]);
    await expect(viewer.researchPlan.createDraft(DRAFT)).rejects.toThrow("right to write");
    const caller = { ...apiCaller("org_a"), isPerson: false };
    const program = createCallerFactory(appRouter)({ services: api.services, caller });
    await expect(program.researchPlan.createDraft(DRAFT)).rejects.toThrow("create_research_plan");
  });

  it("offers the built-in templates", async () => {
    const templates = await api.as("org_a").researchPlan.templates();
    expect(templates).toContainEqual({
      name: "deep/general_topic",
      isOwn: false,
      stepCount: expect.any(Number),
      hasCheckpoint: true,
    });
  });
});
