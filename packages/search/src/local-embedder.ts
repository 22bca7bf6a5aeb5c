import { WorkerPool } from "@trovella/foundation/worker-pool";
import type { Embedder } from "./embedder.ts";
import type { LocalModelFiles } from "./fetching/ensure-local-model.ts";
import { LOCAL_MODEL } from "./local-model.ts";

export interface LocalEmbedderOptions extends LocalModelFiles {
  /** Idle timeout after which the model is unloaded. */
  readonly idleMs?: number;
  /** Tests name another program to run as the worker. */
  readonly workerFile?: URL;
}

const IDLE_MS = 60_000;
const WORKER_FILE = new URL("./embedding-worker.mjs", import.meta.url);
/** A text at which the worker crashes this often is refused. */
const MAX_CRASHES = 2;

/** The worker's answer to one text. */
type Answer = { readonly vector: Float32Array } | { readonly problem: string };

/** The model in a worker thread, which is started on demand. */
export function createLocalEmbedder(options: LocalEmbedderOptions): Embedder {
  const embedding = new LocalEmbedding(options);
  return {
    model: LOCAL_MODEL.id,
    dimensions: LOCAL_MODEL.dimensions,
    embed: (texts) => embedding.embed(texts),
    close: () => embedding.close(),
  };
}

/**
 * onnxruntime reports to its vendor unless this is set before it is loaded. Its native code reads the environment of the
 * process, which only the main thread can change.
 */
function disableTelemetry(): void {
  process.env.ORT_DISABLE_TELEMETRY = "1";
}

class LocalEmbedding {
  private readonly pool: WorkerPool<string, Answer>;
  private isClosed = false;

  constructor({
    modelDirectory,
    runtimeDirectory,
    idleMs = IDLE_MS,
    workerFile = WORKER_FILE,
  }: LocalEmbedderOptions) {
    disableTelemetry();
    const worker = { workerData: { modelDirectory, runtimeDirectory } };
    this.pool = new WorkerPool({ file: workerFile, maxThreads: 1, idleMs, worker });
  }

  /** Queues one text at a time, so that a query need not wait for the whole list of another call. */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    if (this.isClosed) throw new Error("The embedder is closed.");
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(await this.embedOne(text));
    return vectors;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.pool.close();
  }

  private async embedOne(text: string, crashes = 0): Promise<Float32Array> {
    const answer = await this.pool.run(text).catch((error: unknown) => {
      if (this.isClosed) throw new Error("The embedder was closed.");
      if (crashes + 1 >= MAX_CRASHES) throw error;
      return null;
    });
    if (!answer) return this.embedOne(text, crashes + 1);
    if ("problem" in answer) throw new Error(answer.problem);
    return answer.vector;
  }
}
