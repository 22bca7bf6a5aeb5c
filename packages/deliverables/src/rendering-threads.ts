import { FairQueue } from "@trovella/foundation";
import { WorkerPool, WorkerPoolError } from "@trovella/foundation/worker-pool";
import type { Answer, Job, JobResults } from "./jobs.ts";

/** Why no file was made: the text is to blame, too many others wait, or the server lacks a part. The message is for people. */
export class RenderingRefused extends Error {
  readonly reason: "too_large" | "busy" | "unavailable";

  constructor(reason: RenderingRefused["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface ThreadOptions {
  readonly maxThreads?: number;
  /** Of one organization. */
  readonly maxWaiting?: number;
  readonly memoryMb?: number;
  /** An unused thread gives its memory back. */
  readonly idleMs?: number;
  /** Tests name another program to run in the threads. */
  readonly workerFile?: URL;
}

const DEFAULTS: Required<ThreadOptions> = {
  maxThreads: 2,
  maxWaiting: 50,
  memoryMb: 1_024,
  idleMs: 30_000,
  workerFile: new URL("./rendering-worker.mjs", import.meta.url),
};

const MAX_WAIT_MS = 60_000;

const TOO_CROWDED =
  "This output has too many lists, tables or marks to be made into a file. Next: shorten it or divide it into several outputs.";
const BUSY =
  "Too many outputs of your organization are being made into files. Next: wait 10 s and try again.";

/**
 * Parsing and writing a long text takes seconds, and a hostile one minutes: threads do it, so that the event loop
 * stays free, and a thread that takes too long or too much memory is terminated.
 */
export class RenderingThreads {
  private readonly pool: WorkerPool<Job, Answer>;
  private readonly shares: FairQueue;

  constructor(options: ThreadOptions = {}) {
    const { maxThreads, maxWaiting, memoryMb, idleMs, workerFile } = { ...DEFAULTS, ...options };
    this.pool = new WorkerPool({
      file: workerFile,
      maxThreads,
      idleMs,
      worker: { resourceLimits: { maxOldGenerationSizeMb: memoryMb } },
    });
    this.shares = new FairQueue({
      atOnce: maxThreads,
      perKey: 1,
      maxWaitingPerKey: maxWaiting,
      maxWaitMs: MAX_WAIT_MS,
      refusal: () => new RenderingRefused("busy", BUSY),
    });
  }

  /** The time limit counts from the moment a thread takes the job. */
  async run<Kind extends Job["kind"]>(
    job: Extract<Job, { kind: Kind }>,
    {
      timeLimitMs,
      organizationId,
    }: { readonly timeLimitMs: number; readonly organizationId: string },
  ): Promise<JobResults[Kind]> {
    const answer = await this.shares
      .run(organizationId, () => this.pool.run(job, { timeoutMs: timeLimitMs }))
      .catch(refuse);
    if ("result" in answer) return answer.result as JobResults[Kind];
    if ("refusal" in answer) throw tooLarge(answer.refusal ?? TOO_CROWDED);
    if ("unavailable" in answer) throw new RenderingRefused("unavailable", answer.unavailable);
    throw new Error(answer.problem);
  }
}

/** A thread that ended while it worked was ended by its job, unless it threw an error. */
function refuse(error: unknown): never {
  throw error instanceof WorkerPoolError ? tooLarge(TOO_CROWDED) : error;
}

function tooLarge(message: string): RenderingRefused {
  return new RenderingRefused("too_large", message);
}
