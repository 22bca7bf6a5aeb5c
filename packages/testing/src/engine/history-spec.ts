import fc from "fast-check";
import type {
  BranchingConditionInput,
  Command,
  CreatePlan,
  StepInput,
} from "../../../plan-engine/src/command.ts";
import {
  MODIFICATION_ACTIONS,
  type ModificationAction,
} from "../../../plan-engine/src/modifications.ts";
import type { NewId } from "../../../plan-engine/src/new-id.ts";
import type { Plan } from "../../../plan-engine/src/plan.ts";
import { REVIEW_POLICIES, type ReviewPolicy } from "../../../plan-engine/src/plan-fields.ts";
import { randomPlanFields } from "./plan-field-examples.ts";
import { Random } from "./random.ts";

type PlainKind = Exclude<Command["type"], "modify_plan">;
type CommandKind = PlainKind | ModificationAction;

/** Relative frequency of each kind of command; an action of modify_plan has 1. */
const WEIGHTS: Readonly<Record<PlainKind, number>> = {
  start_next_step: 8,
  submit_result: 7,
  request_review: 3,
  decide_review: 5,
  decline_review: 1,
  record_usage: 1,
  accept_closing: 1,
  assign_plan: 1,
  reopen_plan: 1,
  cancel_plan: 1,
  archive_plan: 1,
  restore_plan: 1,
  rename_plan: 1,
  set_tags: 1,
  skip_step: 1,
  edit_step: 1,
  ask_for_checkpoint: 1,
  detect_stall: 2,
  resume_session: 1,
  create_plan: 1,
};

export interface Draw {
  readonly kind: CommandKind;
  readonly pick: number;
  readonly other: number;
  readonly chance: boolean;
  readonly secondChance: boolean;
  readonly minutes: number;
  /** Seed of every further choice. */
  readonly seed: number;
}

export interface HistorySpec {
  readonly steps: readonly {
    readonly dependencies: readonly number[];
    readonly requiresReview: boolean;
  }[];
  readonly conditions: readonly {
    readonly after: number;
    readonly what: number;
    readonly action: number;
  }[];
  readonly reviewPolicy: ReviewPolicy;
  /** Chooses the other fields of the plan. */
  readonly fieldsSeed: number;
  readonly draws: readonly Draw[];
}

export const histories: fc.Arbitrary<HistorySpec> = fc.record({
  steps: fc.array(
    fc.record({
      dependencies: fc.array(fc.nat(6), { maxLength: 2 }),
      requiresReview: fc.nat(3).map((drawn) => drawn === 3),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  conditions: fc.array(fc.record({ after: fc.nat(6), what: fc.nat(5), action: fc.nat(3) }), {
    maxLength: 4,
  }),
  reviewPolicy: fc.constantFrom(...REVIEW_POLICIES),
  fieldsSeed: fc.nat(),
  draws: fc.array(
    fc.record({
      kind: fc.constantFrom(...weightedKinds()),
      pick: fc.nat(7),
      other: fc.nat(7),
      chance: fc.boolean(),
      secondChance: fc.boolean(),
      minutes: fc.constantFrom(0, 1, 1, 9, 40),
      seed: fc.nat(),
    }),
    { minLength: 1, maxLength: 30, size: "+1" },
  ),
});

function weightedKinds(): CommandKind[] {
  const kinds = Object.entries(WEIGHTS) as [PlainKind, number][];
  const plain = kinds.flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));
  return [...plain, ...MODIFICATION_ACTIONS];
}

/** Expressions with their meaning beside them, which the engine's evaluator must agree with. */
export const CONDITIONS: readonly {
  readonly text: string;
  readonly reads: readonly (keyof Seen)[];
  readonly holds: (seen: Seen) => boolean;
}[] = [
  {
    text: "confidence > 0.5",
    reads: ["confidence"],
    holds: ({ confidence }) => confidence !== undefined && confidence > 0.5,
  },
  {
    text: "confidence <= 0.5",
    reads: ["confidence"],
    holds: ({ confidence }) => confidence !== undefined && confidence <= 0.5,
  },
  {
    text: "decision === 'approve'",
    reads: ["decision"],
    holds: ({ decision }) => decision === "approve",
  },
  {
    text: "found >= 3 || !(found !== 1)",
    reads: ["found"],
    holds: ({ found }) => found !== undefined && (found >= 3 || found === 1),
  },
  { text: "result.rare !== 1", reads: ["rare"], holds: ({ rare }) => rare !== 1 },
  { text: "stepType === 'search'", reads: [], holds: ({ stepType }) => stepType === "search" },
];

/** The values that the conditions of a completed step read; undefined where the result lacks them. */
export interface Seen {
  readonly confidence: number | undefined;
  readonly found: number | undefined;
  readonly rare: number | undefined;
  readonly decision: string | undefined;
  readonly stepType: string;
}

/** The command that creates the plan of a history. */
export function creationOf(
  { steps, conditions, reviewPolicy, fieldsSeed }: HistorySpec,
  newId: NewId,
): CreatePlan {
  return {
    type: "create_plan",
    planId: "plan-1",
    handle: "p-222222",
    newId,
    ...randomPlanFields(new Random(fieldsSeed)),
    reviewPolicy,
    steps: steps.map(({ dependencies, requiresReview }, index) => ({
      stepType: requiresReview && index % 2 === 0 ? "checkpoint" : "search",
      instructions: `Step ${index + 1}.`,
      dependsOn: dependencies.map((order) => order + 1).filter((order) => order <= index),
      ...(requiresReview && index % 2 === 1 ? { requiresReview } : {}),
    })),
    branchingConditions: conditions.map((condition) => conditionInput(condition, steps.length)),
  };
}

/** The values that the step's conditions read when the command hands in, or asks to review, a result. */
export function seenBy(command: Command, plan: Plan, stepId: string): Seen {
  const stepType = plan.steps.find(({ id }) => id === stepId)?.type ?? "";
  if (command.type === "submit_result") {
    const { found, rare } = command.result as Found;
    return { confidence: command.confidence, found, rare, decision: undefined, stepType };
  }
  const open = plan.reviews.find((review) => review.stepId === stepId && !review.decision);
  const reviewed = command.type === "request_review" ? command : open;
  const { found, rare } = (reviewed?.result ?? {}) as Found;
  return { confidence: undefined, found, rare, decision: "approve", stepType };
}

interface Found {
  readonly found?: number;
  readonly rare?: number;
}

function conditionInput(
  { after, what, action }: HistorySpec["conditions"][number],
  stepCount: number,
): BranchingConditionInput {
  const afterStepOrder = (after % stepCount) + 1;
  const isLast = afterStepOrder === stepCount;
  const ifTrueAction =
    (["skip_to", "add_steps", "fail", "continue"] as const)[action] ?? "continue";
  const added: StepInput[] = [
    { stepType: "analyze", instructions: "Dig.", dependsOn: [afterStepOrder] },
    { stepType: "critique", instructions: "Doubt.", dependsOn: [1, afterStepOrder + 1] },
    { stepType: "checkpoint", instructions: "Ask." },
  ];
  return {
    afterStepOrder,
    conditionExpression: CONDITIONS[what]?.text ?? "a > 1",
    ifTrueAction: ifTrueAction === "skip_to" && isLast ? "continue" : ifTrueAction,
    actionParams: { targetStepOrder: stepCount, steps: added, reason: "Not worth it." },
  };
}
