import type { ErrorCode, Json } from "@trovella/foundation";
import {
  type BranchActionName,
  type BranchingConditionDefinition,
  type DecidedVia,
  isReviewedType,
  type PlanStatus,
  type ReviewDecision,
  type StepDefinition,
  type StepType,
} from "./plan.ts";
import { type PlanFields, planFields } from "./plan-fields.ts";
import { modeOf, type PlanMode } from "./plan-name.ts";
import type { Budget, Phase, PhaseCause } from "./spending.ts";
import type { UsageIncrement } from "./usage.ts";

/**
 * `auto_advanced`: the step was started only to be settled in the same command. `closing`: the budget leaves only
 * closing steps.
 */
export type StartReason =
  | "next"
  | "closing"
  | "sent_back"
  | "reissued"
  | "taken_over"
  | "auto_advanced";

export interface Lease {
  readonly token: string;
  /** The name of the agent, as it calls itself. */
  readonly holder: string | null;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly client: string | null;
  readonly expiresAt: Date;
}

/** An event that may end an attempt of its step. Events of versions before budgets have no time. */
interface EndOfAttempt {
  /** What the attempt took, without waiting for people. */
  readonly workMs?: number | undefined;
}

interface PlanCreated extends PlanFields {
  readonly type: "plan_created";
  readonly planId: string;
  readonly handle: string;
  readonly mode: PlanMode | null;
  readonly steps: readonly StepDefinition[];
  readonly conditions: readonly BranchingConditionDefinition[];
}

interface StepStarted extends EndOfAttempt {
  readonly type: "step_started";
  readonly stepId: string;
  readonly attempt: number;
  readonly reason: StartReason;
  readonly lease: Lease | null;
}

interface StepCompleted extends EndOfAttempt {
  readonly type: "step_completed";
  readonly stepId: string;
  readonly resultDigest: string;
  readonly reportDigest: string | null;
  readonly resultSummary: string | null;
  readonly confidence: number | null;
  readonly outputFormattingNotes: string | null;
  readonly usage?: UsageIncrement | undefined;
}

interface StepFailed extends EndOfAttempt {
  readonly type: "step_failed";
  readonly stepId: string;
  readonly reason: string | null;
  readonly rationale: string | null;
}

interface StepSkipped extends EndOfAttempt {
  readonly type: "step_skipped";
  readonly stepId: string;
  readonly by: "branch" | "review" | "budget" | "person";
  /** Why a person left the step out. */
  readonly reason?: string | undefined;
}

interface StepSentBack {
  readonly type: "step_sent_back";
  readonly stepId: string;
  readonly feedback: string;
}

interface StepRetried {
  readonly type: "step_retried";
  readonly stepId: string;
  readonly rationale: string | null;
}

interface StepsAdded {
  readonly type: "steps_added";
  readonly afterOrder: number;
  readonly steps: readonly StepDefinition[];
  /** The completed step whose condition or gate added them; null when the plan was modified. */
  readonly branchOf: string | null;
  /** The steps that wait for the last added one from now on (R33). */
  readonly waitingStepIds: readonly string[];
  readonly rationale: string | null;
}

interface StepRemoved {
  readonly type: "step_removed";
  readonly stepId: string;
  readonly rationale: string | null;
}

interface StepsReordered {
  readonly type: "steps_reordered";
  readonly stepIds: readonly string[];
  readonly rationale: string | null;
}

interface InstructionsUpdated {
  readonly type: "instructions_updated";
  readonly stepId: string;
  readonly instructions: string;
  readonly rationale: string | null;
}

/** A person changed what a pending step is (R37). */
interface StepEdited {
  readonly type: "step_edited";
  readonly stepId: string;
  readonly stepType: StepType;
  readonly instructions: string;
  readonly requiresReview: boolean;
}

interface PlanRenamed {
  readonly type: "plan_renamed";
  readonly name: string;
  readonly before: string;
}

interface TagsSet {
  readonly type: "tags_set";
  readonly tags: readonly string[];
}

interface PlanArchived {
  readonly type: "plan_archived";
}

interface PlanRestored {
  readonly type: "plan_restored";
}

interface BranchTaken {
  readonly type: "branch_taken";
  readonly conditionId: string;
  readonly stepId: string;
  readonly action: BranchActionName;
  /** The budget leaves no room for the steps that it would have added. */
  readonly isWithoutEffect?: true | undefined;
}

interface ReviewRequested {
  readonly type: "review_requested";
  readonly reviewId: string;
  readonly stepId: string;
  readonly summary: string;
  readonly questions: readonly string[];
  readonly result: Json;
}

/** The person was asked in the client and declined to decide there. */
interface ReviewDeclined {
  readonly type: "review_declined";
  readonly reviewId: string;
  readonly stepId: string;
}

interface ReviewDecided {
  readonly type: "review_decided";
  readonly reviewId: string;
  readonly stepId: string;
  readonly decision: ReviewDecision;
  readonly feedback: string | null;
  readonly decidedVia: DecidedVia;
  readonly decidedBy: string | null;
}

interface StallDetected {
  readonly type: "stall_detected";
  readonly stepIds: readonly string[];
}

interface SessionResumed {
  readonly type: "session_resumed";
  readonly sessionId: string;
}

/** A refused result is kept here whole, since no row holds it. */
interface ResultRefused {
  readonly type: "result_refused";
  readonly stepId: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly leaseToken: string | null;
  readonly result: Json;
  readonly report: Json;
  readonly resultSummary: string | null;
  readonly confidence: number | null;
  /** Its texts were removed by retention; a later `texts_removed` has the digest of what is left. */
  readonly removed?: RemovedTexts | undefined;
}

