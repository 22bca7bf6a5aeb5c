import { describe, expect, it } from "vitest";
import { auditRows, planRow, stepRow, stepStatuses } from "../support/mcp-rows.ts";
import {
  codeOf,
  type PlanHandle,
  RESULT,
  refusalOf,
  searches,
  type Trovella,
} from "../support/mcp-support.ts";

/** A result that comes too late is refused, but not lost. */
export function refusing(trovella: Trovella): void {
  describe("refusing a result", () => {
    it("STALE_LEASE: the step was reissued to another holder", async () => {
      const plan = await trovella.createPlan(1);
      const old = await trovella.nextStep(plan);
      const current = await trovella.nextStep(plan, { takeOverStepId: old.stepId });
      expect(await codeOf(trovella.submit(old, LATE))).toBe("STALE_LEASE");
      expect(await lastRefusal(plan)).toEqual({
        type: "result_refused",
        code: "STALE_LEASE",
        stepId: old.stepId,
        leaseToken: old.leaseToken,
        result: LATE.result,
        report: RESULT.stepExecutionReport,
        resultSummary: "Came late.",
        confidence: 0.5,
        message: expect.stringContaining("kept in the audit log"),
        at: expect.any(String),
      });
      expect(await stepStatuses(plan.planId)).toEqual(["in_progress"]);
      expect(await trovella.submit(current)).toMatchObject({ stepStatus: "completed" });
    });

    it("INVALID_LEASE: the token was given for another step", async () => {
      const plan = await trovella.createPlan(2);
      const [first, second] = [await trovella.nextStep(plan), await trovella.nextStep(plan)];
      const swapped = { ...first, leaseToken: second.leaseToken ?? "" };
      const refusal = await refusalOf(trovella.submit(swapped, LATE));
      expect(refusal.message).toMatch(/^INVALID_LEASE: /);
      expect(refusal.message).toContain(second.stepId);
      expect(await lastRefusal(plan)).toMatchObject({ code: "INVALID_LEASE", result: LATE.result });
    });

    it("REVIEW_REQUIRED: only a review completes a checkpoint, which then has the kept result", async () => {
      const plan = await trovella.createPlan([{ stepType: "checkpoint", instructions: "Ask." }]);
      const step = await trovella.nextStep(plan);
      expect(await codeOf(trovella.submit(step, LATE))).toBe("REVIEW_REQUIRED");
      expect(await lastRefusal(plan)).toMatchObject({ code: "REVIEW_REQUIRED" });
      await trovella.requestReview(step);
      expect(await trovella.decide(plan, "approve")).toMatchObject({ planStatus: "completed" });
      expect((await stepRow(step)).result).toMatchObject(LATE.result);
    });

    it("STEP_SETTLED: the step has its result", async () => {
      const plan = await trovella.createPlan(2);
      const step = await trovella.nextStep(plan);
      await trovella.submit(step);
      expect(await codeOf(trovella.submit(step, LATE))).toBe("STEP_SETTLED");
      expect(await lastRefusal(plan)).toMatchObject({ code: "STEP_SETTLED", result: LATE.result });
      expect((await stepRow(step)).result).toEqual(RESULT.result);
    });

    it("STEP_BLOCKED: a step it depends on is not settled", async () => {
      const plan = await trovella.createPlan(searches(2, { 2: [1] }));
      const blocked = { planId: plan.planId, stepId: plan.step(2) };
      expect(await codeOf(trovella.submit(blocked, LATE))).toBe("STEP_BLOCKED");
      expect(await lastRefusal(plan)).toMatchObject({ code: "STEP_BLOCKED", leaseToken: null });
      expect((await planRow(plan.planId)).status).toBe("planning");
    });

    it("PLAN_CLOSED: the plan has failed", async () => {
      const plan = await trovella.createPlan(2);
      const [first, second] = [await trovella.nextStep(plan), await trovella.nextStep(plan)];
      await trovella.requestReview(first);
      await trovella.decide(plan, "reject");
      expect(await codeOf(trovella.submit(second, LATE))).toBe("PLAN_CLOSED");
      expect(await lastRefusal(plan)).toMatchObject({ code: "PLAN_CLOSED", result: LATE.result });
      expect(await stepStatuses(plan.planId)).toEqual(["failed", "in_progress"]);
    });

    it("without a token any client may submit a result", async () => {
      const plan = await trovella.createPlan(1);
      const { planId, stepId } = await trovella.nextStep(plan);
      expect(await trovella.submit({ planId, stepId })).toMatchObject({ stepStatus: "completed" });
    });
  });
}

const LATE = {
  result: { cups: [4, { of: "green tea" }] },
  resultSummary: "Came late.",
  confidence: 0.5,
};

async function lastRefusal({ planId }: PlanHandle): Promise<unknown> {
  const row = (await auditRows(planId)).at(-1);
  expect(row).toMatchObject({ event_type: "plan_modified", action: "result_refused" });
  return row?.payload;
}
