import { sendTogether, type TenantContext } from "@trovella/db";
import {
  listBudgetMoments,
  listStepMoments,
  type PlanBackground,
  readConsoleRun,
  readPlanBackground,
  type StepMoment,
} from "@trovella/db/console";
import type { NamedRule } from "@trovella/db/identity";
import { readPlan } from "@trovella/db/plans";
import {
  computeProgress,
  countOutcome,
  detectStalledSteps,
  isClosingStep,
  isReady,
  type Plan,
  planActivity,
  quietSince,
  type Review,
  reopenableStep,
  type Step,
  stallsAt,
  titleOf,
} from "@trovella/plan-engine";
import { ensureDocument, excerpt } from "@trovella/research";
import { budgetEffect, budgetView } from "./budget-view.ts";
import { conditionInWords } from "./condition-in-words.ts";
import { planPeople } from "./review-people.ts";
import { type StepTimes, silentFrom, stepTimes } from "./step-times.ts";

/** Shared by the texts of all steps: they are read one by one when a step is opened. */
const MAX_STEP_CHARACTERS = 20_000;
const MAX_STEP_TEXT = 300;
/** Summaries of the last steps tell how far an open plan is. */
const SUMMARIES = 8;
const MAX_PER_TEXT = 4_000;
const MAX_REVIEW_CHARACTERS = 30_000;

interface Reading {
  readonly now: Date;
  readonly mayWrite: boolean;
  readonly afterMs: number;
  readonly viewpoint: { readonly userId: string; readonly rule: NamedRule };
}

/** Everything about a plan; opening it composes the document that nobody wrote in time, unless the reader may not write. */
export async function readPlanDetail(context: TenantContext, planId: string, reading: Reading) {
  const { now } = reading;
  const { plan, auditSeq } = await readPlan(context, planId);
  const document = await ensureDocument(context, plan, reading);
  const room = Math.min(
    MAX_STEP_TEXT,
    Math.floor(MAX_STEP_CHARACTERS / Math.max(1, plan.steps.length)),
  );
  const [background, moments, budgetMoments, run] = await sendTogether(context, [
    (sender) => readPlanBackground(sender, planId),
    (sender) => listStepMoments(sender, planId),
    (sender) => listBudgetMoments(sender, planId),
    (sender) => readConsoleRun(sender, { planId, now }),
  ]);
  const times = timesOf(plan, moments, now);
  return {
    plan: planHead(plan, { background, times, now }),
    people: planPeople(
      { ownerId: background.createdBy, assigneeId: plan.assigneeId },
      reading.viewpoint,
    ),
    budget: budgetView(plan, {
      now,
      resultBytes: storedLength(background),
      moments: budgetMoments,
    }),
    steps: plan.steps.map((step) => ({
      ...stepView(plan, step, { background, times, room, now }),
      budgetEffect: budgetEffect(plan, step, moments),
    })),
    conditions: plan.conditions.map((condition) => conditionView(plan, condition)),
    reviews: plan.reviews.map((review) => reviewView(plan, review)),
    run: run && { ...run, metadata: undefined },
    hasNewDocument: document?.isNew ?? false,
    counts: { ...background.counts, events: auditSeq, reviews: plan.reviews.length },
  };
}

/** Characters for bytes: only an estimate is made of it. */
function storedLength({ texts }: PlanBackground): number {
  return [...texts.values()].reduce(
    (total, { resultLength, reportLength }) => total + resultLength + reportLength,
    0,
  );
}

type Times = ReadonlyMap<string, StepTimes>;

function timesOf(plan: Plan, moments: readonly StepMoment[], now: Date): Times {
  return new Map(
    plan.steps.map((step) => {
      const own = moments.filter(({ stepId }) => stepId === null || stepId === step.id);
      return [step.id, stepTimes(plan, step, { moments: own, now })];
    }),
  );
}

