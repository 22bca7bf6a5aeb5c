/** One timer per purpose, which a later one replaces; none keeps the process alive. */
export class NamedTimers {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private isClosed = false;

  set(purpose: string, delayMs: number, work: () => void): void {
    clearTimeout(this.timers.get(purpose));
    if (this.isClosed) return;
    const run = () => {
      this.timers.delete(purpose);
      work();
    };
    this.timers.set(purpose, setTimeout(run, delayMs).unref());
  }

  /** Nothing runs any more, and nothing can be set. */
  close(): void {
    this.isClosed = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
  }
}
