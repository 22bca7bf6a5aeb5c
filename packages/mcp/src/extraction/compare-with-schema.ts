import { setTimeout as delay } from "node:timers/promises";
import { FairQueue } from "@trovella/foundation";
import { WorkerPool, WorkerPoolError } from "@trovella/foundation/worker-pool";
import { tooManyExtractions } from "./too-many-extractions.ts";

export interface Comparison {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly data: unknown;
  /** False when only the schema is checked. */
  readonly hasData: boolean;
}

export type Verdict =
  | { readonly kind: "valid" }
  | { readonly kind: "invalid"; readonly errors: readonly string[] }
  | { readonly kind: "no_schema"; readonly problem: string }
  | { readonly kind: "too_costly" };

const MAX_RUN_MS = 2_000;
const MAX_START_MS = 30_000;
const MAX_THREADS = 2;
/** After a schema that took all its time, its organization's next one waits, so that they do not take a whole core. */
const COSTLY_PAUSE_MS = 4_000;

/** Without the server's environment and standard output, which may carry the MCP protocol. */
const pool = new WorkerPool<Comparison, Verdict>({
  file: new URL("./validation-worker.mjs", import.meta.url),
  maxThreads: MAX_THREADS,
  idleMs: 10_000,
  worker: {
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  },
});

/** A schema can keep a thread busy until it is terminated; one organization's schemas take one thread at a time. */
const shares = new FairQueue({
  atOnce: MAX_THREADS,
  perKey: 1,
  maxWaitingPerKey: 50,
  maxWaitMs: MAX_START_MS,
  refusal: tooManyExtractions,
});

/** Compares data with a schema in a worker thread, which is terminated when that takes too long. */
export function compare(comparison: Comparison, organizationId: string): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const work = async () => {
      const verdict = await compareInThread(comparison);
      resolve(verdict);
      if (verdict.kind === "too_costly") await delay(COSTLY_PAUSE_MS, undefined, { ref: false });
    };
    shares.run(organizationId, work).catch(reject);
  });
}

async function compareInThread(comparison: Comparison): Promise<Verdict> {
  const limits = { timeoutMs: MAX_RUN_MS, startTimeoutMs: MAX_START_MS };
  try {
    return await pool.run(comparison, limits);
  } catch (error) {
    const reason = error instanceof WorkerPoolError ? error.reason : null;
    if (reason === "timeout" || reason === "out_of_memory") return { kind: "too_costly" };
    throw error;
  }
}
