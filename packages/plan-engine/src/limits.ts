/** Limits of a plan. Text lengths count UTF-16 units, as `string.length` does. */
export const LIMITS = {
  stepsAtCreation: 100,
  stepsInPlan: 200,
  conditionsInPlan: 100,
  stepsAddedByBranches: 200,
  questionsInReview: 20,
  idLength: 200,
  nameLength: 300,
  tagsOfPlan: 12,
  tagLength: 40,
  questionLength: 10_000,
  instructionsLength: 50_000,
  noteLength: 20_000,
  summaryLength: 10_000,
  /** Of the result that a review is about, as JSON. */
  reviewResultLength: 100_000,
  reasonLength: 5_000,
  agentLength: 200,
  expressionLength: 10_000,
  expressionNodes: 1_000,
  shownIds: 20,
  /** Of attempts, minutes, calls, subagents and dollars in a budget. */
  budgetCount: 1_000_000,
  budgetTokens: 1_000_000_000_000,
  /** Where the text of a source comes from: 1 the assistant, 2 its program, 3 this server. */
  evidenceLevel: { min: 1, max: 3 },
  independentSources: { min: 1, max: 5 },
  /** Repair steps that the gate adds to a plan (R29). */
  repairs: 2,
  failingClaims: 20,
  claimLength: 1_000,
  claimStatuses: 20,
  claims: 1_000_000,
  stallThresholdMs: 30 * 24 * 60 * 60 * 1000,
} as const;

export const DEFAULT_STALL_THRESHOLD_MS = 30 * 60 * 1000;
