import {
  decisionRank,
  derivePlanStatus,
  detectStalledSteps,
  type Plan,
  planActivity,
  renewLease,
  type Step,
  supersededSteps,
} from "@trovella/plan-engine";
import type { Json, RecordedCall } from "./record.ts";
import {
  heldStep,
  heldSteps,
  outcomeOf,
  progressOf,
  reference,
  resultFieldsOf,
  type Situation,
  withStatus,
} from "./reply-parts.ts";

const SHOWN_DEPENDENCIES = 10;

/** The reply of get_plan_status. */
export function statusFacts({ input }: RecordedCall, { after, now }: Situation): Json {
  const inStatus = (...statuses: Step["status"][]) =>
    after.steps.filter((step) => statuses.includes(step.status));
  const minutes = input.stallThresholdMinutes;
  const thresholdMs = minutes === undefined ? after.stallThresholdMs : Number(minutes) * 60_000;
  const stalledSteps = detectStalledSteps(after.steps, now, thresholdMs);
  const activity = planActivity({ ...after, stallThresholdMs: thresholdMs }, now);
  const [current] = inStatus("in_progress", "awaiting_input");
  return {
    planId: after.id,
    name: after.name,
    status: after.status,
    derivedStatus: derivePlanStatus(after.steps.map((step) => step.status)),
    activity,
    stalled: activity === "stalled",
    stalledSteps,
    progress: progressOf(after),
    totalSteps: after.steps.length,
    currentStep: current ? withStatus(current) : null,
    inProgressSteps: heldSteps(after),
    completedSteps: inStatus("completed", "skipped").map((step) => ({
      ...withStatus(step),
      summary: step.resultSummary,
    })),
    pendingSteps: inStatus("pending").map(reference),
    failedSteps: inStatus("failed").map((step) => ({
      ...reference(step),
      reason: step.failureReason,
    })),
    outcome: outcomeOf(after),
    ...openReview(after),
    planVersion: after.version,
  };
}

function openReview({ status, reviews, reviewPolicy }: Plan): Json {
  const open = reviews.find(({ decision }) => decision === null);
  if (status !== "awaiting_review" || !open) return {};
  const { stepId, summary, questions } = open;
  const review = {
    stepId,
    summary,
    ...(questions.length > 0 ? { questions } : {}),
    ...(reviewPolicy === "relayed_allowed" ? {} : { reviewPolicy }),
  };
  return { review };
}

/** The reply of get_step_context. */
export function stepContextFacts({ input }: RecordedCall, situation: Situation): Json {
  const { after, now } = situation;
  const step = after.steps.find(({ id }) => id === input.stepId);
  if (!step) throw new Error("the context of no step");
  const lease = input as { stepId: string; leaseToken?: string };
  const nearestFirst = after.steps.toReversed();
  const isNeeded = ({ id }: Step) => step.dependsOn.includes(id);
  const prior = [
    ...nearestFirst.filter(isNeeded),
    ...nearestFirst.filter((other) => other.order < step.order && !isNeeded(other)),
  ];
  const { id: planId, name, researchQuestion, status } = after;
  return {
    plan: { planId, name, researchQuestion, status, progress: progressOf(after) },
    step: {
      ...withStatus(step),
      attempt: step.attempt,
      instructions: step.instructions,
      ...authorOf(step, situation),
      dependsOn: step.dependsOn.slice(0, SHOWN_DEPENDENCIES),
      ...(step.requiresReview ? { requiresReview: true } : {}),
      ...resultFieldsOf(after, step),
    },
    leaseRenewed: renewLease(after, lease, now) !== null,
    priorSteps: prior.map((other) => withResult(other, situation)),
    reviews: shownReviews(after),
    artifacts: [],
    cut: [],
    nextCursor: null,
  };
}