function planHead(
  plan: Plan,
  { background, times, now }: Pick<Surroundings, "background" | "times" | "now">,
) {
  const { createdBy, clients } = background;
  const { steps, conditions, reviews, planDesignRationale, assigneeId, ...head } = plan;
  const sum = (name: "activeMs" | "waitingMs" | "stalledMs") =>
    [...times.values()].reduce((total, time) => total + time[name], 0);
  const activity = planActivity(plan, now);
  const stalledStepIds = isOpen(plan) ? detectStalledSteps(steps, now, plan.stallThresholdMs) : [];
  return {
    ...head,
    title: titleOf(plan.name),
    planDesignRationale: planDesignRationale && excerpt(planDesignRationale, MAX_PER_TEXT),
    createdBy,
    clients,
    progress: computeProgress(steps.map(({ status }) => status)),
    outcome: countOutcome(steps.map(({ status }) => status)),
    reopenableStepId: reopenableStep(plan)?.id ?? null,
    activity,
    /** Its last sign of life; of a closed plan its end. */
    quietSince: plan.closedAt ?? quietSince(plan),
    stalledStepIds,
    stalledSince: activity === "stalled" ? stalledSince(plan, stalledStepIds) : null,
    activeMs: sum("activeMs"),
    waitingMs: sum("waitingMs"),
    stalledMs: sum("stalledMs"),
  };
}

/** When the first of the silent steps counted as stalled; where nobody holds the plan, when the plan did. */
function stalledSince(plan: Plan, stepIds: readonly string[]): Date {
  const since = plan.steps
    .filter(({ id }) => stepIds.includes(id))
    .map((step) => silentFrom(plan, step).getTime());
  return since.length > 0 ? new Date(Math.min(...since)) : stallsAt(plan);
}

interface Surroundings {
  readonly background: PlanBackground;
  readonly times: Times;
  readonly room: number;
  readonly now: Date;
}

function stepView(plan: Plan, step: Step, { background, times, room, now }: Surroundings) {
  // The lease token authorizes its holder to submit a result, so it is never shown.
  const {
    leaseToken: _,
    resultDigest: __,
    reportDigest: ___,
    // Nobody looks at these.
    leaseUserId: ____,
    leaseSessionId: _____,
    addedAfterStepId: ______,
    updatedAt: _______,
    instructions,
    resultSummary,
    ...rest
  } = step;
  const text = background.texts.get(step.id);
  const told = plan.steps.filter((each) => each.resultSummary !== null).slice(-SUMMARIES);
  const isToldOf = told.includes(step);
  return {
    ...rest,
    instructions: excerpt(instructions, room),
    instructionsLength: instructions.length,
    resultSummary: isToldOf && resultSummary ? excerpt(resultSummary, MAX_STEP_TEXT) : null,
    resultLength: text?.resultLength ?? 0,
    reportLength: text?.reportLength ?? 0,
    isClosing: isClosingStep(plan, step),
    isReady: isReady(plan, step),
    isLeaseExpired: step.leaseExpiresAt !== null && step.leaseExpiresAt < now,
    dependsOnOrders: plan.steps
      .filter(({ id }) => step.dependsOn.includes(id))
      .map(({ order }) => order),
    ...(times.get(step.id) ?? NO_TIMES),
  };
}

const NO_TIMES: StepTimes = { activeMs: 0, waitingMs: 0, stalledMs: 0, spans: [] };

function conditionView(plan: Plan, condition: Plan["conditions"][number]) {
  const { id, stepId, expression, action, firedAt } = condition;
  const step = plan.steps.find((candidate) => candidate.id === stepId);
  const target = action.name === "skip_to" ? action.targetStepId : null;
  return {
    id,
    stepId,
    stepOrder: step?.order ?? null,
    expression: excerpt(expression, 500),
    action: action.name,
    targetStepId: target,
    inWords: excerpt(conditionInWords(plan, condition), 1_000),
    firedAt,
  };
}

function reviewView(plan: Plan, review: Review) {
  const share = Math.floor(MAX_REVIEW_CHARACTERS / Math.max(1, plan.reviews.length));
  const room = Math.min(MAX_PER_TEXT, share);
  const questionRoom = Math.floor(room / Math.max(1, review.questions.length));
  const step = plan.steps.find(({ id }) => id === review.stepId);
  return {
    ...review,
    stepOrder: step?.order ?? null,
    summary: excerpt(review.summary, room),
    questions: review.questions.map((question) => excerpt(question, questionRoom)),
    feedback: review.feedback && excerpt(review.feedback, room),
  };
}

function isOpen({ status }: Plan): boolean {
  return status !== "completed" && status !== "failed";
}
