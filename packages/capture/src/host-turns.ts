import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

export interface HostTurnsOptions {
  readonly atOnce: number;
  /** From the end of one request to a host to the beginning of the next. */
  readonly gapMs: number;
}

/** One request per host at a time with a pause after it, and a limited number of all hosts together. */
export class HostTurns {
  private readonly options: HostTurnsOptions;
  /** Of each host, when its next request may begin. */
  private readonly lanes = new Map<string, Promise<void>>();
  private readonly waiting: (() => void)[] = [];
  private readonly closing = new AbortController();
  private running = 0;

  constructor(options: HostTurnsOptions) {
    this.options = options;
    // One per host that pauses.
    setMaxListeners(0, this.closing.signal);
  }

  run<T>(host: string, work: () => Promise<T>): Promise<T> {
    const result = (this.lanes.get(host) ?? Promise.resolve()).then(() => this.take(work));
    const lane: Promise<void> = result.then(
      () => this.pause(),
      () => this.pause(),
    );
    this.lanes.set(host, lane);
    void lane.then(() => {
      if (this.lanes.get(host) === lane) this.lanes.delete(host);
    });
    return result;
  }

  /** Ends all pauses, for work that then sees that it is too late. */
  close(): void {
    this.closing.abort();
  }

  private async take<T>(work: () => Promise<T>): Promise<T> {
    while (this.running >= this.options.atOnce)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  private async pause(): Promise<void> {
    const { signal } = this.closing;
    await sleep(this.options.gapMs, undefined, { ref: false, signal }).catch(() => undefined);
  }
}
