import { apiCaller, createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { createPlan, createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createCaller } from "./index.ts";

let server: TestServer;
let api: TestApi;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  api = createTestApi(server.test.database);
});
afterAll(() => server.close());

describe("a plan that was completed by failing its last open step", () => {
  it("is reopened by a person, and the step is handed out again", async () => {
    const { planId, stepId } = await failedPlan();
    const { plan } = await api.as("org_a").researchPlan.detail({ planId });
    expect(plan).toMatchObject({ status: "completed", reopenableStepId: stepId });
    expect(await api.as("org_a").researchPlan.reopen({ planId })).toMatchObject({
      planStatus: "executing",
    });
    expect(await server.call("get_next_step", { planId })).toMatchObject({
      status: "step_ready",
      step: { stepId: "s1", attempt: 2 },
    });
    const { events } = await api.as("org_a").researchPlan.events({ planId, direction: "backward" });
    expect(events.find(({ action }) => action === "plan_reopened")).toMatchObject({
      stepId,
      actorVia: "console",
      actorUserId: "usr_org_a",
    });
    const reopened = await api.as("org_a").researchPlan.detail({ planId });
    expect(reopened.plan).toMatchObject({ status: "executing", reopenableStepId: null });
  });

  it("is not reopened by a program, nor by somebody without the right to review", async () => {
    const { planId } = await failedPlan();
    const program = { ...apiCaller("org_a"), isPerson: false };
    const { services } = api;
    const byToken = createCaller({ services, caller: program }).researchPlan.reopen({ planId });
    await expect(byToken).rejects.toThrow("Only a person may reopen a plan");
    const reader = api.as("org_a", ["read", "write"]).researchPlan.reopen({ planId });
    await expect(reader).rejects.toThrow("the right to review");
    expect(await server.call("get_next_step", { planId })).toMatchObject({
      status: "plan_complete",
    });
  });

  it("stays closed when it ended in any other way", async () => {
    const { planId } = await createPlan(server, 1);
    await expect(api.as("org_a").researchPlan.reopen({ planId })).rejects.toThrow(
      "Only a plan that was completed by failing its last open step",
    );
  });
});

async function failedPlan(): Promise<{ planId: string; stepId: string }> {
  const { planId, steps } = await createPlan(server, 1);
  const { step } = await server.call("get_next_step", { planId });
  await server.call("modify_plan", {
    planId,
    action: "fail_step",
    stepId: step.stepId,
    reason: "No sources.",
    modificationRationale: "Nothing was found.",
  });
  return { planId, stepId: steps[0].stepId };
}
