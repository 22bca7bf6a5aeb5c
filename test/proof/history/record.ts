import type { Plan, PlanEvent } from "@trovella/plan-engine";

export type Json = Record<string, unknown>;

/** A point in time: its order in this process and the server's clock. */
export interface Moment {
  readonly order: number;
  readonly clockMs: number;
}

export type Answer =
  | { readonly reply: Json; readonly refusal: null }
  | { readonly reply: null; readonly refusal: { readonly code: string; readonly text: string } };

/** One tool call as its agent saw it. */
export interface RecordedCall {
  /** Also the session id of most calls, which links them to their commands in the audit log. */
  readonly id: string;
  readonly agent: number;
  readonly tool: string;
  readonly input: Json;
  readonly consoleUrl: string;
  readonly started: Moment;
  readonly ended: Moment;
  /** The clock value of the decision, where known. */
  readonly decidedMs: number | null;
  readonly answer: Answer;
}

/** One committed command from the audit log. */
export interface LoggedCommand {
  readonly version: number;
  readonly callId: string | null;
  readonly author: Author;
  readonly events: readonly PlanEvent[];
}

/** As replies name it beside instructions that were added or reworded. */
export interface Author {
  readonly client: string | null;
  readonly userId: string | null;
}

/** The complete record of one plan shared by several agents. */
export interface History {
  readonly planId: string;
  readonly calls: readonly RecordedCall[];
  readonly commands: readonly LoggedCommand[];
  /** The plan from its rows at the end. */
  readonly rows: Plan;
  /** Its artifacts from the rows. */
  readonly artifacts: readonly StoredArtifact[];
}

export interface StoredArtifact {
  readonly id: string;
  /** Null when the step was removed. */
  readonly stepId: string | null;
  readonly title: string;
  readonly createdAt: Date;
}

/** Whether one call had ended before another began. */
export function isBefore(one: RecordedCall, other: RecordedCall): boolean {
  return one.ended.order < other.started.order;
}

export function overlap(one: RecordedCall, other: RecordedCall): boolean {
  return !isBefore(one, other) && !isBefore(other, one);
}
