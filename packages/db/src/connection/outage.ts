import { setTimeout as sleep } from "node:timers/promises";

/** Hides a planned switch of the primary, which takes 3 to 5 s; clients wait for a minute. */
const MAX_WAIT_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 500;
/** Calls that wait for the database take memory. */
const MAX_WAITING = 200;

/** Called when the database becomes unavailable and when it is back, with how long that took. */
export type OnAvailability = (change: AvailabilityChange) => void;

export type AvailabilityChange =
  | { readonly isAvailable: false; readonly error: unknown }
  | { readonly isAvailable: true; readonly unavailableMs: number };

/**
 * Whether new connections succeed. While an outage is young, calls wait for its end; later ones are refused at once, so
 * that they do not pile up.
 */
export class Outage {
  private sinceMs: number | null = null;
  private waiting = 0;
  private readonly onChange: OnAvailability;
  private readonly nowMs: () => number;

  constructor(onChange: OnAvailability, nowMs = () => performance.now()) {
    this.onChange = onChange;
    this.nowMs = nowMs;
  }

  begin(error: unknown): void {
    if (this.sinceMs !== null) return;
    this.sinceMs = this.nowMs();
    this.onChange({ isAvailable: false, error });
  }

  end(): void {
    if (this.sinceMs === null) return;
    const unavailableMs = this.nowMs() - this.sinceMs;
    this.sinceMs = null;
    this.onChange({ isAvailable: true, unavailableMs });
  }

  /** Waits before the next attempt to connect; false at once when there should be none. */
  async pause(attempt: number): Promise<boolean> {
    const elapsedMs = this.nowMs() - (this.sinceMs ?? this.nowMs());
    if (elapsedMs >= MAX_WAIT_MS || this.waiting >= MAX_WAITING) return false;
    this.waiting += 1;
    try {
      await sleep(Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS));
    } finally {
      this.waiting -= 1;
    }
    return true;
  }
}
