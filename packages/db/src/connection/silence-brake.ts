import { setTimeout as sleep } from "node:timers/promises";

const MAX_SILENT = 10;
const WINDOW_MS = 60_000;
const RETRY_MS = 500;

/**
 * PostgreSQL does not notice that a connection was destroyed while it waits for a synchronous standby. So that a server
 * without one does not use up all connections of the database, no more are opened after some silent ones, until a
 * probe has shown that a write goes through.
 */
export class SilenceBrake {
  private silentAtMs: number[] = [];
  private readonly stop = new AbortController();
  private readonly probe: (signal: AbortSignal) => Promise<boolean>;
  private readonly nowMs: () => number;
  isOn = false;

  constructor(probe: (signal: AbortSignal) => Promise<boolean>, nowMs = () => performance.now()) {
    this.probe = probe;
    this.nowMs = nowMs;
  }

  /** A connection was destroyed because it was silent. */
  note(): void {
    const nowMs = this.nowMs();
    this.silentAtMs = [...this.silentAtMs, nowMs].filter((atMs) => atMs > nowMs - WINDOW_MS);
    if (this.isOn || this.silentAtMs.length < MAX_SILENT) return;
    this.isOn = true;
    void this.untilWritable();
  }

  /** Throws while the brake is on. */
  check(): void {
    if (!this.isOn) return;
    throw Object.assign(new Error("Too many connections to the database went silent."), {
      code: CONNECTION_FAILURE,
    });
  }

  close(): void {
    this.stop.abort();
  }

  private async untilWritable(): Promise<void> {
    const { signal } = this.stop;
    while (!signal.aborted) {
      if (await this.probe(signal).catch(() => false)) break;
      await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
    this.silentAtMs = [];
    this.isOn = false;
  }
}

/** SQLSTATE 08006. */
const CONNECTION_FAILURE = "08006";
