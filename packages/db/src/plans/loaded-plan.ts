import type { BranchAction, BranchingCondition, Plan } from "@trovella/plan-engine";
import { defineStatement } from "../connection/statement.ts";
import { columnNames, type Row, rowReader } from "./columns.ts";
import {
  CONDITION_COLUMNS,
  DECIDED_COLUMNS,
  REVIEW_COLUMNS,
  STEP_COLUMNS,
} from "./plan-columns.ts";

/** A plan with the fields of its row that the engine does not need. */
export interface LoadedPlan {
  readonly plan: Plan;
  readonly auditSeq: number;
  /** The hash of the newest audit row, which the next one continues. */
  readonly auditHead: string;
}

const SELECT_PLAN = `SELECT ${columnNames(DECIDED_COLUMNS)} FROM research_plan WHERE id = $1`;

export const READ_PLAN = defineStatement(SELECT_PLAN);
/** Shared lock: keeps the plan and its steps from changing. */
export const HOLD_PLAN = defineStatement(`${SELECT_PLAN} FOR KEY SHARE`);
export const LOCK_PLAN = defineStatement(`${SELECT_PLAN} FOR UPDATE`);

export const READ_STEPS = defineStatement(
  `SELECT ${columnNames(STEP_COLUMNS)} FROM plan_step WHERE plan_id = $1 ORDER BY step_order`,
);
export const READ_CONDITIONS = defineStatement(
  `SELECT ${columnNames(CONDITION_COLUMNS)} FROM plan_branching_condition WHERE plan_id = $1 ORDER BY position`,
);
export const READ_REVIEWS = defineStatement(
  `SELECT ${columnNames(REVIEW_COLUMNS)} FROM plan_review WHERE plan_id = $1 ORDER BY requested_at, id`,
);

const readPlanRow = rowReader(DECIDED_COLUMNS);
const readStep = rowReader(STEP_COLUMNS);
const readCondition = rowReader(CONDITION_COLUMNS);
const readReview = rowReader(REVIEW_COLUMNS);

/** The rows of one plan as the engine sees it. */
export function planFromRows(
  plan: Row,
  steps: readonly Row[],
  conditions: readonly Row[],
  reviews: readonly Row[],
): LoadedPlan {
  const { auditSeq, auditHead, ...fields } = readPlanRow(plan);
  return {
    auditSeq,
    auditHead,
    plan: {
      ...fields,
      steps: steps.map(readStep),
      conditions: conditions.map(conditionFromRow),
      reviews: reviews.map(readReview),
    },
  };
}

function conditionFromRow(row: Row): BranchingCondition {
  const { position: _, ifTrueAction: name, actionParams, ...condition } = readCondition(row);
  return { ...condition, action: { name, ...actionParams } as BranchAction };
}
