import { AppError, type Json } from "@trovella/foundation";
import type { PlanFields } from "./plan-fields.ts";
import type { PlanMode } from "./plan-name.ts";
import type { Phase, PhaseCause, Spent } from "./spending.ts";
import type { StepUsage } from "./usage.ts";

export const PLAN_STATUSES = [
  "planning",
  "executing",
  "awaiting_review",
  "stalled",
  "completed",
  "failed",
] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const STEP_STATUSES = [
  "pending",
  "in_progress",
  "awaiting_input",
  "completed",
  "skipped",
  "failed",
] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

export const STEP_TYPES = [
  "search",
  "extract",
  "analyze",
  "critique",
  "synthesize",
  "checkpoint",
  "custom",
] as const;
export type StepType = (typeof STEP_TYPES)[number];

export const BRANCH_ACTIONS = ["skip_to", "add_steps", "fail", "continue"] as const;
export type BranchActionName = (typeof BRANCH_ACTIONS)[number];

export const REVIEW_DECISIONS = ["approve", "reject", "modify", "skip"] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/**
 * The channels of a review decision, best proof of a person first: a browser session of this server, a click in a card
 * inside the chat, the client's word that its user answered, a token, the model's word.
 */
export const DECIDED_VIA = ["console", "app", "elicitation", "api", "relayed"] as const;
export type DecidedVia = (typeof DECIDED_VIA)[number];

/** Everything a decision may depend on. Results and reports stay outside, known by their SHA-256. */
export interface Plan extends PlanFields {
  readonly id: string;
  /** The short name that people and models use, unique in the organization. Plans older than handles have none in their events. */
  readonly handle: string;
  readonly mode: PlanMode | null;
  readonly status: PlanStatus;
  /** Rises by one with every committed command. */
  readonly version: number;
  /** Of a cancelled plan, what the person said. */
  readonly failureReason: string | null;
  /** It failed because a person cancelled it (R37). */
  readonly isCancelled: boolean;
  /** When a person put the closed plan out of sight. */
  readonly archivedAt: Date | null;
  /** Normalized, each once. */
  readonly tags: readonly string[];
  readonly spent: Spent;
  readonly phase: Phase;
  readonly phaseCause: PhaseCause | null;
  /** When a person agreed that the plan is brought to its end. */
  readonly closingAcceptedAt: Date | null;
  /** The person who is asked to review it instead of its owner (R38). */
  readonly assigneeId: string | null;
  /** Counts the steps that were added because claims lacked support (R29). */
  readonly repairs: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
  /** When the plan was completed or failed; what is noted afterwards does not move it. */
  readonly closedAt: Date | null;
  /** Counts every step the plan ever had, so that the number of a removed one is not given again. */
  readonly stepsCreated: number;
  /** In order; `step.order` is the position, counted from 1. */
  readonly steps: readonly Step[];
  /** In creation order, which is also the order of evaluation. */
  readonly conditions: readonly BranchingCondition[];
  /** In the order they were requested. */
  readonly reviews: readonly Review[];
}

/** A step as it is added to a plan. */
export interface StepDefinition {
  readonly id: string;
  readonly type: StepType;
  readonly instructions: string;
  /** Ids of the earlier steps that must be settled before this one is handed out. */
  readonly dependsOn: readonly string[];
  /** Only a review decision settles the step (R31). */
  readonly requiresReview: boolean;
  /** It writes the document, so it is still handed out when the budget is used up (R18). */
  readonly isClosing: boolean;
}

export interface Step extends StepDefinition {
  /** Counts the steps of the plan as they are created; unlike `order` it never changes. */
  readonly number: number;
  readonly order: number;
  /** The step whose branching condition or gate added this one. */
  readonly addedAfterStepId: string | null;
  readonly status: StepStatus;
  /** Counts the starts of the step. */
  readonly attempt: number;
  /** Token of the current attempt; it outlives the lease, so that an older one can be recognized. */
  readonly leaseToken: string | null;
  /** The name of the agent that holds the step, as it calls itself. */
  readonly leaseHolder: string | null;
  readonly leaseUserId: string | null;
  readonly leaseSessionId: string | null;
  readonly leaseClient: string | null;
  /** Null while the step has no holder: an in_progress step without it was sent back by a review. */
  readonly leaseExpiresAt: Date | null;
  readonly resultDigest: string | null;
  readonly reportDigest: string | null;
  readonly resultSummary: string | null;
  readonly confidence: number | null;
  readonly outputFormattingNotes: string | null;
  readonly failureReason: string | null;
  readonly usage: StepUsage | null;
  readonly startedAt: Date | null;
  /** The time at which the step was completed, skipped or failed. */
  readonly completedAt: Date | null;
  readonly lastActivityAt: Date | null;
  readonly updatedAt: Date;
}

export type BranchAction =
  | { readonly name: "skip_to"; readonly targetStepId: string }
  | { readonly name: "add_steps"; readonly steps: readonly StepDefinition[] }
  | { readonly name: "fail"; readonly reason: string }
  | { readonly name: "continue" };

export interface BranchingConditionDefinition {
  readonly id: string;
  readonly stepId: string;
  readonly expression: string;
  readonly action: BranchAction;
}

export interface BranchingCondition extends BranchingConditionDefinition {
  readonly firedAt: Date | null;
}

export interface Review {
  readonly id: string;
  readonly stepId: string;
  readonly summary: string;
  readonly questions: readonly string[];
  /** What the step found; becomes its result when the review is approved. */
  readonly result: Json;
  readonly requestedAt: Date;
  /** When the person last declined to decide in the client. */
  readonly declinedAt: Date | null;
  readonly decision: ReviewDecision | null;
  readonly feedback: string | null;
  readonly decidedVia: DecidedVia | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
}

/** Whether steps of this type require review unless the plan says otherwise. */
export function isReviewedType(type: StepType): boolean {
  return type === "checkpoint";
}

export function isSettled(status: StepStatus): boolean {
  return status === "completed" || status === "skipped" || status === "failed";
}

export function isClosed(status: PlanStatus): boolean {
  return status === "completed" || status === "failed";
}

/** The short name of a step within its plan. */
export function stepHandle({ number }: Pick<Step, "number">): string {
  return `s${number}`;
}

export function findStep(plan: Plan, stepId: string): Step {
  const step = plan.steps.find((candidate) => candidate.id === stepId);
  if (step) return step;
  throw new AppError(
    "NOT_FOUND",
    "This plan has no such step. Next: call get_plan_status to see the ids of its steps.",
    { planId: plan.id, stepId },
  );
}
