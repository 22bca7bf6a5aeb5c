import type { McpClient } from "@trovella/testing/mcp/mcp-client";

export type Call = McpClient["call"];
type Input = Readonly<Record<string, unknown>>;

/** Kinds of rows that tools store beside a plan. */
export const STORED_KINDS = [
  "artifacts",
  "sources",
  "extractions",
  "outputs",
  "feedback",
  "reports",
  "executions",
  "claims",
  "chunks",
] as const;
type StoredKind = (typeof STORED_KINDS)[number];

/** One mutating call and its setup. */
export interface RepeatCase {
  readonly name: string;
  readonly tool: string;
  /** Distinguishes calls of the same tool; part of their keys. */
  readonly keySuffix: string;
  readonly isKeyed: boolean;
  /** Sets up the state for exactly one call with exactly one effect. */
  prepare(call: Call, label: string): Promise<PreparedCall>;
}

export interface PreparedCall {
  /** Null where the effect is a new plan. */
  readonly planId: string | null;
  /** Rows it stores in the plan, by kind, where the effect is not a new version. */
  readonly stores?: Readonly<Partial<Record<StoredKind, number>>>;
  /** What it stores also counts in the plan, which gets a new version. */
  readonly isCounted?: boolean;
  readonly input: Input;
  /** A valid input that differs from `input`. */
  readonly otherInput: Input;
  /** An input that must be refused, with its code. */
  readonly refusedInput: Input;
  readonly refusal: string;
}

/** A call with an idempotency key. */
export function keyed(tool: string, prepare: RepeatCase["prepare"]): RepeatCase {
  return { name: tool, tool, keySuffix: "", isKeyed: true, prepare };
}
