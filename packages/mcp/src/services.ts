import type { Database, Tenant } from "@trovella/db";
import type { Change } from "@trovella/db/changes";
import type { StorageLimit } from "@trovella/db/memory";
import type { OnFailure } from "@trovella/research";
import type { Embedder } from "@trovella/search";
import type { CallLog } from "./calls/call-log.ts";
import type { Console } from "./console-urls.ts";
import type { Extractor } from "./extraction/extractor.ts";
import type { WaitingCalls } from "./waiting/waiting-calls.ts";

/** Shared by all calls; made once per process. */
export interface Services {
  readonly database: Database;
  readonly console: Console;
  readonly log: CallLog;
  /** How long a step may stay silent in plans that set no threshold of their own. */
  readonly stallThresholdMs: number;
  /** How long an assistant has for the document of a plan before the server composes one; with 0 it never does. */
  readonly documentAfterMs: number;
  /** Enables semantic search; null when there is none or not yet, and only keywords count. */
  embedder(): Promise<Embedder | null>;
  /** Notified of what a call changed, once that is committed. */
  announce(change: Change): void;
  /** Notified when something searchable was stored. */
  onStored(tenant: Tenant): void;
  /** Reads the pages of sources in the background; null when this server fetches none. */
  readonly capture: CaptureQueue | null;
  /** Asks the model that extracts data; null when none is configured. */
  readonly extractor: Extractor | null;
  /** Null when organizations may store without a limit. */
  readonly storage: StorageLimit | null;
  /** The page of the card in the chat; absent when it is not built, and then nothing names it. */
  readonly boardPage?: string | null;
  /** Whether `search` and `fetch` are listed, for clients that know only these two. */
  readonly hasSearchAndFetch?: boolean;
  /** Calls that wait for a decision or a step; null where every call is answered at once. */
  readonly waiting: WaitingCalls | null;
  now(): Date;
  onCall?(call: CountedCall): void;
  readonly onFailure: OnFailure;
}

export interface CaptureQueue {
  /** Resolves when none of these sources waits any more, or after the time. */
  settled(organizationId: string, keys: readonly string[], timeoutMs: number): Promise<void>;
}

export interface CountedCall {
  readonly toolName: string;
  /** `ok`, `question`, or the code of the refusal. */
  readonly outcome: string;
  readonly durationMs: number;
}
