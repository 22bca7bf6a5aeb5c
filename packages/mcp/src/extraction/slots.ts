import { AppError } from "@trovella/foundation";

/** A semaphore with a bounded queue; work beyond both is refused. */
export class Slots {
  private readonly atOnce: number;
  private readonly maxWaiting: number;
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor({ atOnce, maxWaiting }: { readonly atOnce: number; readonly maxWaiting: number }) {
    this.atOnce = atOnce;
    this.maxWaiting = maxWaiting;
  }

  /** Runs the work when a slot is free; rejects with the signal's reason if it is aborted first. */
  async during<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.enter(signal);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(signal: AbortSignal): Promise<void> {
    if (this.running < this.atOnce) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= this.maxWaiting) throw tooMany();
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.waiting.splice(this.waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      signal.addEventListener("abort", giveUp, { once: true });
      this.waiting.push(start);
    });
  }

  /** The slot goes to the first in the queue. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}

export function tooMany(): AppError {
  return new AppError(
    "RATE_LIMITED",
    "Too many extractions wait already. Next: wait some seconds, then repeat extract_data.",
  );
}
