import { MODIFICATION_ACTIONS } from "@trovella/plan-engine";
import { MODIFICATION_EXAMPLES } from "@trovella/testing/engine/modification-input";
import { describe, expect, it } from "vitest";
import {
  auditRows,
  conditionRows,
  history,
  stepRow,
  stepRows,
  stepStatuses,
} from "../support/mcp-rows.ts";
import {
  codeOf,
  type PlanHandle,
  refusalOf,
  SHORT_STALL,
  searches,
  type Trovella,
  untilStalled,
} from "../support/mcp-support.ts";
import { validModification } from "../support/valid-modification.ts";

/** The actions of modify_plan, and when none of them is possible. */
export function modifying(trovella: Trovella): void {
  describe("modifying a plan", () => {
    describe("add_steps", () => {
      it.each([
        { insertAfterOrder: 0, expected: ["new", 1, 2] },
        { insertAfterOrder: 1, expected: [1, "new", 2] },
        { insertAfterOrder: 2, expected: [1, 2, "new"] },
        { insertAfterOrder: undefined, expected: [1, 2, "new"] },
      ])(
        "shifts the steps after order $insertAfterOrder",
        async ({ insertAfterOrder, expected }) => {
          const plan = await trovella.createPlan(2);
          const reply = await trovella.modify(plan, "add_steps", {
            steps: [{ stepType: "critique", instructions: "Doubt it." }],
            insertAfterOrder,
          });
          expect(reply).toEqual({
            planId: plan.planId,
            action: "add_steps",
            planStatus: "planning",
            steps: expected.map((which, index) => ({
              stepId: typeof which === "number" ? plan.step(which) : "s3",
              stepOrder: index + 1,
              stepType: which === "new" ? "critique" : "search",
              status: "pending",
            })),
            planVersion: 2,
            next: expect.stringContaining("get_next_step"),
          });
          expect(await history(plan.planId, 1)).toEqual(["plan_modified steps_added"]);
        },
      );

      it("refuses a place that the plan does not have", async () => {
        const plan = await trovella.createPlan(2);
        const add = trovella.modify(plan, "add_steps", { steps: searches(1), insertAfterOrder: 3 });
        expect(await codeOf(add)).toBe("INVALID_INPUT");
      });

      it("fills a plan up to 200 steps and no further", async () => {
        const plan = await trovella.createPlan(100);
        const { steps } = await trovella.modify(plan, "add_steps", { steps: searches(100) });
        expect(steps).toHaveLength(200);
        const more = trovella.modify(plan, "add_steps", { steps: searches(1) });
        expect(await codeOf(more)).toBe("LIMIT_EXCEEDED");
      });
    });

    describe("remove_step", () => {
      it("renumbers the steps, unblocks dependents, and drops its conditions", async () => {
        const plan = await trovella.createPlan(searches(3, { 3: [1, 2] }), {
          branchingConditions: [branch(2, "continue")],
        });
        await trovella.modify(plan, "remove_step", { stepId: plan.step(2) });
        expect(await stepRows(plan.planId)).toMatchObject([
          { id: plan.step(1), step_order: 1, depends_on: [] },
          { id: plan.step(3), step_order: 2, depends_on: [plan.step(1)] },
        ]);
        expect(await conditionRows(plan.planId)).toEqual([]);
        expect(await history(plan.planId, 1)).toEqual(["plan_modified step_removed"]);
      });

      it("accepts pending steps only", async () => {
        const plan = await trovella.createPlan(3);
        await trovella.submit(await trovella.nextStep(plan));
        await trovella.nextStep(plan);
        const remove = (order: number) =>
          codeOf(trovella.modify(plan, "remove_step", { stepId: plan.step(order) }));
        expect([await remove(1), await remove(2)]).toEqual(["STEP_SETTLED", "INVALID_TRANSITION"]);
        expect(await stepRows(plan.planId)).toHaveLength(3);
      });

      it("leaves a step that a branch may still skip to", async () => {
        const plan = await trovella.createPlan(3, {
          branchingConditions: [branch(1, "skip_to", { targetStepOrder: 3 })],
        });
        const remove = trovella.modify(plan, "remove_step", { stepId: plan.step(3) });
        expect(await codeOf(remove)).toBe("STEP_REFERENCED");
      });

      it("leaves the last step of a plan", async () => {
        const plan = await trovella.createPlan(1);
        const remove = trovella.modify(plan, "remove_step", { stepId: plan.step(1) });
        expect(await codeOf(remove)).toBe("INVALID_INPUT");
      });
    });

    describe("reorder_steps", () => {
      it("numbers the steps as the list names them, and hands them out that way", async () => {
        const plan = await trovella.createPlan(3);
        const stepIds = [plan.step(3), plan.step(1), plan.step(2)];
        const { steps } = await trovella.modify(plan, "reorder_steps", { stepIds });
        expect(steps).toMatchObject(
          stepIds.map((stepId, index) => ({ stepId, stepOrder: index + 1 })),
        );
        expect(await history(plan.planId, 1)).toEqual(["plan_modified steps_reordered"]);
        expect((await trovella.nextStep(plan)).stepId).toBe(plan.step(3));
      });

      it("needs every step exactly once", async () => {
        const plan = await trovella.createPlan(2);
        const [one, two] = [plan.step(1), plan.step(2)];
        for (const stepIds of [[one], [one, one], [one, two, two], [one, two, "step_unknown"]]) {
          const reorder = trovella.modify(plan, "reorder_steps", { stepIds });
          expect(await codeOf(reorder)).toBe("INVALID_INPUT");
        }
      });

      it("puts no step before one it depends on", async () => {
        const plan = await trovella.createPlan(searches(2, { 2: [1] }));
        const stepIds = [plan.step(2), plan.step(1)];
        const reorder = trovella.modify(plan, "reorder_steps", { stepIds });
        expect(await codeOf(reorder)).toBe("INVALID_STEP_REFERENCE");
      });
    });

    describe("update_step_instructions", () => {
      it("replaces the text of a step in any status", async () => {
        const plan = await planWithAllStatuses(trovella);
        const statuses = await stepStatuses(plan.planId);
        expect(statuses).toEqual(["completed", "skipped", "failed", "in_progress", "pending"]);
        for (const order of [1, 2, 3, 4, 5]) {
          const instructions = `Search part ${order} again.`;
          await trovella.modify(plan, "update_step_instructions", {
            stepId: plan.step(order),
            instructions,
          });
          expect((await stepRow({ ...plan, stepId: plan.step(order) })).instructions).toBe(
            instructions,
          );
        }
        expect(await stepStatuses(plan.planId)).toEqual(statuses);
        const updated = (await history(plan.planId)).slice(-5);
        expect(new Set(updated)).toEqual(new Set(["plan_modified instructions_updated"]));
      });
    });

    describe("fail_step", () => {
      it("fails a step in progress, with its reason, and ends its lease", async () => {
        const plan = await trovella.createPlan(2);
        const step = await trovella.nextStep(plan);
        const { planStatus, steps } = await trovella.modify(plan, "fail_step", {
          stepId: step.stepId,
          reason: "Paywall.",
        });
        expect(planStatus).toBe("executing");
        expect(steps).toMatchObject([{ status: "failed" }, { status: "pending" }]);
        expect(await stepRow(step)).toMatchObject({
          status: "failed",
          failure_reason: "Paywall.",
          lease_expires_at: null,
        });
        expect(await history(plan.planId, 3)).toEqual(["step_failed step_failed"]);
        expect(await codeOf(trovella.submit(step))).toBe("STEP_SETTLED");
      });

      it("passes a pending step through in_progress", async () => {
        const plan = await trovella.createPlan(2);
        await trovella.modify(plan, "fail_step", { stepId: plan.step(1) });
        expect(await history(plan.planId, 1)).toEqual([
          "step_started auto_advanced",
          "step_failed step_failed",
          "plan_modified status_changed",
        ]);
      });

      it("accepts open steps only", async () => {
        const plan = await planWithAllStatuses(trovella);
        for (const order of [1, 2, 3]) {
          const fail = trovella.modify(plan, "fail_step", { stepId: plan.step(order) });
          expect(await codeOf(fail)).toBe("STEP_SETTLED");
        }
      });

      it("completes the plan with its last open step, and says so", async () => {
        const plan = await trovella.createPlan(1);
        const last = { stepId: plan.step(1) };
        const unexplained = await refusalOf(trovella.modify(plan, "fail_step", last));
        expect(unexplained.message).toMatch(/^INVALID_INPUT: reason/);
        const reason = "There is no such tea.";
        const reply = await trovella.modify(plan, "fail_step", { ...last, reason });
        expect(reply).toMatchObject({
          planStatus: "completed",
          next: expect.stringContaining("complete and closed"),
        });
      });
    });

    describe("retry_step", () => {
      it("makes a failed step pending again; its old token is invalid", async () => {
        const plan = await trovella.createPlan(2);
        const step = await trovella.nextStep(plan);
        await trovella.modify(plan, "fail_step", { stepId: step.stepId, reason: "Paywall." });
        await trovella.modify(plan, "retry_step", { stepId: step.stepId });
        expect(await stepRow(step)).toMatchObject({
          status: "pending",
          failure_reason: null,
          started_at: null,
          completed_at: null,
          attempt: 1,
        });
        expect(await history(plan.planId, 4)).toEqual(["plan_modified step_retried"]);
        expect(await codeOf(trovella.submit(step))).toBe("STALE_LEASE");
        const { step: again } = await trovella.nextReply(plan);
        expect(again).toMatchObject({ stepId: step.stepId, attempt: 2 });
      });

      it("accepts failed steps only", async () => {
        const plan = await planWithAllStatuses(trovella);
        for (const order of [1, 2, 4, 5]) {
          const retry = trovella.modify(plan, "retry_step", { stepId: plan.step(order) });
          expect(await codeOf(retry)).toBe("INVALID_TRANSITION");
        }
      });

      it("blocks steps again that depend on the retried one", async () => {
        const plan = await trovella.createPlan(searches(2, { 2: [1] }));
        await trovella.modify(plan, "fail_step", { stepId: plan.step(1) });
        await trovella.modify(plan, "retry_step", { stepId: plan.step(1) });
        await trovella.nextStep(plan);
        expect(await trovella.nextReply(plan)).toMatchObject({
          status: "no_pending_steps",
          blockedCount: 1,
        });
      });
    });

    it("keeps the rationale of every modification in the audit log", async () => {
      const plan = await trovella.createPlan(3);
      const modificationRationale = "The critique found a gap.";
      for (const action of MODIFICATION_ACTIONS) {
        const fields = await validModification(action, plan);
        await trovella.modify(plan, action, { ...fields, modificationRationale });
      }
      const rationales = (await auditRows(plan.planId)).flatMap((row) => {
        const { rationale } = row.payload as { rationale?: string };
        return rationale ? [[`${row.event_type} ${row.action}`, rationale]] : [];
      });
      expect(rationales).toEqual(
        MODIFICATION_ACTIONS.map((action) => [
          MODIFICATION_EXAMPLES[action].logged.at(-1),
          modificationRationale,
        ]),
      );
    });

    it.each([
      { status: "awaiting_review", way: /submit_user_decision/ },
      { status: "stalled", way: /get_next_step/ },
      { status: "completed", way: /create_research_plan/ },
      { status: "failed", way: /create_research_plan/ },
    ])(
      "changes no plan that is $status, and names what to call instead",
      async ({ status, way }) => {
        const plan = await planThatIs(status, trovella);
        expect((await trovella.status(plan)).status).toBe(status);
        const before = await history(plan.planId);
        // A budget may be changed in every open status.
        const isClosed = status === "completed" || status === "failed";
        const actions = MODIFICATION_ACTIONS.filter((one) => isClosed || one !== "change_budget");
        for (const action of actions) {
          const fields = await validModification(action, plan);
          const refusal = await refusalOf(trovella.modify(plan, action, fields));
          expect(refusal.code).toBe("PLAN_NOT_MODIFIABLE");
          expect(refusal.message).toMatch(way);
        }
        expect(await history(plan.planId)).toEqual(before);
      },
    );

    it("refuses an action with missing or superfluous arguments", async () => {
      const plan = await trovella.createPlan(2);
      const missing = await refusalOf(trovella.modify(plan, "remove_step"));
      expect(missing.message).toMatch(/^INVALID_INPUT: stepId: is needed for remove_step/);
      const surplus = trovella.modify(plan, "retry_step", { stepId: plan.step(1), reason: "Why?" });
      expect((await refusalOf(surplus)).message).toMatch(/^INVALID_INPUT: reason: does not belong/);
      expect(await codeOf(trovella.modify(plan, "drop_step"))).toBe("INVALID_INPUT");
      const unexplained = trovella.modify(plan, "remove_step", {
        stepId: plan.step(1),
        modificationRationale: undefined,
      });
      expect((await refusalOf(unexplained)).message).toMatch(
        /^INVALID_INPUT: modificationRationale/,
      );
    });
  });
}

