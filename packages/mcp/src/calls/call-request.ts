import type { TraceParent } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import type { Tool } from "../define-tool.ts";
import type { Client } from "../request-client.ts";
import type { Dialogue, Question } from "../review/question.ts";

export interface CallRequest {
  readonly tool: Tool;
  readonly input: unknown;
  readonly caller: Caller;
  readonly client: Client;
  readonly dialogue?: Dialogue;
  /** The client's own trace, of which this call is a part. */
  readonly trace?: TraceParent | null;
  /** Where the call came from, for those that wait. */
  readonly connection?: CallConnection;
}

export interface CallConnection {
  readonly requestId: string | number;
  /** Aborted when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** Notifies the client of progress; null when it did not ask for it. */
  readonly report: ((progress: CallProgress) => void) | null;
  /** Whether the caller's credential still counts, for calls that outlive their authentication. */
  readonly isStillAuthorized?: (() => Promise<boolean>) | undefined;
}

export interface CallProgress {
  readonly progress: number;
  readonly total: number;
  readonly message: string;
}

/** A call that has begun, by the calendar and by a monotonic clock. */
export interface StartedCall extends CallRequest {
  readonly startedAt: Date;
  readonly startedMs: number;
}

export type CallOutcome =
  | { readonly kind: "reply"; readonly reply: object }
  | { readonly kind: "question"; readonly question: Question }
  | { readonly kind: "failure"; readonly code: string; readonly text: string };
