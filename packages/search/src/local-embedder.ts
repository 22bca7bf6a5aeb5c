import { Worker } from "node:worker_threads";
import type { Embedder } from "./embedder.ts";
import { LOCAL_MODEL } from "./local-model.ts";

export interface LocalEmbedderOptions {
  readonly modelDirectory: string;
  /** Idle timeout after which the model is unloaded. */
  readonly idleMs?: number;
  /** Tests name another program to run as the worker. */
  readonly workerFile?: URL;
}

const IDLE_MS = 60_000;
const WORKER_FILE = new URL("./embedding-worker.mjs", import.meta.url);
/** Crashes of the worker after which a text is rejected. */
const MOST_CRASHES = 2;

/** Runs the model in a worker thread that starts on demand. */
export function createLocalEmbedder(options: LocalEmbedderOptions): Embedder {
  const queue = new EmbeddingQueue(options);
  return {
    model: LOCAL_MODEL.id,
    dimensions: LOCAL_MODEL.dimensions,
    embed: (texts) => queue.embed(texts),
    close: () => queue.close(),
  };
}

/** The reply of the worker. */
type Answer = { readonly vector: Float32Array } | { readonly problem: string };

interface Call {
  readonly texts: readonly string[];
  readonly vectors: Float32Array[];
  crashes: number;
  resolve(vectors: Float32Array[]): void;
  reject(error: Error): void;
}

/**
 * Gives the worker one text at a time, of each call in turn: a query does not wait until a long list
 * of others is done.
 */
class EmbeddingQueue {
  private readonly options: LocalEmbedderOptions;
  private readonly calls: Call[] = [];
  private worker: Worker | null = null;
  private isBusy = false;
  private isClosed = false;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(options: LocalEmbedderOptions) {
    this.options = options;
  }

  embed(texts: readonly string[]): Promise<Float32Array[]> {
    if (this.isClosed) return Promise.reject(new Error("The embedder is closed."));
    if (texts.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.calls.push({ texts, vectors: [], crashes: 0, resolve, reject });
      this.next();
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.end();
    for (const call of this.calls.splice(0)) call.reject(new Error("The embedder was closed."));
  }

  private next(): void {
    const [call] = this.calls;
    if (this.isBusy || !call) return;
    clearTimeout(this.idleTimer);
    this.isBusy = true;
    this.worker ??= this.start();
    this.worker.ref();
    this.worker.postMessage(call.texts[call.vectors.length]);
  }

  private start(): Worker {
    const { modelDirectory, workerFile = WORKER_FILE } = this.options;
    // Without what the rest of the program is run with, which plain JavaScript does not need.
    const worker = new Worker(workerFile, { workerData: { modelDirectory }, execArgv: [] });
    let problem: Error | undefined;
    worker.on("message", (answer: Answer) => this.take(answer));
    worker.on("error", (error) => {
      problem = error;
    });
    worker.on("exit", (code) => {
      if (this.worker === worker) this.crash(problem ?? new Error(`The worker ended (${code}).`));
    });
    return worker;
  }

  private take(answer: Answer): void {
    const call = this.calls.shift();
    this.isBusy = false;
    if (call && "problem" in answer) call.reject(new Error(answer.problem));
    else if (call && "vector" in answer) {
      call.vectors.push(answer.vector);
      if (call.vectors.length === call.texts.length) call.resolve(call.vectors);
      else this.calls.push(call);
    }
    this.rest();
    this.next();
  }

  /** The text it died at is tried once more by another worker, then refused. */
  private crash(error: Error): void {
    this.worker = null;
    this.isBusy = false;
    const [call] = this.calls;
    if (call) {
      call.crashes += 1;
      if (call.crashes >= MOST_CRASHES) {
        this.calls.shift();
        call.reject(error);
      }
    }
    this.next();
  }

  /** With nothing to do the worker neither keeps the process alive nor stays for long. */
  private rest(): void {
    if (this.calls.length > 0) return;
    this.worker?.unref();
    const { idleMs = IDLE_MS } = this.options;
    this.idleTimer = setTimeout(() => void this.end(), idleMs).unref();
  }

  private async end(): Promise<void> {
    clearTimeout(this.idleTimer);
    const { worker } = this;
    this.worker = null;
    this.isBusy = false;
    await worker?.terminate();
  }
}
