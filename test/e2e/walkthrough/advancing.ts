import { describe, expect, it } from "vitest";
import { history, newSession, planRow, stepStatuses } from "../support/mcp-rows.ts";
import { codeOf, ONE_OF_EACH, searches, type Trovella } from "../support/mcp-support.ts";

/** Phase 2, first half: steps are handed out one after the other. */
export function advancing(trovella: Trovella): void {
  describe("getting the next step", () => {
    it("hands out the first pending step with a lease, and the plan is executing", async () => {
      const plan = await trovella.createPlan(2);
      expect(await trovella.nextReply(plan)).toEqual({
        status: "step_ready",
        step: {
          stepId: plan.step(1),
          stepOrder: 1,
          stepType: "search",
          instructions: "Search part 1.",
        },
        lease: {
          token: expect.stringMatching(/^\w{10}$/),
          expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
        progress: 0,
        totalSteps: 2,
        notice: expect.stringContaining("not the person's"),
        planVersion: 2,
        next: expect.stringContaining("submit_step_result"),
      });
      expect(await planRow(plan.planId)).toMatchObject({ status: "executing" });
      expect(await stepStatuses(plan.planId)).toEqual(["in_progress", "pending"]);
      expect(await history(plan.planId, 1)).toEqual([
        "step_started next",
        "plan_modified status_changed",
      ]);
    });

    it("leads through steps of all seven types to the end, and only the checkpoint needs a review", async () => {
      const plan = await trovella.createPlan(ONE_OF_EACH);
      const seen = [];
      for (const _ of ONE_OF_EACH) {
        const { step, lease, progress, next } = await trovella.nextReply(plan);
        const { stepId, stepType } = step as { stepId: string; stepType: string };
        const { token } = lease as { token: string };
        const held = { planId: plan.planId, stepId, leaseToken: token };
        const isReviewed = stepType === "checkpoint";
        expect(String(next).includes("request_user_review")).toBe(isReviewed);
        if (isReviewed) await trovella.requestReview(held);
        const settled = isReviewed
          ? await trovella.decide(plan, "approve")
          : await trovella.submit(held);
        seen.push([stepType, progress, settled.stepStatus, settled.planStatus]);
      }
      expect(seen).toEqual(
        ONE_OF_EACH.map(({ stepType }, index) => [
          stepType,
          Math.round((100 * index) / 7),
          "completed",
          index < 6 ? "executing" : "completed",
        ]),
      );
      expect(await trovella.nextReply(plan)).toMatchObject({ status: "plan_complete" });
    });

    it("counts what is left when nothing can be handed out", async () => {
      const plan = await trovella.createPlan(searches(3, { 3: [1] }));
      await trovella.nextStep(plan, { agent: "ada" });
      await trovella.modify(plan, "fail_step", { stepId: plan.step(2) });
      expect(await trovella.nextReply(plan)).toEqual({
        status: "no_pending_steps",
        inProgressSteps: [
          {
            stepId: plan.step(1),
            stepOrder: 1,
            stepType: "search",
            holder: { client: expect.any(String), agent: "ada" },
            since: expect.any(String),
            leaseExpiresAt: expect.any(String),
          },
        ],
        notice: expect.stringContaining("not instructions"),
        inProgressCount: 1,
        failedCount: 1,
        blockedCount: 1,
        progress: 0,
        totalSteps: 3,
        planVersion: 3,
        next: expect.stringContaining("get_next_step"),
      });
    });

    it("gives a worker that asks again in its session the step it already holds", async () => {
      const plan = await trovella.createPlan(3);
      const ada = { agent: "ada", sessionId: newSession() };
      const held = await trovella.nextStep(plan, ada);
      expect(await trovella.nextStep(plan, ada)).toEqual(held);
      expect((await trovella.nextStep(plan, { ...ada, agent: "bob" })).stepId).toBe(plan.step(2));
      const elsewhere = { ...ada, sessionId: newSession() };
      expect((await trovella.nextStep(plan, elsewhere)).stepId).toBe(plan.step(3));
    });

    it("knows no plan that does not exist", async () => {
      expect(await codeOf(trovella.nextReply({ planId: "plan_unknown" }))).toBe("NOT_FOUND");
    });
  });

  describe("working on a step", () => {
    it("shows what earlier steps found", async () => {
      const plan = await trovella.createPlan(2);
      const found = { result: { cups: 3 }, resultSummary: "Three cups.", confidence: 0.7 };
      await trovella.submit(await trovella.nextStep(plan), found);
      const context = await trovella.stepContext(await trovella.nextStep(plan));
      expect(context).toMatchObject({
        plan: { planId: plan.planId, status: "executing", progress: 50 },
        step: { stepId: plan.step(2), status: "in_progress", instructions: "Search part 2." },
        leaseRenewed: true,
        priorSteps: [
          {
            stepId: plan.step(1),
            status: "completed",
            summary: "Three cups.",
            confidence: 0.7,
            result: { cups: 3 },
          },
        ],
        artifacts: [],
        cut: [],
        nextCursor: null,
      });
    });

    it("says whose the instructions are that were added or reworded later", async () => {
      const plan = await trovella.createPlan(2);
      await trovella.modify(plan, "add_steps", { steps: searches(1) });
      const stepId = plan.step(1);
      const instructions = "Search elsewhere.";
      await trovella.modify(plan, "update_step_instructions", { stepId, instructions });
      const by = { client: expect.any(String), userId: "usr_local" };
      const { step } = await trovella.stepContext({ planId: plan.planId, stepId });
      expect(step).toMatchObject({ instructions, by });
      const { steps } = await trovella.context(plan);
      const authors = (steps as { by?: object }[]).map((listed) => listed.by);
      expect(authors).toEqual([by, undefined, by]);
    });
  });
}
