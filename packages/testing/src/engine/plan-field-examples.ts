import type { StepInput } from "../../../plan-engine/src/command.ts";
import { STEP_TYPES } from "../../../plan-engine/src/plan.ts";
import {
  PLAN_FIELDS,
  type PlanField,
  type PlanInput,
} from "../../../plan-engine/src/plan-fields.ts";
import type { Random } from "./random.ts";

/** Times are chosen by the caller. */
type ExampleField = Exclude<PlanField, "stallThresholdMs">;

/** An example of every other field of a new plan, and how often random plans have it. */
export const PLAN_FIELD_EXAMPLES: {
  readonly [Field in ExampleField]: {
    readonly example: NonNullable<PlanInput[Field]>;
    readonly chance: number;
  };
} = {
  name: { example: "[Deep] Tea", chance: 1 },
  researchQuestion: { example: "Is tea good for you?", chance: 1 },
  planDesignRationale: { example: "Broad first, then deep.", chance: 0.3 },
  outputFormattingNotes: { example: "Tables, please.", chance: 0.3 },
  reviewPolicy: { example: "human_only", chance: 0.05 },
  evidencePolicy: { example: "strict", chance: 0.5 },
  minLevel: { example: 2, chance: 0.1 },
  minSources: { example: 2, chance: 0.1 },
  budget: { example: { workMinutes: 600, reserve: 0.25 }, chance: 0.2 },
};

type Examples = Pick<PlanInput, ExampleField>;
/** Gives the text to use in place of an example; it is cut to the length that the field takes. */
export type TextFor = (example: string) => string;

export function examplePlanFields(): Required<Examples> {
  return Object.fromEntries(
    Object.entries(PLAN_FIELD_EXAMPLES).map(([name, { example }]) => [name, example]),
  ) as Required<Examples>;
}

export function randomPlanFields(random: Random, text: TextFor = asItIs): Examples {
  const fields = Object.entries(PLAN_FIELD_EXAMPLES)
    .filter(([, { chance }]) => random.chance(chance))
    .map(([name, { example }]) => {
      const field = PLAN_FIELDS[name as ExampleField];
      return [
        name,
        field.kind === "text" ? withTexts(example as string, cutTo(field.max, text)) : example,
      ];
    });
  return Object.fromEntries(fields) as Examples;
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
    ...(random.chance(0.1) ? { requiresReview: random.chance(0.5) } : {}),
    ...(random.chance(0.1) ? { closing: random.chance(0.5) } : {}),
  };
}

/** Without splitting a surrogate pair. */
export function cutTo(max: number, text: TextFor): TextFor {
  return (example) => text(example).slice(0, max).toWellFormed();
}

export function asItIs(example: string): string {
  return example;
}
