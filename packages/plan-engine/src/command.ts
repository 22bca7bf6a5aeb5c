import type { Json } from "@trovella/foundation";
import type { FieldValue } from "./field.ts";
import type {
  MODIFICATION_FIELDS,
  MODIFICATIONS,
  ModificationAction,
  ModificationField,
} from "./modifications.ts";
import type { BranchActionName, DecidedVia, ReviewDecision, StepType } from "./plan.ts";
import type { PlanInput } from "./plan-fields.ts";

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

export interface CreatePlan extends PlanInput {
  readonly type: "create_plan";
  readonly planId: string;
  readonly newId: NewId;
  readonly steps: readonly StepInput[];
  readonly branchingConditions?: readonly BranchingConditionInput[] | undefined;
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

type FieldType<Field extends ModificationField> = Field extends "steps"
  ? readonly StepInput[]
  : FieldValue<(typeof MODIFICATION_FIELDS)[Field]>;
type FieldsOf<Action extends ModificationAction> = (typeof MODIFICATIONS)[Action];

/** One action of modify_plan, as the record of modifications describes it. */
export type ModificationOf<Action extends ModificationAction> = {
  readonly type: "modify_plan";
  readonly action: Action;
  readonly modificationRationale?: string | undefined;
} & { readonly [Field in FieldsOf<Action>["required"][number]]: FieldType<Field> } & {
  readonly [Field in FieldsOf<Action>["optional"][number]]?: FieldType<Field> | undefined;
} & ("steps" extends FieldsOf<Action>["required"][number] ? { readonly newId: NewId } : unknown);

export type ModifyPlan = {
  [Action in ModificationAction]: ModificationOf<Action>;
}[ModificationAction];

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
