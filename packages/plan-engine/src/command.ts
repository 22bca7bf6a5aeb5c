import type { Json } from "@trovella/foundation";
import type {
  BranchActionName,
  DecidedVia,
  ReviewDecision,
  ReviewPolicy,
  StepType,
} from "./plan.ts";

/** Gives a fresh id; the engine has no randomness of its own. */
export type NewId = (kind: "step" | "condition") => string;

export interface StepInput {
  readonly stepType: StepType;
  readonly instructions: string;
  /** Orders of earlier steps; in added steps, orders after insertion. */
  readonly dependsOn?: readonly number[] | undefined;
}

export interface BranchingConditionInput {
  readonly afterStepOrder: number;
  readonly conditionExpression: string;
  readonly ifTrueAction: BranchActionName;
  readonly actionParams?: Readonly<Record<string, unknown>> | undefined;
}

export interface CreatePlan {
  readonly type: "create_plan";
  readonly planId: string;
  readonly newId: NewId;
  readonly name: string;
  readonly researchQuestion: string;
  readonly steps: readonly StepInput[];
  readonly branchingConditions?: readonly BranchingConditionInput[] | undefined;
  readonly planDesignRationale?: string | undefined;
  readonly outputFormattingNotes?: string | undefined;
  readonly stallThresholdMs?: number | undefined;
  readonly reviewPolicy?: ReviewPolicy | undefined;
}

export interface NextStepQuery {
  readonly agent?: string | undefined;
  readonly reclaim?: boolean | undefined;
  readonly takeOverStepId?: string | undefined;
}

export interface StartNextStep extends NextStepQuery {
  readonly type: "start_next_step";
  /** The token of the lease, should a step be handed out. */
  readonly newLeaseToken: string;
}

export interface SubmitResult {
  readonly type: "submit_result";
  readonly stepId: string;
  readonly leaseToken?: string | undefined;
  readonly result: Json;
  readonly resultDigest: string;
  readonly report: Json;
  readonly reportDigest: string;
  readonly resultSummary?: string | undefined;
  readonly confidence?: number | undefined;
  readonly outputFormattingNotes?: string | undefined;
}

export interface RequestReview {
  readonly type: "request_review";
  readonly reviewId: string;
  readonly stepId: string;
  readonly leaseToken?: string | undefined;
  readonly summary: string;
  readonly questions?: readonly string[] | undefined;
}

export interface DecideReview {
  readonly type: "decide_review";
  /** May be left out while exactly one step waits. */
  readonly stepId?: string | undefined;
  readonly decision: ReviewDecision;
  readonly feedback?: string | undefined;
  readonly decidedVia: DecidedVia;
  readonly decidedBy?: string | undefined;
  /** Digest of `approvalResult`, needed to approve. */
  readonly resultDigest?: string | undefined;
}

interface Modification {
  readonly type: "modify_plan";
  readonly modificationRationale?: string | undefined;
}

export interface AddSteps extends Modification {
  readonly action: "add_steps";
  readonly newId: NewId;
  readonly steps: readonly StepInput[];
  /** 0 puts them first; left out, they go to the end. */
  readonly insertAfterOrder?: number | undefined;
}

export interface RemoveStep extends Modification {
  readonly action: "remove_step";
  readonly stepId: string;
}

export interface ReorderSteps extends Modification {
  readonly action: "reorder_steps";
  readonly stepIds: readonly string[];
}

export interface UpdateStepInstructions extends Modification {
  readonly action: "update_step_instructions";
  readonly stepId: string;
  readonly instructions: string;
}

export interface FailStep extends Modification {
  readonly action: "fail_step";
  readonly stepId: string;
  readonly reason?: string | undefined;
}

export interface RetryStep extends Modification {
  readonly action: "retry_step";
  readonly stepId: string;
}

export type ModifyPlan =
  | AddSteps
  | RemoveStep
  | ReorderSteps
  | UpdateStepInstructions
  | FailStep
  | RetryStep;

export interface DetectStall {
  readonly type: "detect_stall";
}

export interface ResumeSession {
  readonly type: "resume_session";
  readonly sessionId: string;
  /** Whether the plan's audit log already names this session. */
  readonly isKnown: boolean;
}

export type Command =
  | CreatePlan
  | StartNextStep
  | SubmitResult
  | RequestReview
  | DecideReview
  | ModifyPlan
  | DetectStall
  | ResumeSession;
