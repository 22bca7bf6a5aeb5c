import type { ConnectionSettings } from "@trovella/db";
import pg from "pg";
import { connectionOptions } from "../../../packages/db/src/connection/database.ts";
import { type Checkpoint, INSTRUCTIONS } from "./attempts.ts";
import type { Fate } from "./table.ts";

interface StepRow {
  readonly id: string;
  readonly status: string;
  readonly instructions: string;
}

interface DecisionRow {
  readonly decidedVia: string;
  readonly decidedBy: string;
  readonly actor: string;
}

/** What the database says about a checkpoint and its decision. */
export interface Recorded {
  readonly fate: Fate;
  readonly decidedVia: string | null;
  readonly decidedBy: string | null;
  readonly actor: string | null;
}

const UNDECIDED = { decidedVia: null, decidedBy: null, actor: null };
const STEPS = `SELECT 's' || number AS id, step.status, instructions
  FROM plan_step AS step JOIN research_plan AS plan ON plan.id = plan_id WHERE handle = $1 ORDER BY step_order`;
const STEP_ID = `(SELECT step.id FROM plan_step AS step JOIN research_plan AS plan ON plan.id = plan_id
  WHERE handle = $1 AND 's' || number = $2)`;
/** A full join, so that a decision without its entry in the audit log shows, and the other way round. */
const DECISION = `SELECT decided_via AS "decidedVia", decided_by AS "decidedBy",
    concat_ws(' ', actor_via, actor_client, actor_user_id) AS actor
  FROM (SELECT * FROM plan_review WHERE step_id = ${STEP_ID} AND decision IS NOT NULL) AS review
  FULL JOIN (SELECT * FROM plan_audit_log WHERE step_id = ${STEP_ID} AND event_type = 'user_reviewed'
    AND action IN ('approve', 'reject', 'modify', 'skip')) AS entry ON true`;

/** Reads past the server, as a superuser. */
export class Records {
  readonly #pool: pg.Pool;

  constructor(target: ConnectionSettings["target"]) {
    this.#pool = new pg.Pool({ ...connectionOptions(target), max: 1 });
  }

  async stepIds(planId: string): Promise<string[]> {
    return (await this.#steps(planId)).map(({ id }) => id);
  }

  /** `before` is the order of the steps before all attempts. */
  async of({ planId, stepId }: Checkpoint, before: readonly string[]): Promise<Recorded> {
    const fate = fateOf(stepId, await this.#steps(planId), before);
    const { rows } = await this.#pool.query<DecisionRow>(DECISION, [planId, stepId]);
    if (rows.length > 1) throw new Error(`${stepId} was decided ${rows.length} times.`);
    return { fate, ...(rows[0] ?? UNDECIDED) };
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #steps(planId: string): Promise<readonly StepRow[]> {
    return (await this.#pool.query<StepRow>(STEPS, [planId])).rows;
  }
}

function fateOf(stepId: string, steps: readonly StepRow[], before: readonly string[]): Fate {
  const index = steps.findIndex(({ id }) => id === stepId);
  const step = steps[index];
  if (!step) return "removed";
  if (["completed", "failed", "skipped"].includes(step.status)) return "settled";
  if (step.instructions !== INSTRUCTIONS) return "reworded";
  const later = before.slice(before.indexOf(stepId) + 1);
  const isOvertaken = steps.slice(0, index).some(({ id }) => later.includes(id));
  return isOvertaken ? "overtaken" : "open";
}
