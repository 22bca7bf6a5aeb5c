/** What agents saw since a moment, such as the last fault. */
export class Figures {
  ok = 0;
  /** Calls that had to be sent again. */
  repeated = 0;
  /** The longest time without a successful call. */
  gapMs = 0;
  slowestMs = 0;
  /** Answers other than success, by code. */
  readonly codes = new Map<string, number>();
  /** The times between a success and when the next successful call was sent, if longer than a second. */
  readonly gaps: (readonly [number, number])[] = [];
  private lastOkMs = performance.now();

  succeed(durationMs: number): void {
    this.ok += 1;
    this.slowestMs = Math.max(this.slowestMs, durationMs);
    this.gapMs = Math.max(this.gapMs, this.sinceOkMs);
    const sentAtMs = performance.now() - durationMs;
    if (sentAtMs - this.lastOkMs > 1_000) this.gaps.push([this.lastOkMs, sentAtMs]);
    this.lastOkMs = performance.now();
  }

  fail(code: string): void {
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
  }

  get sinceOkMs(): number {
    return performance.now() - this.lastOkMs;
  }
}
