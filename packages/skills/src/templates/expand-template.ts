import { COMMON_PLACES, PLACE, type Template, type TemplateStep } from "./template.ts";

/** A step as create_research_plan takes it. */
interface PlanStep {
  readonly stepType: string;
  readonly instructions: string;
  readonly dependsOn?: number[];
  readonly requiresReview?: boolean;
}

/** A step that the caller adds to a template, or puts in the place of one of its steps. */
export interface OwnStep {
  readonly key?: string | undefined;
  readonly stepType: string;
  readonly instructions: string;
  readonly requiresReview?: boolean | undefined;
}

interface ExpandedTemplate {
  readonly name: string;
  readonly steps: PlanStep[];
  readonly branchingConditions: {
    readonly afterStepOrder: number;
    readonly conditionExpression: string;
    readonly ifTrueAction: "add_steps" | "skip_to" | "fail";
    readonly actionParams: Record<string, unknown>;
  }[];
  readonly planDesignRationale: string | undefined;
  readonly outputFormattingNotes: string | undefined;
}

export interface Expansion extends ExpandedTemplate {
  /** Values that were given for places the template does not have. */
  readonly unusedFill: readonly string[];
}

const MAX_NAME = 200;

/**
 * The plan that a template describes. A step of the caller's with a key of the template replaces that step; a further search
 * joins the template's searches, so that everything that waits for them waits for it too; any other step comes before the last.
 */
export function expandTemplate(
  template: Template,
  { fill, steps: own }: { fill: Readonly<Record<string, string>>; steps: readonly OwnStep[] },
): Expansion {
  const values = { ...COMMON_PLACES, ...template.fill, ...fill };
  const filled = (text: string) =>
    text.replace(
      PLACE,
      (place, name: string) => (Object.hasOwn(values, name) ? values[name] : place) ?? place,
    );
  const steps = withOwnSteps(template.steps, own).map((step) =>
    step.isOwn ? step : { ...step, instructions: filled(step.instructions) },
  );
  const orderOf = new Map(steps.map(({ key }, index) => [key, index + 1]));
  const order = (key: string) => orderOf.get(key) ?? 0;
  return {
    name: filled(template.name).slice(0, MAX_NAME),
    steps: steps.map(({ stepType, instructions, dependsOn = [], requiresReview }) => ({
      stepType,
      instructions,
      ...(dependsOn.length > 0 ? { dependsOn: dependsOn.map(order) } : {}),
      ...(requiresReview === undefined ? {} : { requiresReview }),
    })),
    branchingConditions: template.gates.map((gate) => ({
      afterStepOrder: order(gate.after),
      conditionExpression: gate.when,
      ...actionOf(gate, { order, filled }),
    })),
    planDesignRationale: template.planDesignRationale && filled(template.planDesignRationale),
    outputFormattingNotes: template.outputFormattingNotes && filled(template.outputFormattingNotes),
    unusedFill: Object.keys(fill).filter(
      (name) => !Object.hasOwn({ ...COMMON_PLACES, ...template.fill }, name),
    ),
  };
}

interface Placed extends TemplateStep {
  readonly isOwn?: boolean;
}

function withOwnSteps(steps: readonly TemplateStep[], own: readonly OwnStep[]): Placed[] {
  const placed: Placed[] = steps.map((step) => {
    const replacement = own.find(({ key }) => key === step.key);
    return replacement ? { ...step, ...withoutAbsent(replacement), isOwn: true } : step;
  });
  const keys = new Set(steps.map(({ key }) => key));
  for (const [index, step] of own.entries()) {
    if (step.key !== undefined && keys.has(step.key)) continue;
    addStep(placed, { ...withoutAbsent(step), key: step.key ?? `own${index + 1}` });
  }
  return placed;
}

function withoutAbsent({ stepType, instructions, requiresReview }: OwnStep) {
  return { stepType, instructions, ...(requiresReview === undefined ? {} : { requiresReview }) };
}

function addStep(placed: Placed[], step: TemplateStep): void {
  const lastSearch = placed.findLastIndex(({ stepType }) => stepType === "search");
  const isSearch = step.stepType === "search" && lastSearch >= 0;
  const at = isSearch ? lastSearch + 1 : Math.max(placed.length - 1, 0);
  // It waits for what its neighbour waits for, and what waits for its neighbour waits for it.
  const neighbour = placed[isSearch ? lastSearch : at];
  if (!neighbour) return void placed.push({ ...step, isOwn: true });
  placed.splice(at, 0, { ...step, isOwn: true, dependsOn: neighbour.dependsOn ?? [] });
  for (const [index, other] of placed.entries()) {
    const { dependsOn = [] } = other;
    const waits = isSearch ? dependsOn.includes(neighbour.key) : other.key === neighbour.key;
    if (waits) placed[index] = { ...other, dependsOn: [...dependsOn, step.key] };
  }
}

function actionOf(
  { after, add, skipTo, fail }: Template["gates"][number],
  { order, filled }: { order: (key: string) => number; filled: (text: string) => string },
) {
  if (skipTo !== undefined) {
    return { ifTrueAction: "skip_to" as const, actionParams: { targetStepOrder: order(skipTo) } };
  }
  if (add === undefined) {
    return { ifTrueAction: "fail" as const, actionParams: { reason: filled(fail ?? "") } };
  }
  // Added steps follow one another; orders count on from the step the gate belongs to.
  const steps = add.map(({ stepType, instructions }, index) => ({
    stepType,
    instructions: filled(instructions),
    dependsOn: [order(after) + index],
  }));
  return { ifTrueAction: "add_steps" as const, actionParams: { steps } };
}
