import { WorkerPool, WorkerPoolError } from "@trovella/foundation/worker-pool";
import { tooMany } from "./slots.ts";

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

/** Without the server's environment and standard output, which may carry the MCP protocol. */
const pool = new WorkerPool<Comparison, Verdict>({
  file: new URL("./validation-worker.mjs", import.meta.url),
  maxThreads: 2,
  maxQueued: 50,
  idleMs: 10_000,
  worker: {
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  },
});

/** Compares data with a schema in a worker thread, which is terminated when that takes too long. */
export async function compare(comparison: Comparison): Promise<Verdict> {
  const limits = { timeoutMs: MAX_RUN_MS, startTimeoutMs: MAX_START_MS };
  try {
    return await pool.run(comparison, limits);
  } catch (error) {
    const reason = error instanceof WorkerPoolError ? error.reason : null;
    if (reason === "busy") throw tooMany();
    if (reason === "timeout" || reason === "out_of_memory") return { kind: "too_costly" };
    throw error;
  }
}
