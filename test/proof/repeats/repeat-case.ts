import type { McpClient } from "@trovella/testing/mcp/mcp-client";

export type Call = McpClient["call"];
type Input = Readonly<Record<string, unknown>>;

/** What can be stored beside a plan, by the name under which its rows are counted. */
export const STORED_KINDS = [
  "artifacts",
  "sources",
  "extractions",
  "outputs",
  "feedback",
  "reports",
  "executions",
  "chunks",
] as const;
type StoredKind = (typeof STORED_KINDS)[number];

/** One way of changing something, and what is needed to try it. */
export interface RepeatCase {
  readonly name: string;
  readonly tool: string;
  /** Distinguishes calls of the same tool, whose keys must differ. */
  readonly keySuffix: string;
  readonly isKeyed: boolean;
  /** Makes everything ready for exactly one call with exactly one effect. */
  prepare(call: Call, label: string): Promise<PreparedCall>;
}

export interface PreparedCall {
  /** Null where the effect is a new plan. */
  readonly planId: string | null;
  /** How many rows of which kind it leaves in the plan, where its effect is that and no new version. */
  readonly stores?: Readonly<Partial<Record<StoredKind, number>>>;
  readonly input: Input;
  /** As good as `input`, but not the same. */
  readonly otherInput: Input;
  /** Must be refused; with what code. */
  readonly refusedInput: Input;
  readonly refusal: string;
}

/** A call whose repetitions are known by a key. */
export function keyed(tool: string, prepare: RepeatCase["prepare"]): RepeatCase {
  return { name: tool, tool, keySuffix: "", isKeyed: true, prepare };
}
