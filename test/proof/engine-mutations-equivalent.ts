/** Equivalent mutants of the engine, each with the reason why no test can kill it. */
export const EQUIVALENT: readonly {
  readonly file: string;
  readonly line: string;
  readonly change: string;
  readonly reason: string;
}[] = [
  {
    file: "decisions/complete-step.ts",
    line: '(other) => other.status === "pending" && other.order > step.order && other.order < targetOrder && !isProtected(plan, other)',
    change: "> → >=",
    reason: "the step itself has just been completed, so it is not pending",
  },
  {
    file: "decisions/decide-review.ts",
    line: "const review = plan.reviews.find(({ stepId, decision }) => stepId === step.id && !decision);",
    change: ".find( → .findLast(",
    reason: "a step has at most one open review",
  },
  {
    file: "decisions/submit-result.ts",
    line: 'const refused = events.find((event) => event.type === "result_refused");',
    change: ".find( → .findLast(",
    reason: "a command refuses at most one result",
  },
  {
    file: "define-conditions.ts",
    line: "if (!(error instanceof AppError)) throw error;",
    change: "if (!(error instanceof AppError)) throw error; → ",
    reason: "the parser throws nothing else",
  },
  {
    file: "expression/parser.ts",
    line: "export function parseExpression(text, meter = { steps: 0 }) {",
    change: "0 → 1",
    reason: "the default meter is never read",
  },
  {
    file: "expression/tokenizer.ts",
    line: "while (position < text.length) {",
    change: "< → <=",
    reason: "past the end charAt returns the empty string, which ends no string either",
  },
  {
    file: "expression/tokenizer.ts",
    line: "const isPlain = code > 32 && code < 127;",
    change: "> → >=",
    reason: "32 is the space, which is skipped before",
  },
  {
    file: "expression/tokenizer.ts",
    line: "const punctuation = PUNCTUATION.find((spelling) => text.startsWith(spelling, position));",
    change: ".find( → .findLast(",
    reason: "no punctuation begins with another one",
  },
  {
    file: "superseded-steps.ts",
    line: "const branching = steps.find(({ id }) => id === added.addedAfterStepId);",
    change: ".find( → .findLast(",
    reason: "ids of steps are unique",
  },
];
