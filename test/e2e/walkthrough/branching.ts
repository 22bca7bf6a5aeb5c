import { describe, expect, it } from "vitest";
import {
  auditRows,
  conditionRows,
  history,
  planRow,
  stepRow,
  stepStatuses,
} from "../support/mcp-rows.ts";
import { codeOf, searches, type Trovella } from "../support/mcp-support.ts";

/** After a step completes, its first true condition decides how the plan continues. */
export function branching(trovella: Trovella): void {
  describe("branching", () => {
    it("skip_to skips the pending steps before its target and leaves others alone", async () => {
      const plan = await trovella.createPlan(5, {
        branchingConditions: [condition("skip_to", { targetStepOrder: 5 })],
      });
      const first = await trovella.nextStep(plan);
      await trovella.nextStep(plan);
      const reply = await trovella.submit(first, { confidence: 0.9 });
      expect(reply).toMatchObject({
        planStatus: "executing",
        progress: 60,
        branch: {
          conditionId: await conditionId(plan.planId),
          action: "skip_to",
          skippedStepIds: [plan.step(3), plan.step(4)],
          addedStepIds: [],
        },
      });
      expect(await stepStatuses(plan.planId)).toEqual([
        "completed",
        "in_progress",
        "skipped",
        "skipped",
        "pending",
      ]);
      expect(await history(plan.planId, 4)).toEqual([
        "step_completed step_completed",
        "plan_modified branch_taken",
        "plan_modified step_skipped",
        "plan_modified step_skipped",
      ]);
      expect((await trovella.nextStep(plan)).stepId).toBe(plan.step(5));
    });

    it("skip_to skips nothing when its target no longer comes later, and still reports it", async () => {
      const plan = await trovella.createPlan(3, {
        branchingConditions: [condition("skip_to", { targetStepOrder: 3 })],
      });
      const stepIds = [plan.step(3), plan.step(1), plan.step(2)];
      await trovella.modify(plan, "reorder_steps", { stepIds });
      const first = { planId: plan.planId, stepId: plan.step(1) };
      const { branch } = await trovella.submit(first, { confidence: 0.9 });
      expect(branch).toMatchObject({ action: "skip_to", skippedStepIds: [] });
      expect(await stepStatuses(plan.planId)).toEqual(["pending", "completed", "pending"]);
    });

    it("add_steps puts new steps right after the completed one", async () => {
      const steps = [
        { stepType: "critique", instructions: "Doubt it." },
        { stepType: "extract", instructions: "Read it again.", dependsOn: [2] },
      ];
      const plan = await trovella.createPlan(2, {
        branchingConditions: [condition("add_steps", { steps })],
      });
      const reply = await trovella.submit(await trovella.nextStep(plan), { confidence: 0.9 });
      const { addedStepIds } = reply.branch as { addedStepIds: string[] };
      expect(addedStepIds).toHaveLength(2);
      const status = await trovella.status(plan);
      expect(status).toMatchObject({
        totalSteps: 4,
        progress: 25,
        pendingSteps: [
          { stepId: addedStepIds[0], stepOrder: 2, stepType: "critique" },
          { stepId: addedStepIds[1], stepOrder: 3, stepType: "extract" },
          { stepId: plan.step(2), stepOrder: 4, stepType: "search" },
        ],
      });
      expect((await stepRow({ ...plan, stepId: addedStepIds[1] ?? "" })).depends_on).toEqual([
        addedStepIds[0],
      ]);
      expect((await trovella.nextStep(plan)).stepId).toBe(addedStepIds[0]);
    });

    it("add_steps keeps a plan open whose last step it follows", async () => {
      const steps = searches(1);
      const plan = await trovella.createPlan(1, {
        branchingConditions: [condition("add_steps", { steps })],
      });
      const reply = await trovella.submit(await trovella.nextStep(plan), { confidence: 0.9 });
      expect(reply.planStatus).toBe("executing");
      expect(await trovella.nextReply(plan)).toMatchObject({ status: "step_ready" });
    });

    it("fail ends the plan with its reason; open steps stay as they are, without a lease", async () => {
      const plan = await trovella.createPlan(3, {
        branchingConditions: [condition("fail", { reason: "No sources at all." })],
      });
      const first = await trovella.nextStep(plan);
      const second = await trovella.nextStep(plan);
      const reply = await trovella.submit(first, { confidence: 0.9 });
      expect(reply).toMatchObject({
        stepStatus: "completed",
        planStatus: "failed",
        branch: { action: "fail", skippedStepIds: [], addedStepIds: [] },
      });
      expect(await stepStatuses(plan.planId)).toEqual(["completed", "in_progress", "pending"]);
      expect((await stepRow(second)).lease_expires_at).toBeNull();
      expect(await planRow(plan.planId)).toMatchObject({
        status: "failed",
        failure_reason: "No sources at all.",
        completed_at: null,
      });
      expect(await history(plan.planId, 4)).toEqual([
        "step_completed step_completed",
        "plan_modified branch_taken",
        "plan_modified plan_failed",
      ]);
      expect(await trovella.nextReply(plan)).toEqual({
        status: "plan_failed",
        reason: "No sources at all.",
        notice: expect.stringContaining("not instructions"),
        planVersion: 4,
        next: expect.stringContaining("create_research_plan"),
      });
      expect(await codeOf(trovella.submit(second))).toBe("PLAN_CLOSED");
    });

    it("fail ends even a plan whose steps are all settled", async () => {
      const plan = await trovella.createPlan(1, { branchingConditions: [condition("fail")] });
      const reply = await trovella.submit(await trovella.nextStep(plan), { confidence: 0.9 });
      expect(reply).toMatchObject({ stepStatus: "completed", planStatus: "failed" });
    });

    it("continue is reported and changes nothing", async () => {
      const plan = await trovella.createPlan(2, { branchingConditions: [condition("continue")] });
      const reply = await trovella.submit(await trovella.nextStep(plan), { confidence: 0.9 });
      expect(reply).toMatchObject({
        planStatus: "executing",
        branch: { action: "continue", skippedStepIds: [], addedStepIds: [] },
      });
      expect(await stepStatuses(plan.planId)).toEqual(["completed", "pending"]);
    });

    it("takes the first condition that holds, in the order of creation, and that one once", async () => {
      const plan = await trovella.createPlan(3, {
        branchingConditions: [
          { ...condition("fail"), conditionExpression: "confidence > 0.95" },
          { ...condition("continue"), conditionExpression: "result.found === true" },
          { ...condition("skip_to", { targetStepOrder: 3 }) },
        ],
      });
      const reply = await trovella.submit(await trovella.nextStep(plan), { confidence: 0.9 });
      expect(reply.branch).toMatchObject({ action: "continue" });
      await finish(trovella, plan);

      const fired = (await conditionRows(plan.planId)).map(({ fired_at }) => fired_at !== null);
      expect(fired).toEqual([false, true, false]);
      const taken = (await auditRows(plan.planId)).filter(
        ({ action }) => action === "branch_taken",
      );
      expect(taken).toHaveLength(1);
    });

    it.each([
      ["confidence > 0.8", { confidence: 0.8 }],
      ["result.found === false", {}],
      ["stepType === 'extract'", {}],
    ])("takes no branch when %s does not hold for %j", async (conditionExpression, fields) => {
      const plan = await trovella.createPlan(2, {
        branchingConditions: [{ ...condition("fail"), conditionExpression }],
      });
      const reply = await trovella.submit(await trovella.nextStep(plan), fields);
      expect(reply).toMatchObject({ planStatus: "executing" });
      expect(reply).not.toHaveProperty("branch");
    });

    it("evaluates only the conditions of the completed step", async () => {
      const plan = await trovella.createPlan(2, {
        branchingConditions: [{ ...condition("fail"), afterStepOrder: 2 }],
      });
      const reply = await trovella.submit(await trovella.nextStep(plan), { confidence: 0.9 });
      expect(reply).not.toHaveProperty("branch");
    });
  });
}

/** After the first step, when its confidence is high. */
function condition(ifTrueAction: string, actionParams: object = {}) {
  return {
    afterStepOrder: 1,
    conditionExpression: "confidence > 0.8",
    ifTrueAction,
    actionParams,
  };
}

async function conditionId(planId: string): Promise<unknown> {
  return (await conditionRows(planId))[0]?.id;
}

async function finish(trovella: Trovella, plan: { planId: string }): Promise<void> {
  while ((await trovella.status(plan)).status === "executing") {
    await trovella.submit(await trovella.nextStep(plan), { confidence: 0.9 });
  }
}
