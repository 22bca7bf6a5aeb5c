/** Equivalent mutants of the engine, each with the reason why no test can kill it. */
export const EQUIVALENT: readonly {
  readonly file: string;
  readonly line: string;
  readonly change: string;
  readonly reason: string;
}[] = [
  {
    file: "apply-event.ts",
    line: "...newStep(definition, { order: 0, number: stepsCreated + index + 1, at: event.at }),",
    change: "0 → 1",
    reason: "every step is renumbered once the added ones are in their place",
  },
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
    file: "decisions/decline-review.ts",
    line: "const review = plan.reviews.find(({ stepId, decision }) => stepId === step.id && !decision);",
    change: ".find( → .findLast(",
    reason: "a step has at most one open review",
  },
  {
    file: "decisions/modify-plan.ts",
    line: "(step) => step.order > checkpoint.order && before.has(step.id) && !isDone(step)",
    change: "> → >=",
    reason: "the checkpoint is never among the steps before its first place",
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
    file: "lease.ts",
    line: "const owner = plan.steps.find(",
    change: ".find( → .findLast(",
    reason: "a token is given for one step alone, the one that leaseStepId names",
  },
  {
    file: "limits.ts",
    line: "reviewResultLength: 1e5,",
    change: "1e5 → 100001",
    reason: "no rule reads it, only the tool request_user_review",
  },
  {
    file: "plan-name.ts",
    line: "return PLAN_MODES.find((mode) => mode === word) ?? null;",
    change: ".find( → .findLast(",
    reason: "the modes differ from each other",
  },
  {
    file: "waiting-steps.ts",
    line: '(other) => other.status === "pending" && (isOrdered ? other.order > step.order : other.dependsOn.includes(step.id))',
    change: "> → >=",
    reason: "the step itself has just been completed, so it is not pending",
  },
  {
    file: "who-decides.ts",
    line: "const reviewer = rule.reviewers.find((candidate) => candidate.userId === userId);",
    change: ".find( → .findLast(",
    reason: "a member is listed once",
  },
];
