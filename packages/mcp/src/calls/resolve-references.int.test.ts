import { storedRows } from "@trovella/testing/database/stored-rows";
import {
  callerOf,
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

const HANDLE = /^p-[2-9b-df-hj-km-np-tv-xz]{6}$/;

describe("a call with handles", () => {
  it("works through a plan, and every reply names plan and steps by their handles", async () => {
    const steps = [1, 2].map(() => ({ stepType: "search", instructions: "Find it." }));
    const input = { name: "Tea", researchQuestion: "Is tea good?", steps };
    const { planId, firstStep } = await server.call("create_research_plan", input);
    expect(planId).toMatch(HANDLE);
    expect(firstStep.stepId).toBe("s1");
    const given = planId.toUpperCase();
    const { step, lease } = await server.call("get_next_step", { planId: given });
    expect(step.stepId).toBe("s1");
    expect(lease.token).toMatch(/^[2-9b-df-hj-km-np-tv-xz]{10}$/);
    const place = { planId, stepId: "s1", leaseToken: lease.token };
    const context = await server.call("get_step_context", place);
    expect(context).toMatchObject({ plan: { planId }, step: { stepId: "s1" }, leaseRenewed: true });
    await server.call("store_research", {
      ...place,
      artifactType: "note",
      title: "T",
      content: "C",
    });
    const submitted = await server.call("submit_step_result", {
      ...place,
      result: { found: 1 },
      stepExecutionReport: REPORT,
    });
    expect(submitted.stepId).toBe("s1");
    const modified = await server.call("modify_plan", {
      planId,
      action: "add_steps",
      steps: [steps[0]],
      insertAfterOrder: 1,
      modificationRationale: "More.",
    });
    expect(modified).toMatchObject({
      planId,
      steps: [{ stepId: "s1" }, { stepId: "s3" }, { stepId: "s2" }],
    });
    await server.call("modify_plan", {
      planId,
      action: "reorder_steps",
      stepIds: ["s1", `${planId}/s2`, "S3"],
      modificationRationale: "Order.",
    });
    const status = await server.call("get_plan_status", { planId });
    expect(status.pendingSteps.map(({ stepId }: { stepId: string }) => stepId)).toEqual([
      "s2",
      "s3",
    ]);
    const { plans } = await server.call("list_active_plans");
    expect(plans[0]).toMatchObject({ planId });
    const whole = await server.call("get_research_context", { planId });
    expect(whole.artifacts[0].stepId).toBe("s1");
    const replies = JSON.stringify([context, submitted, modified, status, plans, whole]);
    expect(replies).not.toMatch(/\b(plan|step|lease)_[0-9a-f]{32}/);
  });

  it("is logged with the ids", async () => {
    const { planId, handle, steps } = await createPlan(server, 1);
    await server.call("get_next_step", { planId: handle });
    await server.call("get_step_context", { planId: handle, stepId: "s1" });
    await server.services.log.flush();
    const logged = await storedRows(
      server,
      "SELECT tool_name, step_id FROM mcp_tool_call_log WHERE plan_id = $1 ORDER BY id",
      [planId],
    );
    expect(logged).toEqual([
      { tool_name: "create_research_plan", step_id: null },
      { tool_name: "get_next_step", step_id: steps[0].stepId },
      { tool_name: "get_step_context", step_id: steps[0].stepId },
    ]);
  });

  it("that name nothing, or something of another organization, is refused like one with unknown ids", async () => {
    const { handle } = await createPlan(server, 1);
    const foreign = await createPlan(server, 1, {}, { caller: callerOf("org_b") });
    const unknown = await server.outcome("get_next_step", { planId: "plan_unknown" });
    expect(unknown).toMatchObject({ kind: "failure", code: "NOT_FOUND" });
    for (const planId of ["p-zzzzzz", foreign.handle]) {
      expect(await server.outcome("get_next_step", { planId })).toEqual(unknown);
    }
    const noStep = await server.outcome("get_step_context", {
      planId: handle,
      stepId: "step_unknown",
    });
    for (const stepId of ["s2", `${foreign.handle}/s1`]) {
      expect(await server.outcome("get_step_context", { planId: handle, stepId })).toEqual(noStep);
    }
  });

  it("takes a step of a named plan without a plan", async () => {
    const { planId, handle, steps } = await createPlan(server, 1);
    await server.call("store_research", {
      stepId: `${handle}/s1`,
      artifactType: "note",
      title: "Named by its step",
      content: "C",
    });
    const found = await storedRows(
      server,
      "SELECT plan_id, step_id FROM research_artifact WHERE title = $1",
      ["Named by its step"],
    );
    expect(found).toEqual([{ plan_id: planId, step_id: steps[0].stepId }]);
  });
});
