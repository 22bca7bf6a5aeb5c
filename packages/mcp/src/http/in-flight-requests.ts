/** Counts what is under way and tells when nothing is. */
export function trackInFlight() {
  let count = 0;
  let landed: (() => void)[] = [];

  return {
    get count() {
      return count;
    },

    async during(work: () => Promise<void>): Promise<void> {
      count += 1;
      try {
        await work();
      } finally {
        count -= 1;
        if (count === 0) for (const resolve of landed.splice(0)) resolve();
      }
    },

    /** Resolves when nothing is under way any more, or the time is over. */
    allLanded(timeoutMs: number): Promise<void> {
      if (count === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        landed = [...landed, () => resolve(clearTimeout(timer))];
      });
    },
  };
}
