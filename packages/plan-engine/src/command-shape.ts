import type {
  AcceptClosing,
  AssignPlan,
  Command,
  CreatePlan,
  DecideReview,
  DeclineReview,
  FailingClaim,
  Gate,
  RecordUsage,
  ReopenPlan,
  RequestReview,
  ResumeSession,
  StartNextStep,
  StepInput,
  SubmitResult,
} from "./command.ts";
import { fieldCheck } from "./field.ts";
import { LIMITS } from "./limits.ts";
import {
  MODIFICATION_ACTIONS,
  MODIFICATION_FIELDS,
  MODIFICATIONS,
  type ModificationAction,
  type ModificationField,
} from "./modifications.ts";
import type {
  ArchivePlan,
  AskForCheckpoint,
  CancelPlan,
  EditStep,
  RenamePlan,
  RestorePlan,
  SetTags,
  SkipStep,
} from "./person-command.ts";
import { BRANCH_ACTIONS, DECIDED_VIA, REVIEW_DECISIONS, STEP_TYPES } from "./plan.ts";
import { PLAN_FIELDS, type PlanFieldDefinition, type PlanInput } from "./plan-fields.ts";
import {
  anything,
  type Check,
  callable,
  entries,
  flag,
  integer,
  invalid,
  isRecord,
  list,
  number,
  oneOf,
  optional,
  record,
  text,
} from "./shape.ts";
import type { TokenUsage, UsageIncrement } from "./usage.ts";

/** Validates a command, so that the decisions may rely on its types. */
export function checkCommand(command: unknown): asserts command is Command {
  if (!isRecord(command)) throw invalid("", "must be an object");
  oneOf(COMMAND_TYPES)(command.type, "type");
  const type = command.type as Command["type"];
  if (type === "modify_plan") oneOf(MODIFICATION_ACTIONS)(command.action, "action");
  const shape: Shape =
    type === "modify_plan" ? modificationShape(command.action as ModificationAction) : SHAPES[type];
  record(shape)(command, "");
}

export function checkTime(now: unknown): asserts now is Date {
  // A lease that starts in this range also expires at a valid date.
  const isInRange = now instanceof Date && now.getTime() >= 0 && now.getTime() < END_OF_TIME;
  if (!isInRange) throw invalid("now", "must be a date between 1970 and 9999");
}

const END_OF_TIME = Date.UTC(9999, 0);

const id = text({ max: LIMITS.idLength });
const anyNumber = number({ min: -Infinity, max: Infinity });
const note = text({ max: LIMITS.noteLength });
const instructions = text({ max: LIMITS.instructionsLength });
const reason = text({ max: LIMITS.reasonLength });
const person = oneOf(["person"]);
const summary = text({ max: LIMITS.summaryLength });

const counted = optional(integer({ min: 0, max: LIMITS.budgetCount }));
const tokenUsage = optional(
  record({
    tokens: integer({ min: 0, max: LIMITS.budgetTokens }),
    costUsd: number({ min: 0, max: LIMITS.budgetCount }),
  } satisfies ShapeOf<TokenUsage>),
);
const usage = record({
  toolCalls: counted,
  subagents: counted,
  model: tokenUsage,
  client: tokenUsage,
} satisfies ShapeOf<UsageIncrement>);

const claimCount = integer({ min: 0, max: LIMITS.claims });
const gate = record({
  total: claimCount,
  key: claimCount,
  counts: entries(claimCount, { max: LIMITS.claimStatuses }),
  passed: flag,
  failing: list(
    record({
      handle: id,
      statement: text({ max: LIMITS.claimLength }),
      problem: text({ max: LIMITS.reasonLength }),
    } satisfies ShapeOf<FailingClaim>),
    { max: LIMITS.failingClaims },
  ),
  digest: id,
} satisfies ShapeOf<Gate>);

type Shape = Readonly<Record<string, Check>>;
/** Names every field of a command, so that none can go unchecked. */
type ShapeOf<T> = { readonly [Field in Exclude<keyof T, "type" | "action">]-?: Check };

const stepShape: ShapeOf<StepInput> = {
  stepType: oneOf(STEP_TYPES),
  instructions,
  dependsOn: optional(list(anyNumber, { max: LIMITS.stepsInPlan })),
  requiresReview: optional(flag),
  closing: optional(flag),
};

/** Steps as a command brings them; branches carry them inside their free parameters. */
export const stepList = list(record(stepShape), { min: 1, max: LIMITS.stepsAtCreation });

