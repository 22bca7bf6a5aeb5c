import { Worker, type WorkerOptions } from "node:worker_threads";

export interface WorkerPoolOptions {
  /** The program of a thread. It answers every message with one message. */
  readonly file: URL;
  readonly maxThreads: number;
  readonly maxQueued?: number;
  /** An idle thread is terminated after this time; it never keeps the process alive. */
  readonly idleMs: number;
  readonly worker?: WorkerOptions;
}

export interface JobLimits {
  /** After this time the thread is terminated. It counts from the moment a thread gets the job. */
  readonly timeoutMs?: number;
  /**
   * For programs that post "started" before they begin with a job: the longest time in the queue and until then.
   * `timeoutMs` counts from that message, so that loading the program is not part of it.
   */
  readonly startTimeoutMs?: number;
}

/** The job was not done. Errors that a thread threw itself are passed on as they are. */
export class WorkerPoolError extends Error {
  readonly reason: "busy" | "not_started" | "timeout" | "out_of_memory" | "exited" | "closed";

  constructor(reason: WorkerPoolError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

interface QueuedJob<Job, Answer> {
  readonly job: Job;
  readonly limits: JobLimits;
  timer: NodeJS.Timeout | undefined;
  /** Set once a thread works on it. */
  thread: Thread<Job, Answer> | undefined;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

interface Thread<Job, Answer> {
  readonly worker: Worker;
  current: QueuedJob<Job, Answer> | undefined;
  idleTimer: NodeJS.Timeout | undefined;
  /** A thread that is being terminated takes no more jobs but counts until it has exited. */
  isEnding: boolean;
  failure: Error | undefined;
}

/** A bounded number of threads, started on demand, that do jobs in the order of the queue. */
export class WorkerPool<Job, Answer> {
  private readonly options: WorkerPoolOptions;
  private readonly queue: QueuedJob<Job, Answer>[] = [];
  private readonly threads = new Set<Thread<Job, Answer>>();
  private isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.options = options;
  }

  /** Rejects with WorkerPoolError, or with the error that ended the thread. */
  run(job: Job, limits: JobLimits = {}): Promise<Answer> {
    if (this.isClosed) return Promise.reject(closed());
    if (this.queue.length >= (this.options.maxQueued ?? Infinity)) {
      return Promise.reject(new WorkerPoolError("busy", "Too many jobs are queued."));
    }
    return new Promise((resolve, reject) => {
      const queued: QueuedJob<Job, Answer> = {
        job,
        limits,
        timer: undefined,
        thread: undefined,
        resolve,
        reject,
      };
      this.queue.push(queued);
      this.setTimer(queued, limits.startTimeoutMs, notStarted);
      this.dispatch();
    });
  }

  /** Terminates all threads and rejects the jobs that are not done. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const queued of this.queue.splice(0)) fail(queued, closed());
    await Promise.all([...this.threads].map((thread) => this.end(thread, closed())));
  }

  private dispatch(): void {
    const [next] = this.queue;
    const thread = next && this.freeThread();
    if (!thread) return;
    this.queue.shift();
    clearTimeout(thread.idleTimer);
    thread.current = next;
    next.thread = thread;
    const { startTimeoutMs, timeoutMs } = next.limits;
    if (!startTimeoutMs) this.setTimer(next, timeoutMs, timedOut);
    thread.worker.ref();
    thread.worker.postMessage(next.job);
  }

  private freeThread(): Thread<Job, Answer> | undefined {
    const free = [...this.threads].find(({ current, isEnding }) => !current && !isEnding);
    if (free || this.threads.size >= this.options.maxThreads) return free;
    return this.start();
  }

  private start(): Thread<Job, Answer> {
    // The options of the main program, such as a TypeScript loader, are not for plain JavaScript.
    const worker = new Worker(this.options.file, { execArgv: [], ...this.options.worker });
    const thread: Thread<Job, Answer> = {
      worker,
      current: undefined,
      idleTimer: undefined,
      isEnding: false,
      failure: undefined,
    };
    this.threads.add(thread);
    worker.on("message", (message: Answer | "started") => this.onMessage(thread, message));
    worker.on("error", (error: NodeJS.ErrnoException) => {
      const isOutOfMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      thread.failure ??= isOutOfMemory
        ? new WorkerPoolError("out_of_memory", error.message)
        : error;
    });
    worker.on("exit", (code) => this.onExit(thread, code));
    return thread;
  }

  private onMessage(thread: Thread<Job, Answer>, message: Answer | "started"): void {
    const { current } = thread;
    if (!current || thread.isEnding) return;
    if (message === "started") {
      this.setTimer(current, current.limits.timeoutMs, timedOut);
      return;
    }
    clearTimer(current);
    thread.current = undefined;
    current.resolve(message as Answer);
    thread.worker.unref();
    thread.idleTimer = setTimeout(() => void this.end(thread), this.options.idleMs).unref();
    this.dispatch();
  }

  private onExit(thread: Thread<Job, Answer>, code: number): void {
    clearTimeout(thread.idleTimer);
    this.threads.delete(thread);
    const error = thread.failure ?? new WorkerPoolError("exited", `The worker ended (${code}).`);
    if (thread.current) fail(thread.current, error);
    this.dispatch();
  }

  private setTimer(
    queued: QueuedJob<Job, Answer>,
    timeoutMs: number | undefined,
    error: () => WorkerPoolError,
  ): void {
    clearTimer(queued);
    if (!timeoutMs) return;
    const expire = () => {
      if (queued.timer === timer) this.expire(queued, error());
    };
    // An answer that arrived in time while the event loop was blocked is read before this.
    const timer = setTimeout(() => setImmediate(expire), timeoutMs);
    queued.timer = timer;
  }

  private expire(queued: QueuedJob<Job, Answer>, error: WorkerPoolError): void {
    if (queued.thread) {
      void this.end(queued.thread, error);
      return;
    }
    this.queue.splice(this.queue.indexOf(queued), 1);
    fail(queued, error);
  }

  private async end(thread: Thread<Job, Answer>, failure?: Error): Promise<void> {
    thread.isEnding = true;
    thread.failure ??= failure;
    await thread.worker.terminate();
  }
}

function fail<Job, Answer>(queued: QueuedJob<Job, Answer>, error: Error): void {
  clearTimer(queued);
  queued.reject(error);
}

function clearTimer<Job, Answer>(queued: QueuedJob<Job, Answer>): void {
  clearTimeout(queued.timer);
  queued.timer = undefined;
}

function closed(): WorkerPoolError {
  return new WorkerPoolError("closed", "The worker pool is closed.");
}

function timedOut(): WorkerPoolError {
  return new WorkerPoolError("timeout", "The job took too long.");
}

function notStarted(): WorkerPoolError {
  return new WorkerPoolError("not_started", "The job did not start in time.");
}
