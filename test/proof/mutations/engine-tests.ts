import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const PROCESS = fileURLToPath(new URL("test-process.ts", import.meta.url));
/** A run that takes this many times as long as one without a mutation does not end, or not in time for anybody. */
const TOO_LONG = 20;
const LEAST_TIMEOUT_MS = 60_000;
/** For the runs without a mutation, by which the others are judged. */
const FIRST_TIMEOUT_MS = 360_000;
/** What Vitest keeps of former runs would slow it down and need memory. */
const RUNS_PER_PROCESS = 200;

type Suite = "quick" | "property";

export interface Request {
  readonly suite: Suite;
  /** What has changed, below the engine's folder. */
  readonly file: string;
}

export interface Reply {
  readonly isPassed: boolean;
  readonly output: string;
}

/** The tests of one copy of the engine, in a process that is replaced when a mutant hangs it. */
export class EngineTests {
  readonly #copy: string;
  readonly #source: string;
  readonly #timeouts = new Map<Suite, number>();
  #process: ChildProcess | undefined;
  #runs = 0;

  constructor(copy: string, source: string) {
    this.#copy = copy;
    this.#source = source;
  }

  /** The quick tests first; only a mutant that survives them meets the property tests. */
  async run(file: string): Promise<Reply> {
    this.#runs += 1;
    if (this.#runs % RUNS_PER_PROCESS === 0) this.close();
    const quick = await this.#runSuite({ suite: "quick", file });
    return quick.isPassed ? this.#runSuite({ suite: "property", file }) : quick;
  }

  close(): void {
    this.#process?.kill("SIGKILL");
    this.#process = undefined;
  }

  async #runSuite(request: Request): Promise<Reply> {
    const child = this.#process ?? (await this.#start());
    const timeout = this.#timeouts.get(request.suite) ?? FIRST_TIMEOUT_MS;
    const startedAt = performance.now();
    child.send(request);
    const reply = await replyOf(child, timeout);
    if (!reply) {
      this.close();
      return { isPassed: false, output: `No reply within ${timeout} ms.` };
    }
    if (!this.#timeouts.has(request.suite)) {
      const ms = Math.max(LEAST_TIMEOUT_MS, TOO_LONG * (performance.now() - startedAt));
      this.#timeouts.set(request.suite, ms);
    }
    return reply;
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(PROCESS, [this.#copy, this.#source], {
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const ready = await replyOf(child, FIRST_TIMEOUT_MS);
    if (!ready?.isPassed) throw new Error(`Vitest found no tests in ${this.#copy}.`);
    this.#process = child;
    return child;
  }
}

/** Undefined if it has ended or takes too long. */
function replyOf(child: ChildProcess, timeoutMs: number): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const end = (reply?: Reply) => {
      clearTimeout(timer);
      child.off("message", end).off("exit", ended);
      resolve(reply);
    };
    const ended = () => end();
    const timer = setTimeout(ended, timeoutMs);
    child.once("message", end).once("exit", ended);
  });
}
