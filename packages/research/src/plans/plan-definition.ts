import { invalidField } from "@trovella/foundation";
import {
  type BranchingConditionInput,
  type PlanInput,
  type StepInput,
  titleOf,
} from "@trovella/plan-engine";
import { expandTemplate, type Template } from "@trovella/skills";
import type { Brief } from "../runs/brief.ts";

export interface PlanRequest extends Omit<PlanInput, "name"> {
  readonly name?: string | undefined;
  readonly steps?: readonly (StepInput & { readonly key?: string | undefined })[] | undefined;
  readonly branchingConditions?: readonly BranchingConditionInput[] | undefined;
  readonly fill?: Readonly<Record<string, string>> | undefined;
  readonly brief?: Brief | undefined;
}

interface PlanDefinition extends PlanInput {
  readonly steps: readonly StepInput[];
  readonly branchingConditions?: readonly BranchingConditionInput[] | undefined;
}

interface Defined {
  readonly definition: PlanDefinition;
  /** What was given and could not be used. */
  readonly warnings: readonly string[];
}

/** The plan to create: as it was given, or made from a template. */
export function planDefinition(request: PlanRequest, template: Template | null): Defined {
  if (template) return fromTemplate(request, template);
  const { fill, brief, name, steps, ...rest } = request;
  if (name === undefined) throw missing("name");
  if (steps === undefined) throw missing("steps");
  return {
    definition: { ...rest, name, steps: withClosingStep(steps.map(({ key, ...step }) => step)) },
    warnings: [],
  };
}

function missing(field: string) {
  return invalidField(
    field,
    "is missing. Next: pass it, or pass template, such as scan or deep, which has it.",
  );
}

function fromTemplate(request: PlanRequest, template: Template): Defined {
  const { fill = {}, brief, name, steps = [], branchingConditions = [], ...rest } = request;
  const { unusedFill, ...plan } = expandTemplate(template, {
    fill: { ...placesOf(request), ...fill },
    steps,
  });
  const definition = {
    ...plan,
    ...rest,
    name: name ?? plan.name,
    planDesignRationale: rest.planDesignRationale ?? plan.planDesignRationale,
    outputFormattingNotes: rest.outputFormattingNotes ?? plan.outputFormattingNotes,
    // Step types are checked by the engine, those of templates like all others.
    steps: withClosingStep(plan.steps as readonly StepInput[]),
    branchingConditions: [...plan.branchingConditions, ...branchingConditions],
  };
  const warnings = [
    ...unusedFill.map((place) => `Ignored: fill.${place}, for which the template has no place.`),
    ...(steps.some(({ dependsOn }) => dependsOn)
      ? ["Ignored: steps[].dependsOn, since the template orders its steps itself."]
      : []),
  ];
  return { definition, warnings };
}

/** Marks the last synthesize step as the one that writes the document, unless the plan marks its own. */
function withClosingStep(steps: readonly StepInput[]): readonly StepInput[] {
  if (steps.some(({ closing }) => closing)) return steps;
  const at = steps.findLastIndex(({ stepType }) => stepType === "synthesize");
  return steps.map((step, index) => (index === at ? { ...step, closing: true } : step));
}

/** What the plan and its brief say about the places that every template has. */
function placesOf({ researchQuestion, name, brief }: PlanRequest): Record<string, string> {
  const { topic, scope, knownContext, decisionContext } = brief ?? {};
  const places = {
    question: researchQuestion,
    topic: topic ?? (name === undefined ? researchQuestion : titleOf(name)),
    scope,
    knownContext,
    decisionContext,
  };
  const given = Object.entries(places).filter((place) => place[1] !== undefined);
  return Object.fromEntries(given) as Record<string, string>;
}
