export interface FairQueueOptions {
  /** How much work runs at once, of all keys together. */
  readonly atOnce: number;
  /** How much of it one key may take. It applies from the moment a second key appears: a single one may take all. */
  readonly perKey: number;
  /** How much work of one key may wait, by weight; more is refused. */
  readonly maxWaitingPerKey: number;
  readonly maxWaitMs: number;
  /** The error for work that is refused or has waited too long. */
  readonly refusal: () => Error;
}

export interface WorkOptions {
  readonly signal?: AbortSignal;
  /** What it counts while it waits, 1 unless told. */
  readonly weight?: number;
}

interface Waiter {
  readonly weight: number;
  start(): void;
}

/** The work of one key. */
interface Lane {
  readonly key: string;
  running: number;
  readonly waiting: Waiter[];
}

/**
 * Shares a limited resource fairly between keys, such as organizations: each has a share, what exceeds it waits in a queue
 * of its own, and whatever becomes free goes to the queues in turn. No key can use up the resource or the queue.
 */
export class FairQueue {
  private readonly options: FairQueueOptions;
  private readonly lanes = new Map<string, Lane>();
  /** Lanes with waiting work, the next to be served first. */
  private readonly turns = new Set<Lane>();
  private firstKey: string | undefined;
  private isShared = false;
  private running = 0;

  constructor(options: FairQueueOptions) {
    this.options = options;
  }

  get waiting(): number {
    let count = 0;
    for (const { waiting } of this.turns) count += waiting.length;
    return count;
  }

  /** Runs the work when it is its turn; rejects with the signal's reason if it is aborted first. */
  async run<T>(key: string, work: () => Promise<T>, options: WorkOptions = {}): Promise<T> {
    const lane = this.laneOf(key);
    if (lane.waiting.length === 0 && this.canStart(lane)) this.start(lane);
    else await this.wait(lane, options);
    try {
      return await work();
    } finally {
      this.leave(lane);
    }
  }

  private laneOf(key: string): Lane {
    this.firstKey ??= key;
    this.isShared ||= key !== this.firstKey;
    const known = this.lanes.get(key);
    if (known) return known;
    const lane: Lane = { key, running: 0, waiting: [] };
    this.lanes.set(key, lane);
    return lane;
  }

  private canStart({ running }: Lane): boolean {
    const { atOnce, perKey } = this.options;
    return this.running < atOnce && (!this.isShared || running < perKey);
  }

  private start(lane: Lane): void {
    lane.running += 1;
    this.running += 1;
  }

  private async wait(lane: Lane, { signal, weight = 1 }: WorkOptions): Promise<void> {
    const { maxWaitingPerKey, maxWaitMs, refusal } = this.options;
    const waiting = lane.waiting.reduce((total, waiter) => total + waiter.weight, 0);
    if (waiting + weight > maxWaitingPerKey) throw refusal();
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
      };
      const giveUp = (reason: unknown) => {
        stopWaiting();
        lane.waiting.splice(lane.waiting.indexOf(waiter), 1);
        if (lane.waiting.length === 0) this.turns.delete(lane);
        this.forgetIfIdle(lane);
        reject(reason);
      };
      const onAbort = () => giveUp(signal?.reason);
      const timer = setTimeout(() => giveUp(refusal()), maxWaitMs);
      const waiter: Waiter = {
        weight,
        start: () => {
          stopWaiting();
          resolve();
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      lane.waiting.push(waiter);
      this.turns.add(lane);
    });
  }

  private leave(lane: Lane): void {
    lane.running -= 1;
    this.running -= 1;
    this.startNext();
    this.forgetIfIdle(lane);
  }

  private forgetIfIdle({ key, running, waiting }: Lane): void {
    if (running === 0 && waiting.length === 0) this.lanes.delete(key);
  }

  private startNext(): void {
    for (const lane of this.turns) {
      if (!this.canStart(lane)) continue;
      const next = lane.waiting.shift();
      // Served lanes go to the end.
      this.turns.delete(lane);
      if (lane.waiting.length > 0) this.turns.add(lane);
      this.start(lane);
      next?.start();
      return;
    }
  }
}
