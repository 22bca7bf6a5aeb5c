import { AppError } from "@trovella/foundation";
import {
  type BranchingConditionInput,
  decide,
  type PlanInput,
  type StepInput,
} from "@trovella/plan-engine";
import { expandTemplate, type Template, templateShape } from "@trovella/skills";
import { issueText } from "../text/input-error.ts";

const MAX_PROBLEMS = 50;
const NEXT = "Next: fix the file and add it again; docs/templates.md describes the format.";
const ANY_STEP: StepInput = { stepType: "search", instructions: "Search." };

/** The template, if a plan can be made from it; otherwise the error names every problem. */
export function checkTemplate(value: unknown): Template {
  const parsed = templateShape.safeParse(value);
  const problems = parsed.success
    ? planProblems(parsed.data)
    : parsed.error.issues.map((issue) => issueText(issue));
  if (parsed.success && problems.length === 0) return parsed.data;
  const shown = problems.slice(0, MAX_PROBLEMS).map((problem) => `- ${problem}`);
  const others = problems.length - shown.length;
  throw new AppError(
    "INVALID_INPUT",
    [
      "No plan can be made from this template:",
      ...shown,
      ...(others > 0 ? [`- and ${others} more`] : []),
      NEXT,
    ].join("\n"),
  );
}

/** The engine stops at the first problem, so it is asked about each step and each gate alone, then about the whole. */
function planProblems(template: Template): string[] {
  const { steps, branchingConditions, unusedFill, ...fields } = expandTemplate(template, {
    fill: {},
    steps: [],
  });
  const problems = [
    ...template.steps.flatMap((step, index) => stepProblems(step, `steps[${index}]`)),
    ...template.gates.flatMap(({ add = [] }, gate) =>
      add.flatMap((step, index) => stepProblems(step, `gates[${gate}].add[${index}]`)),
    ),
    ...branchingConditions.flatMap((condition, index) =>
      gateProblems(condition, { at: `gates[${index}]`, steps: steps.map(() => ANY_STEP) }),
    ),
  ];
  if (problems.length > 0) return problems;
  return refusal({ ...fields, steps: steps as readonly StepInput[], branchingConditions });
}

function stepProblems(
  { stepType, instructions }: { readonly stepType: string; readonly instructions: string },
  at: string,
): string[] {
  const step = { stepType, instructions } as StepInput;
  return refusal({ name: "Any", steps: [step] }).map((text) => text.replace(/^steps\[0\]/, at));
}

function gateProblems(
  condition: BranchingConditionInput,
  { at, steps }: { readonly at: string; readonly steps: readonly StepInput[] },
): string[] {
  return refusal({ name: "Any", steps, branchingConditions: [condition] })
    .filter((text) => !text.startsWith("branchingConditions[0].actionParams.steps"))
    .map((text) =>
      text
        .replace("branchingConditions[0].conditionExpression", `${at}.when`)
        .replace("branchingConditions[0].actionParams.reason", `${at}.fail`)
        .replace("branchingConditions[0]", at),
    );
}

/** Why the engine would not create this plan. */
function refusal(
  plan: Omit<PlanInput, "researchQuestion"> & {
    readonly steps: readonly StepInput[];
    readonly branchingConditions?: readonly BranchingConditionInput[];
  },
): string[] {
  let count = 0;
  const newId = () => `id_${++count}`;
  const ids = { planId: "plan", handle: "plan", newId };
  try {
    decide(null, { type: "create_plan", ...ids, researchQuestion: "Any?", ...plan }, new Date());
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.message.replace(/\.? Next: .*$/s, "")];
  }
}
