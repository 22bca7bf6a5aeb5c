import { type ChildProcess, fork } from "node:child_process";
import type { TypesetAnswer, TypesetFile, TypesetJob } from "./typeset-job.ts";

export interface TypesetterOptions {
  /** For one document, from the moment its process has started. */
  readonly timeoutMs?: number;
  /** Of the whole process. */
  readonly memoryMb?: number;
  /** An unused process gives its memory back. */
  readonly idleMs?: number;
  /** Tests name another program to run. */
  readonly program?: URL;
}

const DEFAULTS: Required<TypesetterOptions> = {
  timeoutMs: 30_000,
  memoryMb: 400,
  idleMs: 20_000,
  program: new URL("./typst-process.mjs", import.meta.url),
};
const HEAP_MB = 128;
/** After a large document the next one has a fresh process: the compiler does not return what it allocated. */
const MAX_KEPT_BYTES = 160 * 1024 * 1024;
/** The process ends itself a little later than its parent would, should the parent be gone. */
const SPARE_MS = 2_000;

/** The process ended while it worked: the document takes more than it may. */
export class TypesettingEnded extends Error {}
/** There is no compiler for this kind of computer. */
export class TypesettingUnavailable extends Error {}

/**
 * Typesets documents in a process of its own, one after the other: native code cannot be interrupted in a thread, and a crash
 * would take the server along. The next document reuses the process while it is alive.
 */
export class Typesetter {
  private readonly options: Required<TypesetterOptions>;
  private child: ChildProcess | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(options: TypesetterOptions = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  /** Throws TypesettingEnded or TypesettingUnavailable; any other error is a bug. */
  typeset(job: TypesetJob): Promise<TypesetFile> {
    const answer = this.queue.then(() => this.run(job));
    this.queue = answer.catch(() => undefined);
    return answer.then(fileOf);
  }

  close(): void {
    clearTimeout(this.idleTimer);
    this.child?.kill("SIGKILL");
    this.child = undefined;
  }

  private async run(job: TypesetJob): Promise<TypesetAnswer> {
    clearTimeout(this.idleTimer);
    const child = this.start();
    keepAlive(child, true);
    try {
      const answer = await this.answerOf(child, job);
      if ("file" in answer && answer.file.memory > MAX_KEPT_BYTES) this.close();
      return answer;
    } catch (error) {
      this.close();
      throw error;
    } finally {
      keepAlive(child, false);
      this.idleTimer = setTimeout(() => this.close(), this.options.idleMs).unref();
    }
  }

  private start(): ChildProcess {
    if (this.child) return this.child;
    const { program, memoryMb, timeoutMs } = this.options;
    const limits = [memoryMb * 1024 * 1024, timeoutMs + SPARE_MS].map(String);
    const child = fork(program, limits, {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      serialization: "advanced",
      // It needs no secrets of ours, and must not write into the output of a command.
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const ended = () => {
      if (this.child === child) this.child = undefined;
    };
    child.on("exit", ended).on("error", ended);
    this.child = child;
    return child;
  }

  private answerOf(child: ChildProcess, job: TypesetJob): Promise<TypesetAnswer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.close(), this.options.timeoutMs);
      const settle = (work: () => void) => {
        clearTimeout(timer);
        child.off("message", onMessage).off("exit", onExit).off("error", onError);
        work();
      };
      const onMessage = (answer: unknown) => settle(() => resolve(answer as TypesetAnswer));
      const onExit = () => settle(() => reject(new TypesettingEnded("The typesetter ended.")));
      const onError = (error: Error) => settle(() => reject(error));
      child.on("message", onMessage).on("exit", onExit).on("error", onError);
      child.send(job, (error) => error && onExit());
    });
  }
}

function fileOf(answer: TypesetAnswer): TypesetFile {
  if ("file" in answer) return answer.file;
  if ("unavailable" in answer) throw new TypesettingUnavailable(answer.unavailable);
  throw new Error(`A document could not be typeset: ${answer.problem}`);
}

/** Only a document in work keeps our own process alive. */
function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  if (isNeeded) child.ref();
  else child.unref();
  if (isNeeded) child.channel?.ref();
  else child.channel?.unref();
}
