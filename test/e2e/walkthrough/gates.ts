import { describe, expect, it } from "vitest";
import { refusalOf, type Trovella } from "../support/mcp-support.ts";

/** A condition that cannot be evaluated refuses the result instead of letting it through (R32). */
export function gating(trovella: Trovella): void {
  describe("gates", () => {
    it.each([
      ["confidence > 0.8", "confidence"],
      ["result.missing === true", "result.missing"],
    ])(
      "refuses a result without what %s reads, unless told to accept it",
      async (expression, field) => {
        const plan = await trovella.createPlan(2, {
          branchingConditions: [failIf(expression)],
        });
        const { step, resultFields } = await trovella.nextReply(plan);
        const { stepId } = step as { stepId: string };
        expect(resultFields).toEqual([field]);
        const refusal = await refusalOf(trovella.submit({ planId: plan.planId, stepId }));
        expect(refusal.message).toMatch(/^INVALID_INPUT: /);
        expect(refusal.message).toContain(field);
        const accepted = await trovella.submit(
          { planId: plan.planId, stepId },
          { missingFields: "accept" },
        );
        expect(accepted).toMatchObject({
          planStatus: "executing",
          notEvaluated: [{ condition: expression, missingField: field }],
        });
        expect(accepted).not.toHaveProperty("branch");
      },
    );

    it.each([
      ["confidence < 0.6", "no confidence", {}, ["confidence"]],
      [
        "result.gaps.length > 2",
        "a list as text",
        { result: { gaps: "a, b and c" } },
        ["result.gaps.length"],
      ],
      ["result.gaps > 2", "a number as text", { result: { gaps: "3" } }, ["result.gaps"]],
      [
        "result.gaps.length > 2",
        "prose",
        { result: "Three gaps are left." },
        ["result.gaps.length"],
      ],
    ])("leaves out no gate: %s with %s is refused", async (expression, _what, fields, missing) => {
      const plan = await trovella.createPlan(2, {
        branchingConditions: [failIf(expression)],
      });
      const step = await trovella.nextStep(plan);
      const { message } = await refusalOf(trovella.submit(step, fields));
      for (const field of missing) expect(message).toContain(`${field} (for ${expression})`);
      expect(await trovella.status(plan)).toMatchObject({ status: "executing", progress: 0 });
    });

    it("evaluates gates on a result that came as JSON text", async () => {
      const plan = await trovella.createPlan(2, {
        branchingConditions: [failIf("result.gaps.length > 2")],
      });
      const result = JSON.stringify({ gaps: ["a", "b", "c"] });
      const reply = await trovella.submit(await trovella.nextStep(plan), { result });
      expect(reply).toMatchObject({ planStatus: "failed", branch: { action: "fail" } });
    });
  });
}

/** Ends the plan after its first step when the expression holds. */
function failIf(conditionExpression: string) {
  return { afterStepOrder: 1, conditionExpression, ifTrueAction: "fail", actionParams: {} };
}
