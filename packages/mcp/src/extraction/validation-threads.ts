import { Worker } from "node:worker_threads";
import { Slots } from "./slots.ts";

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

const PROGRAM = new URL("./validation-worker.mjs", import.meta.url);
const MAX_RUN_MS = 2_000;
const MAX_START_MS = 30_000;
const IDLE_MS = 10_000;
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

const slots = new Slots({ atOnce: 2, maxWaiting: 50 });
/** Idle threads, with the timers that end them. */
const idle = new Map<Worker, NodeJS.Timeout>();

/** Validates data in a worker thread, which is terminated on timeout. */
export function compare(comparison: Comparison): Promise<Verdict> {
  return slots.during(AbortSignal.timeout(MAX_START_MS), async () => {
    const worker = takeThread();
    try {
      const verdict = await verdictOf(worker, comparison);
      if (verdict.kind === "too_costly") await worker.terminate();
      else putBack(worker);
      return verdict;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  });
}

function verdictOf(worker: Worker, comparison: Comparison): Promise<Verdict> {
  return new Promise<Verdict>((resolve, reject) => {
    let timer = setTimeout(() => reject(new Error("A validation did not start.")), MAX_START_MS);
    const settle = (verdict: Verdict | null, error?: unknown) => {
      clearTimeout(timer);
      worker.off("message", onMessage).off("error", onError);
      if (verdict) resolve(verdict);
      else reject(error);
    };
    const onMessage = (message: Verdict | { readonly kind: "started" }) => {
      if (message.kind !== "started") return settle(message);
      clearTimeout(timer);
      // A result that arrived in time, while the event loop was blocked, goes first.
      timer = setTimeout(() => setImmediate(settle, { kind: "too_costly" }), MAX_RUN_MS);
    };
    const onError = (error: NodeJS.ErrnoException) => {
      const isTooLarge = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      settle(isTooLarge ? { kind: "too_costly" } : null, error);
    };
    worker.on("message", onMessage).on("error", onError);
    worker.postMessage(comparison);
  });
}

function takeThread(): Worker {
  const [entry] = idle;
  if (!entry) return newThread();
  const [worker, timer] = entry;
  clearTimeout(timer);
  idle.delete(worker);
  worker.ref();
  return worker;
}

/** Without the process's environment and standard output, which may carry the protocol. */
function newThread(): Worker {
  const worker = new Worker(PROGRAM, {
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: MEMORY,
  });
  worker.on("exit", () => {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
  });
  // An idle thread that fails is simply dropped.
  return worker.on("error", () => undefined);
}

/** Neither the thread nor its timer keeps the process alive. */
function putBack(worker: Worker): void {
  worker.unref();
  idle.set(worker, setTimeout(() => void worker.terminate(), IDLE_MS).unref());
}
