import { z } from "zod";

const MAX_STEPS = 50;
const key = z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/, "must be a short camelCase word");
const text = z.string().min(1).max(10_000);

const addedStep = z.strictObject({ stepType: z.string(), instructions: text });
const templateStep = addedStep.extend({
  /** The name by which other steps, gates and callers refer to the step. */
  key,
  dependsOn: z.array(key).max(MAX_STEPS).optional(),
  requiresReview: z.boolean().optional(),
});

/** Exactly one of `add`, `skipTo` and `fail` says what happens when the expression is true. */
const gate = z
  .strictObject({
    after: key,
    when: z.string().min(1).max(1_000),
    add: z.array(addedStep).min(1).max(10).optional(),
    skipTo: key.optional(),
    fail: text.optional(),
  })
  .refine(
    ({ add, skipTo, fail }) => [add, skipTo, fail].filter((way) => way !== undefined).length === 1,
    "must have exactly one of add, skipTo and fail",
  );

/**
 * A plan with places to fill in: `<topic>` in any text stands for the value of that name. Steps are named, not numbered, so
 * that one can be added or left out without counting again.
 */
export const templateShape = z
  .strictObject({
    /** The template's own places, each with what is written when nobody fills it in. */
    fill: z.record(key, z.string().min(1).max(1_000)),
    name: z.string().min(1).max(200),
    steps: z.array(templateStep).min(1).max(MAX_STEPS),
    gates: z.array(gate).max(MAX_STEPS),
    planDesignRationale: text.optional(),
    outputFormattingNotes: text.optional(),
  })
  .superRefine((template, context) => {
    for (const message of problemsOf(template)) context.addIssue({ code: "custom", message });
  });

export type Template = z.output<typeof templateShape>;
export type TemplateStep = Template["steps"][number];

/** Places that every template has: the values come from the plan and its brief. */
export const COMMON_PLACES: Readonly<Record<string, string>> = {
  question: "the question",
  topic: "the topic",
  scope: "as the question says",
  knownContext: "nothing said",
  decisionContext: "nothing said",
};

export const PLACE = /<([a-z][A-Za-z0-9]*)>/g;

function problemsOf(template: {
  readonly fill: Readonly<Record<string, string>>;
  readonly name: string;
  readonly steps: readonly TemplateStep[];
  readonly gates: readonly z.output<typeof gate>[];
  readonly planDesignRationale?: string | undefined;
  readonly outputFormattingNotes?: string | undefined;
}): string[] {
  const { fill, steps, gates } = template;
  const keys = steps.map((step) => step.key);
  const unknownKeys = [
    ...keys.filter((name, index) => keys.indexOf(name) !== index).map((name) => `${name} twice`),
    ...steps.flatMap((step, index) =>
      (step.dependsOn ?? []).filter((name) => !keys.slice(0, index).includes(name)),
    ),
    ...gates.flatMap(({ after, skipTo }) => {
      const isBackwards = skipTo !== undefined && keys.indexOf(skipTo) <= keys.indexOf(after);
      return [...(keys.includes(after) ? [] : [after]), ...(isBackwards ? [skipTo] : [])];
    }),
  ];
  const texts = [
    template.name,
    template.planDesignRationale ?? "",
    template.outputFormattingNotes ?? "",
    ...steps.map(({ instructions }) => instructions),
    ...gates.flatMap(({ add = [] }) => add.map(({ instructions }) => instructions)),
  ];
  const unknownPlaces = texts
    .flatMap((one) => [...one.matchAll(PLACE)].map(([, name = ""]) => name))
    .filter((name) => !Object.hasOwn(fill, name) && !Object.hasOwn(COMMON_PLACES, name));
  return [
    ...unknownKeys.map(
      (name) => `names the step ${name}, which is not an earlier or later one as needed`,
    ),
    ...new Set(unknownPlaces.map((name) => `has the place <${name}>, which fill does not list`)),
  ];
}
