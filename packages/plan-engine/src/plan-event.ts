import type { ErrorCode, Json } from "@trovella/foundation";
import type {
  BranchActionName,
  BranchingConditionDefinition,
  DecidedVia,
  PlanStatus,
  ReviewDecision,
  StepDefinition,
} from "./plan.ts";
import { type PlanFields, planFields } from "./plan-fields.ts";
import { modeOf, type PlanMode } from "./plan-name.ts";

/** `auto_advanced`: the step was started only to be settled in the same command. */
export type StartReason = "next" | "sent_back" | "reissued" | "taken_over" | "auto_advanced";

export interface Lease {
  readonly token: string;
  readonly holder: string | null;
  readonly expiresAt: Date;
}

interface PlanCreated extends PlanFields {
  readonly type: "plan_created";
  readonly planId: string;
  readonly mode: PlanMode | null;
  readonly steps: readonly StepDefinition[];
  readonly conditions: readonly BranchingConditionDefinition[];
}

interface StepStarted {
  readonly type: "step_started";
  readonly stepId: string;
  readonly attempt: number;
  readonly reason: StartReason;
  readonly lease: Lease | null;
}

interface StepCompleted {
  readonly type: "step_completed";
  readonly stepId: string;
  readonly resultDigest: string;
  readonly reportDigest: string | null;
  readonly resultSummary: string | null;
  readonly confidence: number | null;
  readonly outputFormattingNotes: string | null;
}

interface StepFailed {
  readonly type: "step_failed";
  readonly stepId: string;
  readonly reason: string | null;
  readonly rationale: string | null;
}

interface StepSkipped {
  readonly type: "step_skipped";
  readonly stepId: string;
  readonly by: "branch" | "review";
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

interface BranchTaken {
  readonly type: "branch_taken";
  readonly conditionId: string;
  readonly stepId: string;
  readonly action: BranchActionName;
}

interface ReviewRequested {
  readonly type: "review_requested";
  readonly reviewId: string;
  readonly stepId: string;
  readonly summary: string;
  readonly questions: readonly string[];
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
}

/** Every move is a valid transition; the last one is the new status. */
interface PlanStatusChanged {
  readonly type: "plan_status_changed";
  readonly from: PlanStatus;
  readonly moves: readonly PlanStatus[];
  readonly reason: string | null;
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
  | BranchTaken
  | ReviewRequested
  | ReviewDecided
  | StallDetected
  | SessionResumed
  | ResultRefused
  | PlanStatusChanged
);

export type PlanEventOf<Type extends PlanEvent["type"]> = Extract<PlanEvent, { type: Type }>;

/** Restores an event that was stored as JSON: its dates, and fields that older versions did not write. */
export function reviveEvent(stored: unknown): PlanEvent {
  const event = stored as PlanEvent;
  const at = new Date(event.at);
  if (event.type === "plan_created") {
    // Version 0.1 did not write the mode.
    const { mode = modeOf(event.name) } = event;
    return { ...event, ...planFields(event), mode, at };
  }
  if (event.type !== "step_started" || !event.lease) return { ...event, at };
  const lease = { ...event.lease, expiresAt: new Date(event.lease.expiresAt) };
  return { ...event, at, lease };
}
