import { Worker } from "node:worker_threads";
import type { Answer, Job, JobResults } from "./jobs.ts";

/** Why no file was made: the text is to blame, or too many others wait. The message is for people. */
export class RenderingRefused extends Error {
  readonly reason: "too_large" | "busy";

  constructor(reason: RenderingRefused["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface ThreadOptions {
  readonly maxThreads?: number;
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

const TOO_CROWDED =
  "This output has too many lists, tables or marks to be made into a file. Next: shorten it or divide it into several outputs.";
const BUSY =
  "Too many outputs are being made into files at the moment. Next: wait some seconds and try again.";

interface Call {
  readonly job: Job;
  readonly timeLimitMs: number;
  resolve(result: JobResults[keyof JobResults]): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  /** What it is at work on. */
  call: Call | null;
  timer: NodeJS.Timeout | undefined;
  problem: Error | undefined;
}

/**
 * Parsing and writing a long text takes seconds, and a hostile one minutes: threads do it, so that
 * everything else goes on meanwhile, and one that takes too long or too much memory is ended.
 */
export class RenderingThreads {
  private readonly options: Required<ThreadOptions>;
  private readonly waiting: Call[] = [];
  private readonly threads = new Set<Thread>();

  constructor(options: ThreadOptions = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  /** Does the job in at most so much time, once its turn has come. */
  run<Kind extends Job["kind"]>(
    job: Extract<Job, { kind: Kind }>,
    timeLimitMs: number,
  ): Promise<JobResults[Kind]> {
    if (this.waiting.length >= this.options.maxWaiting) {
      return Promise.reject(new RenderingRefused("busy", BUSY));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ job, timeLimitMs, resolve: resolve as Call["resolve"], reject });
      this.next();
    });
  }

  private next(): void {
    const [call] = this.waiting;
    const thread = call && this.freeThread();
    if (!thread) return;
    this.waiting.shift();
    clearTimeout(thread.timer);
    thread.call = call;
    thread.worker.ref();
    thread.timer = setTimeout(() => this.end(thread), call.timeLimitMs);
    thread.worker.postMessage(call.job);
  }

  private freeThread(): Thread | undefined {
    const free = [...this.threads].find(({ call }) => call === null);
    if (free || this.threads.size >= this.options.maxThreads) return free;
    return this.start();
  }

  private start(): Thread {
    const { workerFile, memoryMb } = this.options;
    const worker = new Worker(workerFile, {
      // Without what the rest of the program is run with.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const thread: Thread = { worker, call: null, timer: undefined, problem: undefined };
    this.threads.add(thread);
    worker.on("message", (answer: Answer) => this.take(thread, answer));
    worker.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") thread.problem = error;
    });
    worker.on("exit", () => this.bury(thread));
    return thread;
  }

  private take(thread: Thread, answer: Answer): void {
    const { call } = thread;
    thread.call = null;
    clearTimeout(thread.timer);
    if ("result" in answer) call?.resolve(answer.result);
    else if ("refusal" in answer) call?.reject(tooLarge(answer.refusal ?? TOO_CROWDED));
    else call?.reject(new Error(answer.problem));
    // With nothing to do it neither keeps the process alive nor stays for long.
    thread.worker.unref();
    thread.timer = setTimeout(() => this.end(thread), this.options.idleMs).unref();
    this.next();
  }

  private end(thread: Thread): void {
    void thread.worker.terminate();
  }

  /** A thread that ended at work was ended by its job, unless it says otherwise. */
  private bury(thread: Thread): void {
    clearTimeout(thread.timer);
    this.threads.delete(thread);
    thread.call?.reject(thread.problem ?? tooLarge(TOO_CROWDED));
    this.next();
  }
}

function tooLarge(message: string): RenderingRefused {
  return new RenderingRefused("too_large", message);
}
