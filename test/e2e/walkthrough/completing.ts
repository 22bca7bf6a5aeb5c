import { describe, expect, it } from "vitest";
import { auditRows, insertSkillExecution, newSession, planRow } from "../support/mcp-rows.ts";
import type { Trovella } from "../support/mcp-support.ts";

/** Phase 4: what the client learns at the end; and that failed steps fail no plan. */
export function completing(trovella: Trovella): void {
  describe("completing a plan", () => {
    it("tells how the output should look, as skill execution, plan and steps say it", async () => {
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
        planVersion: 7,
        next: expect.stringContaining("get_research_context"),
      });
    });

    it("says null where nobody said how the output should look", async () => {
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

    it("answers plan_complete as often as it is asked, and changes nothing by it", async () => {
      const plan = await trovella.createPlan(1);
      await trovella.submit(await trovella.nextStep(plan));
      const first = await trovella.nextReply(plan);
      expect(await trovella.nextReply(plan, { reclaim: true })).toEqual(first);
      expect(await auditRows(plan.planId)).toHaveLength(5);
    });
  });

  describe("failing steps", () => {
    it("goes on past a failed step, and tells of it at the end", async () => {
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

    it("completes a plan of which every step failed, with an outcome that says so", async () => {
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
