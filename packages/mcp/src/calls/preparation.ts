import type { TenantContext } from "@trovella/db";
import type { Caller } from "@trovella/research";
import type { Embedder } from "@trovella/search";
import type { Extractor } from "../extraction/extractor.ts";

/** What a tool has at hand before its transaction: nothing is held open while it waits for others. */
export interface Preparation {
  readonly caller: Caller;
  readonly now: Date;
  /** Null when no model is configured. */
  readonly extractor: Extractor | null;
  embedder(): Promise<Embedder | null>;
  /** A short transaction of its own, for what must be known or kept whatever comes of the call. */
  inTenant<T>(work: (context: TenantContext) => Promise<T>): Promise<T>;
}