/** The context of a plan shows its other fields, unless they are empty. */
const UNSHOWN_FIELDS: readonly (keyof Plan)[] = [
  "id",
  "handle",
  "stepsCreated",
  "mode",
  "version",
  "stallThresholdMs",
  "spent",
  "phase",
  "phaseCause",
  "closingAcceptedAt",
  "assigneeId",
  // Only people cancel, and none does here.
  "isCancelled",
  "repairs",
  "createdAt",
  "updatedAt",
  "completedAt",
  "closedAt",
  "steps",
  "conditions",
  "reviews",
];

/** Shown only when the plan asks for more. */
const LEAST: Partial<Record<keyof Plan, unknown>> = { minLevel: 1, minSources: 1 };

function shownFields(plan: Plan): Json {
  const names = Object.keys(plan) as (keyof Plan)[];
  const shown = names.filter(
    (name) => !UNSHOWN_FIELDS.includes(name) && !isEmpty(plan[name]) && plan[name] !== LEAST[name],
  );
  return Object.fromEntries(shown.map((name) => [name, plan[name]]));
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** The reply of get_research_context; the event the call logs afterwards is not part of it. */
export function researchContextFacts(situation: Situation): Json {
  const { after } = situation;
  const inStatus = (...statuses: Step["status"][]) =>
    after.steps.filter((step) => statuses.includes(step.status));
  return {
    plan: {
      ...shownFields(after),
      planId: after.id,
      progress: progressOf(after),
      totalSteps: after.steps.length,
      outcome: outcomeOf(after),
    },
    steps: [
      ...inStatus("in_progress", "awaiting_input"),
      ...inStatus("completed").toReversed(),
      ...inStatus("failed", "skipped"),
      ...inStatus("pending"),
    ].map((step) => withResult(step, situation)),
    reviews: shownReviews(after),
    artifacts: [],
    cut: [],
    nextCursor: null,
  };
}

function shownReviews(plan: Plan): Json[] {
  return newestFirst(plan).map((review) => ({
    stepId: review.stepId,
    summary: review.summary,
    decision: review.decision,
    feedback: review.feedback,
    ...(review.decidedVia
      ? { decidedVia: review.decidedVia, decidedRank: decisionRank(review.decidedVia) }
      : {}),
  }));
}

/** Reviews are ordered by request time, which may differ from the order of versions. */
function newestFirst({ reviews }: Plan) {
  const timeOf = ({ requestedAt, id }: Plan["reviews"][number]) =>
    `${requestedAt.toISOString()} ${id}`;
  return reviews.toSorted((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1));
}

export function authorOf({ id }: Step, { authors }: Situation): Json {
  const by = authors.get(id);
  return by ? { by } : {};
}

function withResult(step: Step, situation: Situation): Json {
  const { after, results } = situation;
  const supersededBy = supersededSteps(after).get(step.id);
  const { resultSummary, confidence, failureReason, resultDigest, instructions } = step;
  const isOpen = step.status === "pending" || step.status === "in_progress";
  return {
    ...withStatus(step),
    ...(supersededBy ? { supersededBy } : {}),
    ...(step.requiresReview ? { requiresReview: true } : {}),
    ...(step.status === "in_progress" ? { held: heldStep(step) } : {}),
    ...(resultSummary ? { summary: resultSummary } : {}),
    ...(confidence === null ? {} : { confidence }),
    ...(failureReason ? { reason: failureReason } : {}),
    ...(isOpen
      ? { instructions: shownInstructions(instructions), ...authorOf(step, situation) }
      : {}),
    ...(resultDigest ? { result: results.get(resultDigest) } : {}),
  };
}

/** Those of a repair are longer than what a list shows: bytes of JSON, in which a line break takes two. */
function shownInstructions(instructions: string): string {
  const sizeOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
  if (sizeOf(instructions) <= SHOWN_INSTRUCTIONS) return instructions;
  let shown = instructions;
  while (sizeOf(`${shown}…`) > SHOWN_INSTRUCTIONS) shown = shown.slice(0, -1);
  return `${shown}…`;
}

const SHOWN_INSTRUCTIONS = 200;
