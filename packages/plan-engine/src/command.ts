import type { Json } from "@trovella/foundation";
import type { FieldValue } from "./field.ts";
import type {
  MODIFICATION_FIELDS,
  MODIFICATIONS,
  ModificationAction,
  ModificationField,
} from "./modifications.ts";
import type { NewId } from "./new-id.ts";
import type { PersonCommand } from "./person-command.ts";
import type { BranchActionName, DecidedVia, ReviewDecision, StepType } from "./plan.ts";
import type { PlanInput } from "./plan-fields.ts";
import type { UsageIncrement } from "./usage.ts";

export interface StepInput {
  readonly stepType: StepType;
  readonly instructions: string;
  /** Orders of earlier steps; in added steps, orders after insertion. */
  readonly dependsOn?: readonly number[] | undefined;
  /** Left out, the step's type decides. */
  readonly requiresReview?: boolean | undefined;
  /** Writes the document. In a plan that marks none it is the last step. */
  readonly closing?: boolean | undefined;
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
  readonly handle: string;
  readonly newId: NewId;
  readonly steps: readonly StepInput[];
  readonly branchingConditions?: readonly BranchingConditionInput[] | undefined;
}

/** A client at work on a plan. Two sessions never share a lease, whatever they call their agents (R34). */
export interface Holder {
  readonly userId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly client?: string | undefined;
  /** Tells apart the workers of one session. */
  readonly agent?: string | undefined;
}

export interface NextStepQuery extends Holder {
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
  /** The step that the token was once given for, if it is not this step's current one. */
  readonly leaseStepId?: string | undefined;
  /** Accepts a result without the fields that the step's conditions read (R32). */
  readonly missingFields?: "accept" | undefined;
  readonly result: Json;
  readonly resultDigest: string;
  readonly report: Json;
  readonly reportDigest: string;
  readonly resultSummary?: string | undefined;
  readonly confidence?: number | undefined;
  readonly outputFormattingNotes?: string | undefined;
  readonly usage?: UsageIncrement | undefined;
  /** What the plan's claims are worth, where `needsGate` asks for it. */
  readonly gate?: Gate | undefined;
  /** The id of the repair step, should the gate add one. */
  readonly repairStepId?: string | undefined;
}

/** The claims of a plan as its gate sees them. The caller judges them; the engine decides what follows. */
export interface Gate {
  readonly total: number;
  /** How many of them are key claims. */
  readonly key: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly passed: boolean;
  /** Key claims first; not all of them where there are many. */
  readonly failing: readonly FailingClaim[];
  readonly digest: string;
}

export interface FailingClaim {
  readonly handle: string;
  readonly statement: string;
  readonly problem: string;
}

export interface RequestReview {
  readonly type: "request_review";
  readonly reviewId: string;
  readonly stepId: string;
  readonly leaseToken?: string | undefined;
  readonly leaseStepId?: string | undefined;
  readonly summary: string;
  readonly questions?: readonly string[] | undefined;
  /** What the step found; approval makes it the step's result. */
  readonly result?: Json | undefined;
  /** Asks for the review although the result lacks fields that the step's conditions read (R32). */
  readonly missingFields?: "accept" | undefined;
}

/** The person declined to decide in the client. */
export interface DeclineReview {
  readonly type: "decline_review";
  readonly stepId: string;
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
  /** Left out, an assistant asks for it. */
  readonly by?: "person" | undefined;
} & { readonly [Field in FieldsOf<Action>["required"][number]]: FieldType<Field> } & {
  readonly [Field in FieldsOf<Action>["optional"][number]]?: FieldType<Field> | undefined;
} & ("steps" extends FieldsOf<Action>["required"][number] ? { readonly newId: NewId } : unknown);

export type ModifyPlan = {
  [Action in ModificationAction]: ModificationOf<Action>;
}[ModificationAction];

/** Usage that does not come with a result; counted even when the plan is closed. */
export interface RecordUsage {
  readonly type: "record_usage";
  readonly stepId?: string | undefined;
  readonly usage: UsageIncrement;
  readonly client?: string | undefined;
  readonly sessionId?: string | undefined;
}

/** A person lets a plan end early whose budget is nearly used up. */
export interface AcceptClosing {
  readonly type: "accept_closing";
  readonly by: "person";
}

/** A person undoes the failure of the step whose end completed the plan (R37). */
export interface ReopenPlan {
  readonly type: "reopen_plan";
  readonly by: "person";
}

/** A person says who is asked to review the plan's checkpoints; null is its owner (R38). */
export interface AssignPlan {
  readonly type: "assign_plan";
  readonly by: "person";
  readonly assigneeId?: string | null | undefined;
}

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
  | DeclineReview
  | DecideReview
  | ModifyPlan
  | ReopenPlan
  | RecordUsage
  | AcceptClosing
  | AssignPlan
  | PersonCommand
  | DetectStall
  | ResumeSession;
