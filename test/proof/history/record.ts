import type { Plan, PlanEvent } from "@trovella/plan-engine";

export type Json = Record<string, unknown>;

/** When something happened, by the order of events here and by the clock the server decided with. */
export interface Moment {
  readonly order: number;
  readonly clockMs: number;
}

export type Answer =
  | { readonly reply: Json; readonly refusal: null }
  | { readonly reply: null; readonly refusal: { readonly code: string; readonly text: string } };

/** One call of a tool as the agent that made it saw it. */
export interface RecordedCall {
  /** Also the session it named, by which the audit log tells whose command is whose. */
  readonly id: string;
  readonly agent: number;
  readonly tool: string;
  readonly input: Json;
  readonly consoleUrl: string;
  readonly started: Moment;
  readonly ended: Moment;
  /** The time the tool decided with, where it is known. */
  readonly decidedMs: number | null;
  readonly answer: Answer;
}

/** One committed command as the audit log has it. */
export interface LoggedCommand {
  readonly version: number;
  readonly callId: string | null;
  readonly events: readonly PlanEvent[];
}

/** Everything there is to know about one plan that several agents worked on. */
export interface History {
  readonly planId: string;
  readonly calls: readonly RecordedCall[];
  readonly commands: readonly LoggedCommand[];
  /** The plan as its rows have it when all is over. */
  readonly rows: Plan;
  /** What was stored for it, as the rows have it. */
  readonly artifacts: readonly StoredArtifact[];
}

export interface StoredArtifact {
  readonly id: string;
  /** Null when the step is gone. */
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
