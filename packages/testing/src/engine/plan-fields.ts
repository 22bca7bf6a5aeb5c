import type { CreatePlan, StepInput } from "../../../plan-engine/src/command.ts";
import { STEP_TYPES } from "../../../plan-engine/src/plan.ts";
import type { Random } from "./random.ts";

/** Steps, conditions and times are made by the caller. */
type PlanField = Exclude<
  keyof CreatePlan,
  "type" | "planId" | "newId" | "steps" | "branchingConditions" | "stallThresholdMs"
>;

/** An example of every other field of a new plan, and how often random plans have it. */
export const PLAN_FIELDS: {
  readonly [Field in PlanField]-?: {
    readonly example: NonNullable<CreatePlan[Field]>;
    readonly chance: number;
    readonly isFreeText: boolean;
  };
} = {
  name: { example: "[Deep] Tea", chance: 1, isFreeText: true },
  researchQuestion: { example: "Is tea good for you?", chance: 1, isFreeText: true },
  planDesignRationale: { example: "Broad first, then deep.", chance: 0.3, isFreeText: true },
  outputFormattingNotes: { example: "Tables, please.", chance: 0.3, isFreeText: true },
  reviewPolicy: { example: "human_only", chance: 0.05, isFreeText: false },
};

type PlanFields = Pick<CreatePlan, PlanField>;
/** Gives the text to use in place of an example. */
export type TextFor = (example: string) => string;

export function examplePlanFields(): Required<PlanFields> {
  return Object.fromEntries(
    Object.entries(PLAN_FIELDS).map(([name, { example }]) => [name, example]),
  ) as Required<PlanFields>;
}

export function randomPlanFields(random: Random, text: TextFor = asItIs): PlanFields {
  const fields = Object.entries(PLAN_FIELDS)
    .filter(([, { chance }]) => random.chance(chance))
    .map(([name, { example, isFreeText }]) => [
      name,
      isFreeText ? withTexts(example, text) : example,
    ]);
  return Object.fromEntries(fields) as PlanFields;
}

function withTexts(example: string | readonly string[], text: TextFor): string | string[] {
  return typeof example === "string" ? text(example) : example.map(text);
}

/** A step that may depend on earlier ones; `order` is its position. */
export function randomStep(random: Random, order: number, text: TextFor = asItIs): StepInput {
  const earlier = Array.from({ length: order - 1 }, (_, index) => index + 1);
  const awaited = random.chance(0.4) ? random.shuffled(earlier).slice(0, random.between(1, 2)) : [];
  return {
    stepType: random.pick(STEP_TYPES),
    instructions: text(`Find out what aspect ${random.between(1, 999)} is about.`),
    ...(awaited.length > 0 ? { dependsOn: awaited } : {}),
  };
}

export function asItIs(example: string): string {
  return example;
}
