/** Mutants of the engine that no test can kill, each with the reason why nothing changes. */
export const EQUIVALENT: readonly {
  readonly file: string;
  readonly line: string;
  readonly change: string;
  readonly reason: string;
}[] = [
  {
    file: "branching.ts",
    line: '({ status, order }) => status === "pending" && order > step.order && order < targetOrder',
    change: "> → >=",
    reason: "the step itself has just been completed, so it is not among the pending ones",
  },
  {
    file: "decisions/decide-review.ts",
    line: "const review = plan.reviews.find(({ stepId, decision }) => stepId === step.id && !decision);",
    change: ".find( → .findLast(",
    reason: "a step has at most one review that is not decided",
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
    reason: "behind the end there is the empty character, which ends no string either",
  },
  {
    file: "expression/tokenizer.ts",
    line: "const isPlain = code > 32 && code < 127;",
    change: "> → >=",
    reason: "32 is the space, which is skipped and never described",
  },
  {
    file: "expression/tokenizer.ts",
    line: "const punctuation = PUNCTUATION.find((spelling) => text.startsWith(spelling, position));",
    change: ".find( → .findLast(",
    reason: "no punctuation begins with another one",
  },
];
