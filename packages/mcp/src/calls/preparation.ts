import type { TenantContext } from "@trovella/db";
import type { Caller } from "@trovella/research";
import type { Embedder } from "@trovella/search";
import type { Extractor } from "../extraction/extractor.ts";
import type { CaptureQueue } from "../services.ts";

/** The means of a tool's `prepare`, which runs before the transaction so that slow work holds none open. */
export interface Preparation {
  readonly caller: Caller;
  readonly now: Date;
  /** Aborted when the caller is gone or has cancelled the call. */
  readonly signal: AbortSignal | undefined;
  /** Null when no model is configured. */
  readonly extractor: Extractor | null;
  /** Null when this server reads no pages. */
  readonly capture: CaptureQueue | null;
  embedder(): Promise<Embedder | null>;
  /** Runs a short transaction of its own, which stays committed even if the call fails. */
  inTenant<T>(work: (context: TenantContext) => Promise<T>): Promise<T>;
}
