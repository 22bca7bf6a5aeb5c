import { type ChildProcess, fork } from "node:child_process";
import type { PageAnswer } from "./answer-pages.ts";
import type { Page, PageText } from "./page-text.ts";

export interface PageProcessOptions {
  readonly maxProcesses?: number;
  /** Of the heap; the whole process may take twice as much. */
  readonly memoryMb?: number;
  /** For one page, from the moment a process begins with it. */
  readonly timeoutMs?: number;
  /** An unused process gives its memory back. */
  readonly idleMs?: number;
}

const DEFAULTS: Required<PageProcessOptions> = {
  maxProcesses: 2,
  memoryMb: 512,
  timeoutMs: 10_000,
  idleMs: 30_000,
};
const PROGRAM = new URL("./page-process.mjs", import.meta.url);
const START_TIMEOUT_MS = 60_000;

/**
 * Reads pages in processes of their own. A hostile page takes all time and memory it can get, and a thread that reaches the
 * limit of its heap may end the whole process; here it ends nothing but the reading of that page.
 */
export class PageProcesses {
  private readonly options: Required<PageProcessOptions>;
  private readonly idle: PageProcess[] = [];
  private readonly running = new Set<PageProcess>();
  private readonly waiting: (() => void)[] = [];
  private isClosed = false;

  constructor(options: PageProcessOptions = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  /** Null when the page has no readable text, or its process had to be ended. */
  async read(page: Page): Promise<PageText | null> {
    const reader = await this.take();
    try {
      return await reader.read(page);
    } finally {
      this.running.delete(reader);
      if (reader.isAlive) this.idle.push(reader);
      this.waiting.shift()?.();
    }
  }

  /** Ends all processes; pages that are not read yet are refused. */
  close(): void {
    this.isClosed = true;
    for (const reader of [...this.idle, ...this.running]) reader.end();
    for (const wake of this.waiting.splice(0)) wake();
  }

  private async take(): Promise<PageProcess> {
    while (this.running.size >= this.options.maxProcesses && !this.isClosed)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    if (this.isClosed) throw new Error("No more pages are read.");
    let reader = this.idle.pop();
    while (reader && !reader.isAlive) reader = this.idle.pop();
    reader ??= new PageProcess(this.options);
    this.running.add(reader);
    return reader;
  }
}

class PageProcess {
  private readonly options: Required<PageProcessOptions>;
  private readonly child: ChildProcess;
  private idleTimer: NodeJS.Timeout | undefined;
  isAlive = true;

  constructor(options: Required<PageProcessOptions>) {
    this.options = options;
    const { memoryMb } = options;
    this.child = fork(PROGRAM, [String(2 * memoryMb * 1024 * 1024)], {
      execArgv: [`--max-old-space-size=${memoryMb}`],
      serialization: "advanced",
      // It needs no secrets of ours, and must not write into the output of a command.
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const ended = () => {
      this.isAlive = false;
    };
    this.child.on("exit", ended).on("error", ended);
  }

  read(page: Page): Promise<PageText | null> {
    clearTimeout(this.idleTimer);
    this.keepAlive(true);
    return this.answerTo(page).finally(() => {
      this.keepAlive(false);
      this.idleTimer = setTimeout(() => this.end(), this.options.idleMs).unref();
    });
  }

  end(): void {
    clearTimeout(this.idleTimer);
    this.isAlive = false;
    this.child.kill("SIGKILL");
  }

  private answerTo(page: Page): Promise<PageText | null> {
    const { child } = this;
    return new Promise((resolve, reject) => {
      let hasStarted = false;
      let timer = setTimeout(() => this.end(), START_TIMEOUT_MS);
      const settle = (work: () => void) => {
        clearTimeout(timer);
        child.off("message", onMessage).off("exit", onExit).off("error", onError);
        work();
      };
      const onMessage = (message: unknown) => {
        if (message !== "started") return settle(() => accept(message as PageAnswer));
        hasStarted = true;
        clearTimeout(timer);
        timer = setTimeout(() => this.end(), this.options.timeoutMs);
      };
      const accept = (answer: PageAnswer) =>
        "page" in answer ? resolve(answer.page) : reject(new Error(answer.problem));
      // A process that ended while it read was ended by the page.
      const onExit = () =>
        settle(() => (hasStarted ? resolve(null) : reject(new Error("No page can be read."))));
      const onError = (error: Error) => settle(() => reject(error));
      child.on("message", onMessage).on("exit", onExit).on("error", onError);
      child.send(page, (error) => error && onError(error));
    });
  }

  /** Only a page that is being read keeps our own process alive. */
  private keepAlive(isNeeded: boolean): void {
    if (isNeeded) this.child.ref();
    else this.child.unref();
    if (isNeeded) this.child.channel?.ref();
    else this.child.channel?.unref();
  }
}
