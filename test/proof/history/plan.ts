import {
  randomPlanFields,
  randomStep,
  type TextFor,
} from "@trovella/testing/engine/plan-field-examples";
import type { Random } from "@trovella/testing/engine/random";
import type { Json } from "./record.ts";

const CONDITIONS = [
  "confidence > 0.5",
  "confidence <= 0.5",
  "found >= 3 || !(found !== 1)",
  "decision === 'approve'",
  "result.missing !== 1",
  "result.found === 2 && confidence < 0.9",
];

/** The arguments of create_research_plan for a plan with dependencies, conditions and short leases. */
export function randomPlan(random: Random, stallThresholdMinutes: number, text?: TextFor): Json {
  const stepCount = random.between(3, 10);
  return {
    ...randomPlanFields(random, text),
    steps: Array.from({ length: stepCount }, (_, index) => randomStep(random, index + 1, text)),
    branchingConditions: Array.from({ length: random.between(0, 4) }, () =>
      randomCondition(random, stepCount),
    ),
    stallThresholdMinutes,
  };
}

function randomCondition(random: Random, stepCount: number): Json {
  const afterStepOrder = random.between(1, stepCount);
  const isLast = afterStepOrder === stepCount;
  const ifTrueAction = random.weighted({
    skip_to: isLast ? 0 : 4,
    add_steps: 4,
    continue: 2,
    fail: 0.5,
  });
  return {
    afterStepOrder,
    conditionExpression: random.pick(CONDITIONS),
    ifTrueAction,
    ...paramsOf(ifTrueAction),
  };

  function paramsOf(action: typeof ifTrueAction): Json {
    switch (action) {
      case "skip_to":
        return { actionParams: { targetStepOrder: random.between(afterStepOrder + 1, stepCount) } };
      case "add_steps":
        return {
          actionParams: {
            steps: [
              { stepType: "analyze", instructions: "Dig.", dependsOn: [afterStepOrder] },
              { stepType: "critique", instructions: "Doubt.", dependsOn: [afterStepOrder + 1] },
            ],
          },
        };
      case "fail":
        return { actionParams: { reason: "Not worth continuing." } };
      case "continue":
        return {};
    }
  }
}
