import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { auditRows, history, planRow, stepRow } from "../support/mcp-rows.ts";
import {
  type PlanHandle,
  SHORT_STALL,
  type Trovella,
  untilStalled,
} from "../support/mcp-support.ts";

/** A plan stalls when a step sends no heartbeat, and recovers with one. */
export function stalling(trovella: Trovella): void {
  describe("stalling", () => {
    it("get_plan_status marks an executing plan as stalled by its own threshold", async () => {
      const plan = await trovella.createPlan(2, SHORT_STALL);
      await trovella.nextStep(plan);
      await untilStalled();
      expect(await trovella.status(plan)).toEqual({
        planId: plan.planId,
        name: "[Scan] Tea",
        status: "stalled",
        derivedStatus: "executing",
        activity: "stalled",
        stalled: true,
        stalledSteps: [plan.step(1)],
        progress: 0,
        totalSteps: 2,
        currentStep: { ...ref(plan, 1), status: "in_progress" },
        inProgressSteps: [held(plan, 1)],
        completedSteps: [],
        pendingSteps: [ref(plan, 2)],
        failedSteps: [],
        outcome: { completed: 0, skipped: 0, failed: 0 },
        notice: expect.stringContaining("not instructions"),
        planVersion: 3,
        next: expect.stringContaining("reclaim: true"),
      });
      await trovella.status(plan);
      expect((await planRow(plan.planId)).status).toBe("stalled");
      expect(await history(plan.planId, 3)).toEqual([
        "plan_modified stall_detected",
        "plan_modified status_changed",
      ]);
    });

    it("its argument makes the reply say stalled, and nothing else", async () => {
      const plan = await trovella.createPlan(2);
      await trovella.nextStep(plan);
      await delay(5);
      expect(await trovella.status(plan, { stallThresholdMinutes: 0 })).toMatchObject({
        status: "executing",
        stalled: true,
        stalledSteps: [plan.step(1)],
      });
      expect((await planRow(plan.planId)).status).toBe("executing");
      expect(await history(plan.planId)).toHaveLength(3);
    });

    it("its argument hides no stall from the plan", async () => {
      const plan = await trovella.createPlan(2, SHORT_STALL);
      await trovella.nextStep(plan);
      await untilStalled();
      const reply = await trovella.status(plan, { stallThresholdMinutes: 30 });
      expect(reply).toMatchObject({ status: "stalled", stalledSteps: [] });
      expect((await planRow(plan.planId)).status).toBe("stalled");
    });

    it("list_active_plans reports it and writes nothing", async () => {
      const plan = await trovella.createPlan(2, SHORT_STALL);
      await trovella.nextStep(plan);
      await untilStalled();
      const { plans } = await trovella.call<{ plans: object[] }>("list_active_plans");
      expect(plans).toContainEqual({
        planId: plan.planId,
        name: "[Scan] Tea",
        researchQuestion: "Is tea good for you?",
        status: "executing",
        activity: "stalled",
        stalled: true,
        progress: 0,
        totalSteps: 2,
        currentStep: { ...ref(plan, 1), status: "in_progress" },
        inProgressSteps: [held(plan, 1)],
        updatedAt: expect.any(String),
      });
      expect((await planRow(plan.planId)).status).toBe("executing");
    });

    it("R36 a plan that nobody continues stalls too, and get_plan_status notes it", async () => {
      const plan = await trovella.createPlan(2, SHORT_STALL);
      await trovella.submit(await trovella.nextStep(plan));
      await untilStalled();
      expect(await trovella.status(plan)).toMatchObject({
        status: "stalled",
        activity: "stalled",
        stalled: true,
        stalledSteps: [],
        next: expect.stringContaining("Call get_next_step"),
      });
      expect((await planRow(plan.planId)).status).toBe("stalled");
      await trovella.nextStep(plan);
      expect((await planRow(plan.planId)).status).toBe("executing");
    });

    it("R36 a plan that nobody begins is shown as stalled, and stays in planning", async () => {
      const plan = await trovella.createPlan(2, SHORT_STALL);
      await untilStalled();
      expect(await trovella.status(plan)).toMatchObject({
        status: "planning",
        activity: "stalled",
        stalled: true,
      });
      expect((await planRow(plan.planId)).status).toBe("planning");
    });

    it("get_next_step brings a stalled plan back to executing", async () => {
      const plan = await trovella.createPlan(2, SHORT_STALL);
      await trovella.nextStep(plan);
      await untilStalled();
      await trovella.status(plan);
      expect(await trovella.nextReply(plan)).toMatchObject({ step: ref(plan, 2) });
      expect((await planRow(plan.planId)).status).toBe("executing");
      expect(await history(plan.planId, 5)).toEqual([
        "step_started next",
        "plan_modified status_changed",
      ]);
    });

    it("a late result brings it back too, and completes it if it was the last one", async () => {
      const plan = await trovella.createPlan(1, SHORT_STALL);
      const step = await trovella.nextStep(plan);
      await untilStalled();
      await trovella.status(plan);
      expect(await trovella.submit(step)).toMatchObject({ planStatus: "completed" });
      const { payload } = (await auditRows(plan.planId)).at(-1) ?? {};
      expect(payload).toMatchObject({ from: "stalled", moves: ["executing", "completed"] });
    });

    it("a heartbeat postpones the stall, without an event in the history", async () => {
      const plan = await trovella.createPlan(1);
      const step = await trovella.nextStep(plan);
      const before = await stepRow(step);
      await delay(5);
      expect(await trovella.stepContext(step)).toMatchObject({ leaseRenewed: true });
      const after = await stepRow(step);
      expect(Number(after.last_activity_at)).toBeGreaterThan(Number(before.last_activity_at));
      expect(Number(after.lease_expires_at)).toBe(Number(after.last_activity_at) + THIRTY_MINUTES);
      expect((await planRow(plan.planId)).version).toBe(2);
      expect(await history(plan.planId)).toHaveLength(3);
    });

    it("a former holder cannot postpone it", async () => {
      const plan = await trovella.createPlan(1);
      const old = await trovella.nextStep(plan);
      await trovella.nextStep(plan, { takeOverStepId: old.stepId });
      expect(await trovella.stepContext(old)).toMatchObject({ leaseRenewed: false });
    });
  });
}

const THIRTY_MINUTES = 30 * 60_000;

function ref(plan: PlanHandle, order: number) {
  return { stepId: plan.step(order), stepOrder: order, stepType: "search" };
}

function held(plan: PlanHandle, order: number) {
  return {
    ...ref(plan, order),
    holder: { client: expect.any(String), agent: expect.any(String) },
    since: expect.any(String),
    leaseExpiresAt: expect.any(String),
  };
}
