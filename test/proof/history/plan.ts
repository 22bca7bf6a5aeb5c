import { STEP_TYPES } from "@trovella/plan-engine";
import type { Random } from "./random.ts";
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
export function randomPlan(random: Random, stallThresholdMinutes: number): Json {
  const stepCount = random.between(3, 10);
  return {
    name: `[Deep] History ${random.between(1, 9_999)}`,
    researchQuestion: "Does every reply follow from the rules?",
    steps: Array.from({ length: stepCount }, (_, index) => randomStep(random, index + 1)),
    branchingConditions: Array.from({ length: random.between(0, 4) }, () =>
      randomCondition(random, stepCount),
    ),
    stallThresholdMinutes,
    ...(random.chance(0.05) ? { reviewPolicy: "human_only" } : {}),
    ...(random.chance(0.3) ? { outputFormattingNotes: "Tables, please." } : {}),
    ...(random.chance(0.3) ? { planDesignRationale: "Broad first, then deep." } : {}),
  };
}

/** A step that may depend on earlier ones; `order` is its position. */
export function randomStep(random: Random, order: number): Json {
  const earlier = Array.from({ length: order - 1 }, (_, index) => index + 1);
  const awaited = random.chance(0.4) ? random.shuffled(earlier).slice(0, random.between(1, 2)) : [];
  return {
    stepType: random.pick(STEP_TYPES),
    instructions: `Find out what aspect ${random.between(1, 999)} is about.`,
    ...(awaited.length > 0 ? { dependsOn: awaited } : {}),
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
