import { type Expression, parseExpression } from "@trovella/plan-engine";
import { describe, expect, it } from "vitest";
import { planTemplates } from "./skill-texts.ts";

const templates = planTemplates();

describe.each(templates)("the template $mode $researchType", ({ mode, plan }) => {
  const types = plan.steps.map(({ stepType }) => stepType);
  const conditions = plan.branchingConditions ?? [];

  it("has the steps of its mode, and ends with a synthesis", () => {
    expect(types[0]).toBe("search");
    expect(types.at(-1)).toBe("synthesize");
    if (mode === "scan") {
      expect(types.length).toBeGreaterThanOrEqual(1);
      expect(types.length).toBeLessThanOrEqual(2);
      expect(types).not.toContain("checkpoint");
      return;
    }
    expect(types.length).toBeGreaterThanOrEqual(5);
    expect(types.slice(-4)).toEqual(["critique", "checkpoint", "custom", "synthesize"]);
    expect(conditions.length).toBeGreaterThanOrEqual(3);
  });

  it("describes the result of every step except checkpoints", () => {
    const added = conditions.flatMap(({ actionParams }) => actionParams.steps ?? []);
    for (const { stepType, instructions } of [...plan.steps, ...added]) {
      expect(instructions).toMatch(
        stepType === "checkpoint" ? /request_user_review/ : / Result: \{/,
      );
    }
  });

  it("has conditions that read only fields their step is asked to submit", () => {
    for (const { afterStepOrder, conditionExpression } of conditions) {
      const step = plan.steps[afterStepOrder - 1];
      const isReview = step?.stepType === "checkpoint";
      const given = isReview ? "decision feedback summary" : step?.instructions;
      for (const name of pathsIn(parseExpression(conditionExpression))) {
        expect(given, conditionExpression).toContain(name);
      }
    }
  });
});

/** The fields that an expression reads, without the root and without length. */
function pathsIn(expression: Expression): string[] {
  switch (expression.kind) {
    case "comparison":
      return expression.path.filter((segment) => !["result", "length"].includes(segment));
    case "not":
      return pathsIn(expression.operand);
    case "and":
    case "or":
      return expression.operands.flatMap(pathsIn);
  }
}
