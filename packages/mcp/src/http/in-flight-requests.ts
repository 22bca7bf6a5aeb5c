/** Counts the requests being served; a shutdown waits until there are none. */
export class InFlightRequests {
  #count = 0;
  #onIdle: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  async track(work: () => Promise<void>): Promise<void> {
    this.#count += 1;
    try {
      await work();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const resolve of this.#onIdle.splice(0)) resolve();
    }
  }

  /** Resolves when no request is in flight, at the latest after the timeout. */
  whenIdle(timeoutMs: number): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#onIdle.push(() => resolve(clearTimeout(timer)));
    });
  }
}
