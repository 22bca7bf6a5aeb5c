import { describe, expect, it } from "vitest";
import { ENVIRONMENT_SESSION, sessionOf } from "../support/mcp-connections.ts";
import {
  auditRows,
  conditionRows,
  insertSkillExecution,
  insertUser,
  newSession,
  planRow,
  query,
  skillExecutionRow,
  stepRows,
} from "../support/mcp-rows.ts";
import { ONE_OF_EACH, refusalOf, type Trovella } from "../support/mcp-support.ts";

/** Phase 1: a plan with its steps and conditions, tied to the skill execution that led to it. */
export function creating(trovella: Trovella): void {
  describe("creating a plan", () => {
    it("answers with its id, its steps and the whole first step", async () => {
      const { reply, planId, step } = await trovella.createPlan(ONE_OF_EACH);
      expect(reply).toEqual({
        planId: expect.stringMatching(/^p-\w{6}$/),
        name: "[Scan] Tea",
        researchQuestion: "Is tea good for you?",
        status: "planning",
        stepCount: 7,
        steps: ONE_OF_EACH.map(({ stepType }, index) => ({
          stepId: step(index + 1),
          stepOrder: index + 1,
          stepType,
        })),
        firstStep: {
          stepId: step(1),
          stepOrder: 1,
          stepType: "search",
          instructions: "Do search.",
        },
        linkedExecutionId: null,
        planVersion: 1,
        next: expect.stringContaining("get_next_step"),
      });
      expect(planId).toBe(reply.planId);
    });

    it("stores the plan as planning and its steps as pending, in order", async () => {
      const notes = { outputFormattingNotes: "A table.", planDesignRationale: "Broad first." };
      const { planId } = await trovella.createPlan(ONE_OF_EACH, notes);
      expect(await planRow(planId)).toMatchObject({
        status: "planning",
        research_question: "Is tea good for you?",
        output_formatting_notes: "A table.",
        plan_design_rationale: "Broad first.",
        review_policy: "relayed_allowed",
        stall_threshold_ms: "1800000",
        completed_at: null,
      });
      const stored = (await stepRows(planId)).map((row) => [
        row.step_order,
        row.step_type,
        row.status,
        row.instructions,
      ]);
      expect(stored).toEqual(
        ONE_OF_EACH.map(({ stepType, instructions }, index) => [
          index + 1,
          stepType,
          "pending",
          instructions,
        ]),
      );
    });

    it("resolves the orders that branching conditions name to steps", async () => {
      const { planId, step } = await trovella.createPlan(3, {
        branchingConditions: [
          condition(2, "fail", { reason: "Nothing found." }),
          condition(1, "skip_to", { targetStepOrder: 3 }),
        ],
      });
      expect(await conditionRows(planId)).toMatchObject([
        { step_id: step(2), if_true_action: "fail", fired_at: null },
        {
          step_id: step(1),
          if_true_action: "skip_to",
          action_params: { targetStepId: step(3) },
          condition_expression: "confidence > 0.8",
        },
      ]);
    });

    it("refuses a condition it cannot parse, says where, and stores nothing", async () => {
      const name = `[Scan] ${newSession()}`;
      const branchingConditions = [{ ...condition(1, "continue"), conditionExpression: "a >" }];
      const refusal = await refusalOf(trovella.createPlan(1, { name, branchingConditions }));
      expect(refusal.code).toBe("INVALID_EXPRESSION");
      expect(refusal.message).toContain("branchingConditions[0].conditionExpression");
      expect(await query("SELECT FROM research_plan WHERE name = $1", [name])).toEqual([]);
    });

    it("begins the audit log with plan_modified, created", async () => {
      const { planId } = await trovella.createPlan(1);
      expect(await auditRows(planId)).toMatchObject([
        { seq: "1", event_type: "plan_modified", action: "created", plan_version: 1 },
      ]);
    });

    it("links the session's newest started skill execution and merges the rationale into it", async () => {
      const sessionId = newSession();
      const older = await insertSkillExecution({ sessionId, minutesAgo: 2 });
      const newer = await insertSkillExecution({
        sessionId,
        minutesAgo: 1,
        metadata: { topic: "tea", planDesignRationale: "A guess." },
      });
      await insertSkillExecution({ sessionId, status: "completed" });

      const plan = { sessionId, planDesignRationale: "Broad first." };
      const { planId, reply } = await trovella.createPlan(1, plan);
      expect(reply.linkedExecutionId).toBe(newer);
      expect(await skillExecutionRow(newer)).toMatchObject({
        plan_id: planId,
        status: "executing",
        metadata: { topic: "tea", planDesignRationale: "Broad first." },
      });
      expect(await skillExecutionRow(older)).toMatchObject({ plan_id: null, status: "started" });
    });

    if (sessionOf(trovella.way) === ENVIRONMENT_SESSION) {
      it("uses the session of the environment where the call names none", async () => {
        const execution = await insertSkillExecution({ sessionId: ENVIRONMENT_SESSION });
        expect((await trovella.createPlan(1)).reply.linkedExecutionId).toBe(execution);
      });
    }

    it("links no skill execution of another user or another session", async () => {
      const sessionId = newSession();
      const userId = await insertUser();
      const foreign = await insertSkillExecution({ sessionId, userId });
      await insertSkillExecution({ sessionId: newSession() });

      expect((await trovella.createPlan(1, { sessionId })).reply.linkedExecutionId).toBeNull();
      expect(await skillExecutionRow(foreign)).toMatchObject({ plan_id: null, status: "started" });
    });
  });
}

function condition(afterStepOrder: number, ifTrueAction: string, actionParams?: object) {
  return {
    afterStepOrder,
    conditionExpression: "confidence > 0.8",
    ifTrueAction,
    ...(actionParams ? { actionParams } : {}),
  };
}