/** Completed, skipped, failed, in progress and pending, in this order. */
async function planWithAllStatuses(trovella: Trovella): Promise<PlanHandle> {
  const plan = await trovella.createPlan(5, {
    branchingConditions: [branch(1, "skip_to", { targetStepOrder: 3 })],
  });
  await trovella.submit(await trovella.nextStep(plan), { confidence: 0.9 });
  await trovella.modify(plan, "fail_step", { stepId: plan.step(3) });
  await trovella.nextStep(plan);
  return plan;
}

async function planThatIs(status: string, trovella: Trovella): Promise<PlanHandle> {
  const plan = await trovella.createPlan(3, SHORT_STALL);
  const step = await trovella.nextStep(plan);
  if (status === "stalled") await untilStalled();
  if (status === "awaiting_review" || status === "failed") await trovella.requestReview(step);
  if (status === "failed") await trovella.decide(plan, "reject");
  if (status === "completed") {
    for (const order of [1, 2, 3]) {
      await trovella.submit({ planId: plan.planId, stepId: plan.step(order) });
    }
  }
  return plan;
}

function branch(afterStepOrder: number, ifTrueAction: string, actionParams: object = {}) {
  return { afterStepOrder, conditionExpression: "confidence > 0.8", ifTrueAction, actionParams };
}
