import { AppError } from "@trovella/foundation";
import { applyEvents } from "../../../plan-engine/src/apply-event.ts";
import type {
  BranchingConditionInput,
  Command,
  CreatePlan,
  DecideReview,
  Gate,
  ModifyPlan,
  NextStepQuery,
  RequestReview,
  StepInput,
  SubmitResult,
} from "../../../plan-engine/src/command.ts";
import { decide } from "../../../plan-engine/src/decide.ts";
import type { ModificationAction } from "../../../plan-engine/src/modifications.ts";
import type { Plan, ReviewDecision, Step } from "../../../plan-engine/src/plan.ts";
import type { PlanEvent, PlanEventOf } from "../../../plan-engine/src/plan-event.ts";
import { type ModificationInput, modificationInput } from "./modification-input.ts";

export const NOW = new Date("2026-01-01T12:00:00.000Z");

export function after(minutes: number): Date {
  return new Date(NOW.getTime() + minutes * 60_000);
}

/** Ids that count up: step-1, step-2, condition-1, … */
export function countingIds(prefix = ""): CreatePlan["newId"] {
  const counts = { step: 0, condition: 0 };
  return (kind) => {
    counts[kind] += 1;
    return `${prefix}${kind}-${counts[kind]}`;
  };
}

export function step(dependsOn?: number[]): StepInput {
  return { stepType: "search", instructions: "Find sources.", dependsOn };
}

/** A step that only a review decision settles. */
export function checkpoint(dependsOn?: number[]): StepInput {
  return { stepType: "checkpoint", instructions: "Ask the person.", dependsOn };
}

export function creation(
  steps: number | StepInput[],
  overrides: Partial<CreatePlan> = {},
): CreatePlan {
  return {
    type: "create_plan",
    planId: "plan-1",
    handle: "p-222222",
    newId: countingIds(),
    name: "[Scan] Tea",
    researchQuestion: "Is tea good?",
    steps: typeof steps === "number" ? Array.from({ length: steps }, () => step()) : steps,
    ...overrides,
  };
}

/** A new plan whose steps are step-1, step-2, … */
export function planOf(steps: number | StepInput[], overrides: Partial<CreatePlan> = {}): Plan {
  const events = decide(null, creation(steps, overrides), NOW);
  return applyEvents(null, events as [PlanEvent, ...PlanEvent[]]);
}

export function planWithConditions(steps: number, ...conditions: BranchingConditionInput[]): Plan {
  return planOf(steps, { branchingConditions: conditions });
}

/** The plan after these commands, all at the same time. */
export function run(plan: Plan, commands: readonly Command[], now: Date = NOW): Plan {
  return commands.reduce(
    (current, command) => applyEvents(current, decide(current, command, now)),
    plan,
  );
}

let tokenCount = 0;

export function next(query: NextStepQuery & { newLeaseToken?: string } = {}): Command {
  tokenCount += 1;
  return { type: "start_next_step", newLeaseToken: `token-${tokenCount}`, ...query };
}

export function submit(stepId: string, overrides: Partial<SubmitResult> = {}): SubmitResult {
  return {
    type: "submit_result",
    stepId,
    result: { found: 3 },
    resultDigest: "digest-of-result",
    report: { thinking: "" },
    reportDigest: "digest-of-report",
    ...overrides,
  };
}

/** A gate that one of two key claims does not pass. */
export function failedGate(overrides: Partial<Gate> = {}): Gate {
  return {
    total: 3,
    key: 2,
    counts: { supported: 2, unsupported: 1 },
    passed: false,
    failing: [{ handle: "c7", statement: "Tea rose by 12 %.", problem: "The source says 21 %." }],
    digest: "digest-of-claims",
    ...overrides,
  };
}

export function review(stepId: string, overrides: Partial<RequestReview> = {}): RequestReview {
  return {
    type: "request_review",
    reviewId: `review-of-${stepId}`,
    stepId,
    summary: "Three sources found.",
    ...overrides,
  };
}

export function decision(
  chosen: ReviewDecision,
  overrides: Partial<DecideReview> = {},
): DecideReview {
  return {
    type: "decide_review",
    decision: chosen,
    decidedVia: "console",
    resultDigest: "digest-of-approval",
    ...(chosen === "modify" ? { feedback: "Look further back." } : {}),
    ...overrides,
  };
}

export function modify(modification: ModificationInput, newId = countingIds("new-")): ModifyPlan {
  return { type: "modify_plan", newId, ...modification } as ModifyPlan;
}

/** The action with all its fields, for the plan as it is. */
export function exampleModification(action: ModificationAction, { steps }: Plan): ModifyPlan {
  return modify(modificationInput(action, { steps }));
}

export function eventTypes(events: readonly PlanEvent[]): string[] {
  return events.map((event) => event.type);
}

export function eventOf<Type extends PlanEvent["type"]>(
  events: readonly PlanEvent[],
  type: Type,
): PlanEventOf<Type> {
  const found = events.find((event) => event.type === type);
  if (!found) throw new Error(`no ${type} among ${eventTypes(events).join(", ")}`);
  return found as PlanEventOf<Type>;
}

export function stepOf(plan: Plan, stepId: string): Step {
  const found = plan.steps.find((candidate) => candidate.id === stepId);
  if (!found) throw new Error(`no step ${stepId}`);
  return found;
}

export function statusesOf(plan: Plan): string[] {
  return plan.steps.map((candidate) => candidate.status);
}

export function idsOf(plan: Plan): string[] {
  return plan.steps.map((candidate) => candidate.id);
}

/** The AppError that the work throws; anything else is a failure of the test. */
export function refusal(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("expected a refusal");
}

export function codeOf(work: () => unknown): string {
  return refusal(work).code;
}
