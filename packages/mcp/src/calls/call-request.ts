import type { TraceParent } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import type { Card, ShownPlan } from "../board/card.ts";
import type { Tool } from "../define-tool.ts";
import type { Client } from "../request-client.ts";
import type { Dialogue, Question } from "../review/question.ts";
import type { CallConnection } from "./call-connection.ts";

export interface CallRequest {
  readonly tool: Tool;
  readonly input: unknown;
  readonly caller: Caller;
  readonly client: Client;
  readonly dialogue?: Dialogue;
  /** Null when the client shows no card. */
  readonly card?: Card | null;
  /** The client's own trace, of which this call is a part. */
  readonly trace?: TraceParent | null;
  /** How large a reply in pages may be, unless the call says so; for clients that show less than others. */
  readonly pageBytes?: number;
  /** Where the call came from, for those that wait or take long. */
  readonly connection?: CallConnection;
}

/** A call that has begun, by the calendar and by a monotonic clock. */
export interface StartedCall extends CallRequest {
  readonly startedAt: Date;
  readonly startedMs: number;
  /** How long it has waited, holding nothing. */
  readonly waited: { ms: number };
}

export type CallOutcome =
  | {
      readonly kind: "reply";
      readonly reply: object;
      /** The plan to show in the card, if the client shows one. */
      readonly shown?: ShownPlan | null;
    }
  | { readonly kind: "question"; readonly question: Question }
  | { readonly kind: "failure"; readonly code: string; readonly text: string };