interface RemovedTexts {
  readonly at: string;
  readonly fields: readonly string[];
}

/** What is left of an event whose texts were removed, by the number of its row in the log. */
export interface RemainingEvent {
  readonly seq: number;
  readonly digest: string;
}

/** Retention removed texts of refused results (R40). The rows keep the digests of what they had. */
interface TextsRemoved {
  readonly type: "texts_removed";
  readonly left: readonly RemainingEvent[];
}

/** The only event after which a closed plan is open again (R37). */
interface PlanReopened {
  readonly type: "plan_reopened";
  readonly stepId: string;
}

interface UsageRecorded {
  readonly type: "usage_recorded";
  /** Null when the step is not known. */
  readonly stepId: string | null;
  readonly usage: UsageIncrement;
  /** The client program that measured it. */
  readonly client: string | null;
  readonly sessionId: string | null;
}

/** The phase is decided again by what follows in the same command. */
interface BudgetChanged {
  readonly type: "budget_changed";
  readonly budget: Budget;
  readonly by: "person" | "assistant";
  readonly rationale: string | null;
}

interface BudgetPhaseChanged {
  readonly type: "budget_phase_changed";
  readonly from: Phase;
  readonly to: Phase;
  readonly cause: PhaseCause;
}

/** A person agreed that the plan is brought to its end, so nobody is asked again. */
interface ClosingAccepted {
  readonly type: "closing_accepted";
}

/** Null when the owner is asked again. */
interface PlanAssigned {
  readonly type: "plan_assigned";
  readonly assigneeId: string | null;
}

/** What the gate saw: the claims of the plan by status, and their digest. */
interface GateOutcome {
  readonly stepId: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly digest: string;
}

interface GatePassed extends GateOutcome {
  readonly type: "gate_passed";
}

/** A repair step follows. */
interface GateFailed extends GateOutcome {
  readonly type: "gate_failed";
  /** Which repair of the plan it is, from 1. */
  readonly repair: number;
}

export type WaiverReason = "repairs_used" | "budget" | "steps_limit";

/** The gate was not passed, and the plan goes on all the same. */
interface GateWaived extends GateOutcome {
  readonly type: "gate_waived";
  readonly why: WaiverReason;
}

/** Under the policy `warn`, whatever the claims are worth. */
interface GateNoted extends GateOutcome {
  readonly type: "gate_noted";
}

/** Every move is a valid transition; the last one is the new status. */
interface PlanStatusChanged extends EndOfAttempt {
  readonly type: "plan_status_changed";
  readonly from: PlanStatus;
  readonly moves: readonly PlanStatus[];
  readonly reason: string | null;
  /** A person cancelled the plan: its open steps are settled, and the time of their attempts is counted here. */
  readonly isCancelled?: true | undefined;
}

export type PlanEvent = { readonly at: Date } & (
  | PlanCreated
  | StepStarted
  | StepCompleted
  | StepFailed
  | StepSkipped
  | StepSentBack
  | StepRetried
  | StepsAdded
  | StepRemoved
  | StepsReordered
  | InstructionsUpdated
  | StepEdited
  | PlanRenamed
  | TagsSet
  | PlanArchived
  | PlanRestored
  | BranchTaken
  | ReviewRequested
  | ReviewDeclined
  | ReviewDecided
  | StallDetected
  | SessionResumed
  | ResultRefused
  | TextsRemoved
  | PlanReopened
  | UsageRecorded
  | BudgetChanged
  | BudgetPhaseChanged
  | ClosingAccepted
  | PlanAssigned
  | GatePassed
  | GateFailed
  | GateWaived
  | GateNoted
  | PlanStatusChanged
);

export type PlanEventOf<Type extends PlanEvent["type"]> = Extract<PlanEvent, { type: Type }>;

/** Restores an event that was stored as JSON: its dates, and fields that older versions did not write. */
export function reviveEvent(stored: unknown): PlanEvent {
  const event = stored as PlanEvent;
  const at = new Date(event.at);
  switch (event.type) {
    case "plan_created": {
      const { mode = modeOf(event.name), handle = "" } = event;
      const steps = event.steps.map(reviveStep);
      const conditions = event.conditions.map(reviveCondition);
      return { ...event, ...planFields(event), handle, mode, steps, conditions, at };
    }
    case "steps_added": {
      const { branchOf = null, waitingStepIds = [] } = event;
      return { ...event, steps: event.steps.map(reviveStep), branchOf, waitingStepIds, at };
    }
    case "step_started":
      return { ...event, lease: event.lease && reviveLease(event.lease), at };
    case "review_requested": {
      const { result = null } = event;
      return { ...event, result, at };
    }
    default:
      return { ...event, at };
  }
}

// What version 0.1 did not write: the handle, the mode, who holds a lease beside the agent's name, which steps require
// review and which are closing.

function reviveLease(lease: Lease): Lease {
  const { userId = null, sessionId = null, client = null } = lease;
  return { ...lease, userId, sessionId, client, expiresAt: new Date(lease.expiresAt) };
}

function reviveStep(step: StepDefinition): StepDefinition {
  const { requiresReview = isReviewedType(step.type), isClosing = false } = step;
  return { ...step, requiresReview, isClosing };
}

function reviveCondition(condition: BranchingConditionDefinition): BranchingConditionDefinition {
  const { action } = condition;
  if (action.name !== "add_steps") return condition;
  return { ...condition, action: { ...action, steps: action.steps.map(reviveStep) } };
}