const SHAPES = {
  create_plan: {
    planId: id,
    handle: id,
    newId: callable,
    ...planShape(),
    steps: stepList,
    branchingConditions: optional(
      list(
        record({
          afterStepOrder: anyNumber,
          conditionExpression: (value, field) => {
            if (typeof value !== "string") throw invalid(field, "must be text");
          },
          ifTrueAction: oneOf(BRANCH_ACTIONS),
          actionParams: optional(record({})),
        }),
        { max: LIMITS.conditionsInPlan },
      ),
    ),
  } satisfies ShapeOf<CreatePlan>,
  start_next_step: {
    newLeaseToken: id,
    userId: optional(id),
    sessionId: optional(id),
    client: optional(text({ max: LIMITS.agentLength })),
    agent: optional(text({ max: LIMITS.agentLength })),
    reclaim: optional(flag),
    takeOverStepId: optional(id),
  } satisfies ShapeOf<StartNextStep>,
  submit_result: {
    stepId: id,
    leaseToken: optional(id),
    leaseStepId: optional(id),
    missingFields: optional(oneOf(["accept"])),
    result: anything,
    resultDigest: id,
    report: anything,
    reportDigest: id,
    resultSummary: optional(summary),
    confidence: optional(number({ min: 0, max: 1 })),
    outputFormattingNotes: optional(note),
    usage: optional(usage),
    gate: optional(gate),
    repairStepId: optional(id),
  } satisfies ShapeOf<SubmitResult>,
  request_review: {
    reviewId: id,
    stepId: id,
    leaseToken: optional(id),
    leaseStepId: optional(id),
    summary,
    questions: optional(list(summary, { max: LIMITS.questionsInReview })),
    result: anything,
    missingFields: optional(oneOf(["accept"])),
  } satisfies ShapeOf<RequestReview>,
  decline_review: { stepId: id } satisfies ShapeOf<DeclineReview>,
  decide_review: {
    stepId: optional(id),
    decision: oneOf(REVIEW_DECISIONS),
    feedback: optional(note),
    decidedVia: oneOf(DECIDED_VIA),
    decidedBy: optional(id),
    resultDigest: optional(id),
  } satisfies ShapeOf<DecideReview>,
  record_usage: {
    stepId: optional(id),
    usage,
    client: optional(text({ max: LIMITS.agentLength })),
    sessionId: optional(id),
  } satisfies ShapeOf<RecordUsage>,
  accept_closing: { by: person } satisfies ShapeOf<AcceptClosing>,
  assign_plan: { by: person, assigneeId: optional(id) } satisfies ShapeOf<AssignPlan>,
  reopen_plan: { by: person } satisfies ShapeOf<ReopenPlan>,
  cancel_plan: { by: person, reason } satisfies ShapeOf<CancelPlan>,
  archive_plan: { by: person } satisfies ShapeOf<ArchivePlan>,
  restore_plan: { by: person } satisfies ShapeOf<RestorePlan>,
  rename_plan: {
    by: person,
    name: text({ max: LIMITS.nameLength }),
  } satisfies ShapeOf<RenamePlan>,
  set_tags: {
    by: person,
    // Long enough for texts that normalizing makes shorter.
    tags: list(text({ max: 2 * LIMITS.tagLength }), { max: 2 * LIMITS.tagsOfPlan }),
  } satisfies ShapeOf<SetTags>,
  skip_step: { by: person, stepId: id, reason } satisfies ShapeOf<SkipStep>,
  edit_step: {
    by: person,
    stepId: id,
    stepType: optional(oneOf(STEP_TYPES)),
    instructions: optional(instructions),
    requiresReview: optional(flag),
  } satisfies ShapeOf<EditStep>,
  ask_for_checkpoint: {
    by: person,
    newId: callable,
    instructions,
    insertAfterOrder: optional(integer({ min: 0, max: LIMITS.stepsInPlan })),
  } satisfies ShapeOf<AskForCheckpoint>,
  detect_stall: {},
  resume_session: { sessionId: id, isKnown: flag } satisfies ShapeOf<ResumeSession>,
} satisfies Readonly<Record<Exclude<Command["type"], "modify_plan">, Shape>>;

export const COMMAND_TYPES = [...Object.keys(SHAPES), "modify_plan"] as Command["type"][];

function modificationShape(action: ModificationAction): Shape {
  const { required, optional: allowed } = MODIFICATIONS[action];
  const shape: Record<string, Check> = {};
  for (const field of required) shape[field] = modificationCheck(field);
  for (const field of allowed) shape[field] = optional(modificationCheck(field));
  // New steps need ids, and the engine has no randomness of its own.
  if (shape.steps) shape.newId = callable;
  return { ...shape, modificationRationale: optional(note), by: optional(oneOf(["person"])) };
}

function modificationCheck(field: ModificationField): Check {
  return field === "steps" ? stepList : fieldCheck(MODIFICATION_FIELDS[field]);
}

function planShape(): ShapeOf<PlanInput> {
  const checks = Object.entries<PlanFieldDefinition>(PLAN_FIELDS).map(([name, field]) => {
    const check = fieldCheck(field);
    return [name, field.default === undefined ? check : optional(check)] as const;
  });
  return Object.fromEntries(checks) as ShapeOf<PlanInput>;
}
