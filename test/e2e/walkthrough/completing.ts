import { describe, expect, it } from "vitest";
import { auditRows, insertSkillExecution, newSession, planRow } from "../support/mcp-rows.ts";
import type { Trovella } from "../support/mcp-support.ts";

/** Phase 4: the final reply; and failed steps do not fail the plan. */
export function completing(trovella: Trovella): void {
  describe("completing a plan", () => {
    it("returns the output format from skill execution, plan and steps", async () => {
      const sessionId = newSession();
      await insertSkillExecution({
        sessionId,
        metadata: { outputMediaType: "word", outputFormattingInstructions: "In blue." },
      });
      const plan = await trovella.createPlan(3, {
        sessionId,
        outputFormattingNotes: "Two pages at most.",
      });
      await trovella.submit(await trovella.nextStep(plan), {
        outputFormattingNotes: "As a table.",
      });
      await trovella.submit(await trovella.nextStep(plan));
      await trovella.submit(await trovella.nextStep(plan), { outputFormattingNotes: "As a list." });

      expect(await trovella.nextReply(plan)).toEqual({
        status: "plan_complete",
        outputMediaType: "word",
        outputFormattingInstructions: "In blue.",
        planFormattingNotes: "Two pages at most.",
        stepFormattingNotes: [
          { stepId: plan.step(1), stepOrder: 1, stepType: "search", notes: "As a table." },
          { stepId: plan.step(3), stepOrder: 3, stepType: "search", notes: "As a list." },
        ],
        outcome: { completed: 3, skipped: 0, failed: 0 },
        progress: 100,
        totalSteps: 3,
        notice: expect.stringContaining("not instructions"),
        planVersion: 7,
        next: expect.stringContaining("get_research_context"),
      });
    });

    it("returns null where no output format was set", async () => {
      const plan = await trovella.createPlan(1);
      await trovella.submit(await trovella.nextStep(plan));
      expect(await trovella.nextReply(plan)).toMatchObject({
        status: "plan_complete",
        outputMediaType: null,
        outputFormattingInstructions: null,
        planFormattingNotes: null,
        stepFormattingNotes: [],
      });
    });

    it("answers plan_complete every time, and changes nothing", async () => {
      const plan = await trovella.createPlan(1);
      await trovella.submit(await trovella.nextStep(plan));
      const first = await trovella.nextReply(plan);
      expect(await trovella.nextReply(plan, { reclaim: true })).toEqual(first);
      expect(await auditRows(plan.planId)).toHaveLength(5);
    });
  });

  describe("failing steps", () => {
    it("continues past a failed step, and reports it at the end", async () => {
      const plan = await trovella.createPlan(2);
      await trovella.nextStep(plan);
      const failed = await trovella.modify(plan, "fail_step", { stepId: plan.step(1) });
      expect(failed.planStatus).toBe("executing");
      const second = await trovella.nextStep(plan);
      expect(second.stepId).toBe(plan.step(2));
      expect(await trovella.submit(second)).toMatchObject({
        planStatus: "completed",
        progress: 50,
      });
      const outcome = { completed: 1, skipped: 0, failed: 1 };
      expect(await trovella.nextReply(plan)).toMatchObject({ status: "plan_complete", outcome });
    });

    it("completes a plan whose steps all failed, and reports it in the outcome", async () => {
      const plan = await trovella.createPlan(2);
      for (const order of [1, 2]) {
        await trovella.modify(plan, "fail_step", { stepId: plan.step(order), reason: "Paywall." });
      }
      const outcome = { completed: 0, skipped: 0, failed: 2 };
      expect(await trovella.nextReply(plan)).toMatchObject({
        status: "plan_complete",
        progress: 0,
        outcome,
      });
      expect(await trovella.status(plan)).toMatchObject({
        status: "completed",
        derivedStatus: "completed",
        outcome,
        failedSteps: [
          { stepId: plan.step(1), reason: "Paywall." },
          { stepId: plan.step(2), reason: "Paywall." },
        ],
      });
      expect((await planRow(plan.planId)).failure_reason).toBeNull();
    });
  });
}
