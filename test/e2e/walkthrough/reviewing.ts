import { describe, expect, it } from "vitest";
import {
  auditRows,
  history,
  planRow,
  reviewRows,
  stepRow,
  stepStatuses,
} from "../support/mcp-rows.ts";
import { codeOf, refusalOf, type Trovella } from "../support/mcp-support.ts";

/** Phase 3: a user decides about a step. The clients here do not support elicitation. */
export function reviewing(trovella: Trovella): void {
  describe("requesting a review", () => {
    it("pauses step and plan, and returns the URL for the decision", async () => {
      const plan = await trovella.createPlan(2);
      const step = await trovella.nextStep(plan);
      const questions = ["Is this enough?", "Green or black?"];
      expect(await trovella.requestReview(step, { questions })).toEqual({
        status: "awaiting_review",
        reviewUrl: trovella.reviewUrl(plan.planId),
        planVersion: 3,
        next: expect.stringContaining("submit_user_decision"),
      });
      expect(await planRow(plan.planId)).toMatchObject({ status: "awaiting_review" });
      expect(await stepStatuses(plan.planId)).toEqual(["awaiting_input", "pending"]);
      expect(await reviewRows(plan.planId)).toMatchObject([
        { step_id: step.stepId, summary: "Two sources agree.", questions, decision: null },
      ]);
      expect(await history(plan.planId, 3)).toEqual([
        "user_reviewed review_requested",
        "plan_modified status_changed",
      ]);
    });

    it("makes get_next_step answer awaiting_review until there is a decision", async () => {
      const plan = await trovella.createPlan(2);
      const step = await trovella.nextStep(plan);
      await trovella.requestReview(step);
      const waiting = {
        status: "awaiting_review",
        stepIds: [step.stepId],
        reviewUrl: trovella.reviewUrl(plan.planId),
        planVersion: 3,
        next: expect.stringContaining(trovella.reviewUrl(plan.planId)),
      };
      expect(await trovella.nextReply(plan)).toEqual(waiting);
      expect(await trovella.nextReply(plan, { reclaim: true })).toEqual(waiting);
      await trovella.decide(plan, "approve");
      expect(await trovella.nextReply(plan)).toMatchObject({ status: "step_ready" });
    });

    it("says how to start the console where none is running", async () => {
      const { next } = await trovella.requestReview(
        await trovella.nextStep(await trovella.createPlan(1)),
      );
      const start = expect.stringContaining("`trovella serve`");
      if (trovella.way.transport === "stdio") expect(next).toEqual(start);
      else expect(next).not.toEqual(start);
    });

    it("accepts no results meanwhile, neither of the step nor of a pending one", async () => {
      const plan = await trovella.createPlan(2);
      const step = await trovella.nextStep(plan);
      await trovella.requestReview(step);
      expect(await codeOf(trovella.submit(step))).toBe("AWAITING_REVIEW");
      const other = { planId: plan.planId, stepId: plan.step(2) };
      expect(await codeOf(trovella.submit(other))).toBe("AWAITING_REVIEW");
    });

    it("is for steps in progress only", async () => {
      const plan = await trovella.createPlan(3);
      const [first, second] = [await trovella.nextStep(plan), await trovella.nextStep(plan)];
      await trovella.submit(first);
      const pending = { planId: plan.planId, stepId: plan.step(3) };
      expect(await codeOf(trovella.requestReview(pending))).toBe("INVALID_TRANSITION");
      expect(await codeOf(trovella.requestReview(first))).toBe("STEP_SETTLED");
      await trovella.requestReview(second);
      expect(await codeOf(trovella.requestReview(second))).toBe("AWAITING_REVIEW");
    });
  });

  describe("deciding", () => {
    it.each([
      { decision: "approve", stepStatus: "completed", planStatus: "executing" },
      { decision: "reject", stepStatus: "failed", planStatus: "failed" },
      { decision: "modify", stepStatus: "in_progress", planStatus: "executing" },
      { decision: "skip", stepStatus: "skipped", planStatus: "executing" },
    ])("$decision leaves the step $stepStatus and the plan $planStatus", async (row) => {
      const { decision, stepStatus, planStatus } = row;
      const plan = await planInReview(trovella);
      const reply = await trovella.decide(plan, decision, { feedback: "Only green tea." });
      expect(reply).toEqual({
        stepId: plan.step(1),
        stepStatus,
        planStatus,
        decidedVia: "relayed",
        decidedRank: 5,
        planVersion: 4,
        next: expect.stringMatching(/get_next_step|get_research_context/),
      });
      expect((await planRow(plan.planId)).status).toBe(planStatus);
      expect(await stepStatuses(plan.planId)).toEqual([stepStatus, "pending"]);
      expect(await reviewRows(plan.planId)).toMatchObject([
        {
          decision,
          feedback: "Only green tea.",
          decided_via: "relayed",
          decided_by: "usr_local",
        },
      ]);
    });

    it.each([
      { decision: "approve", effect: "step_completed step_completed", plan: "status_changed" },
      { decision: "reject", effect: "step_failed step_failed", plan: "plan_failed" },
      { decision: "modify", effect: "plan_modified step_sent_back", plan: "status_changed" },
      { decision: "skip", effect: "plan_modified step_skipped", plan: "status_changed" },
    ])("$decision is kept in the audit log", async ({ decision, effect, plan: action }) => {
      const plan = await planInReview(trovella);
      await trovella.decide(plan, decision, { feedback: "Only green tea." });
      expect(await history(plan.planId, 5)).toEqual([
        `user_reviewed ${decision}`,
        effect,
        `plan_modified ${action}`,
      ]);
    });

    it("approve stores the decision as the step's result, and branches on it", async () => {
      const plan = await planInReview(trovella, {
        branchingConditions: [
          {
            afterStepOrder: 1,
            conditionExpression: "result.decision === 'approve' && feedback === 'Stop here.'",
            ifTrueAction: "fail",
            actionParams: { reason: "The person has what they need." },
          },
        ],
      });
      const reply = await trovella.decide(plan, "approve", { feedback: "Stop here." });
      expect(reply).toMatchObject({ stepStatus: "completed", planStatus: "failed" });
      expect(await stepRow({ ...plan, stepId: plan.step(1) })).toMatchObject({
        result: { decision: "approve", feedback: "Stop here.", summary: "Two sources agree." },
        result_summary: "Two sources agree.",
      });
    });

    it("approve of the last step completes the plan", async () => {
      const plan = await trovella.createPlan(1);
      await trovella.requestReview(await trovella.nextStep(plan));
      expect(await trovella.decide(plan, "approve")).toMatchObject({ planStatus: "completed" });
      const last = (await auditRows(plan.planId)).at(-1);
      expect(last?.payload).toMatchObject({ moves: ["executing", "completed"] });
    });

    it("reject ends the plan with the feedback as its reason", async () => {
      const plan = await planInReview(trovella);
      await trovella.decide(plan, "reject", { feedback: "Wrong question." });
      expect(await trovella.nextReply(plan)).toMatchObject({
        status: "plan_failed",
        reason: "Rejected in review: Wrong question.",
      });
    });

    it("modify appends the feedback to the instructions and hands the step out first", async () => {
      const plan = await trovella.createPlan(3);
      await trovella.nextStep(plan);
      const second = await trovella.nextStep(plan);
      await trovella.requestReview(second);
      await trovella.decide(plan, "modify", { feedback: "Only green tea." });
      const { step, lease, reissued } = await trovella.nextReply(plan);
      expect(step).toEqual({
        stepId: second.stepId,
        stepOrder: 2,
        stepType: "search",
        instructions: "Search part 2.\n\n---\n\nUser feedback: Only green tea.",
        attempt: 2,
      });
      expect(lease).not.toMatchObject({ token: second.leaseToken });
      expect(reissued).toBeUndefined();
      expect(await codeOf(trovella.submit(second))).toBe("STALE_LEASE");
    });

    it("modify lets the old holder continue until the step is handed out again", async () => {
      const plan = await trovella.createPlan(2);
      const step = await trovella.nextStep(plan);
      await trovella.requestReview(step);
      await trovella.decide(plan, "modify", { feedback: "Only green tea." });
      expect(await trovella.submit(step)).toMatchObject({ stepStatus: "completed" });
    });

    it("modify needs feedback", async () => {
      const plan = await planInReview(trovella);
      const refusal = await refusalOf(trovella.decide(plan, "modify"));
      expect(refusal.message).toMatch(/^INVALID_INPUT: feedback/);
      expect((await planRow(plan.planId)).status).toBe("awaiting_review");
    });

    it("a second round of feedback follows the first", async () => {
      const plan = await planInReview(trovella);
      await trovella.decide(plan, "modify", { feedback: "Only green tea." });
      await trovella.requestReview(await trovella.nextStep(plan));
      await trovella.decide(plan, "modify", { feedback: "And only from Japan." });
      const { step } = await trovella.nextReply(plan);
      expect(step).toMatchObject({
        attempt: 3,
        instructions:
          "Search part 1.\n\n---\n\nUser feedback: Only green tea.\n\n---\n\nUser feedback: And only from Japan.",
      });
    });
  });

  describe("authority to decide", () => {
    it.each(["human_only", "client_attested"])(
      "a %s plan accepts no relayed decision and keeps waiting",
      async (reviewPolicy) => {
        const plan = await planInReview(trovella, { reviewPolicy });
        for (const decision of ["approve", "reject", "modify", "skip"]) {
          const relayed = trovella.decide(plan, decision, { feedback: "The person said so." });
          expect(await codeOf(relayed)).toBe("REVIEW_REQUIRES_HUMAN");
        }
        const { next } = await trovella.nextReply(plan);
        expect(next).toMatch(/^Only a person may decide/);
        expect(await history(plan.planId)).toHaveLength(5);
      },
    );

    it("a decision names its step where several wait, and the plan waits for all of them", async () => {
      const plan = await trovella.createPlan(3);
      const [first, second] = [await trovella.nextStep(plan), await trovella.nextStep(plan)];
      await trovella.requestReview(first);
      await trovella.requestReview(second);
      expect(await trovella.nextReply(plan)).toMatchObject({
        stepIds: [first.stepId, second.stepId],
      });
      expect(await codeOf(trovella.decide(plan, "approve"))).toBe("STEP_REQUIRED");

      const decided = await trovella.decide(plan, "approve", { stepId: second.stepId });
      expect(decided).toMatchObject({ stepId: second.stepId, planStatus: "awaiting_review" });
      expect(await trovella.decide(plan, "skip")).toMatchObject({
        stepId: first.stepId,
        planStatus: "executing",
      });
    });

    it("a review is decided once", async () => {
      const plan = await planInReview(trovella);
      await trovella.decide(plan, "approve");
      expect(await codeOf(trovella.decide(plan, "reject"))).toBe("ALREADY_DECIDED");
      const again = trovella.decide(plan, "skip", { stepId: plan.step(1) });
      expect(await codeOf(again)).toBe("ALREADY_DECIDED");
      expect(await stepStatuses(plan.planId)).toEqual(["completed", "pending"]);
    });

    it("a decision without a review request is refused", async () => {
      const plan = await trovella.createPlan(1);
      await trovella.nextStep(plan);
      expect(await codeOf(trovella.decide(plan, "approve"))).toBe("INVALID_TRANSITION");
    });
  });
}

/** Two steps, the first one under review. */
async function planInReview(trovella: Trovella, fields: object = {}) {
  const plan = await trovella.createPlan(2, fields);
  await trovella.requestReview(await trovella.nextStep(plan));
  return plan;
}
