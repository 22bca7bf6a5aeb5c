import { setTimeout as sleep } from "node:timers/promises";
import { FuzzConnection } from "../fuzz/http.ts";

export interface ReadinessAnswer {
  readonly askedAtMs: number;
  readonly answeredAtMs: number;
  readonly isReady: boolean;
}

/** Asks a server again and again whether it is ready. */
export class ReadinessWatch {
  readonly answers: ReadinessAnswer[] = [];
  private isStopped = false;
  private readonly watching: Promise<void>;

  constructor(url: string, { host, intervalMs }: { host: string; intervalMs: number }) {
    this.watching = this.watch(new FuzzConnection(url), host, intervalMs);
  }

  /** Waits until it is ready, or not. */
  async until(isReady: boolean): Promise<void> {
    const since = performance.now();
    const isIt = (answer: ReadinessAnswer) =>
      answer.askedAtMs >= since && answer.isReady === isReady;
    while (!this.answers.some(isIt)) await sleep(20);
  }

  /** Those that were asked and answered within this time. */
  between(fromMs: number, toMs: number): readonly ReadinessAnswer[] {
    return this.answers.filter(
      ({ askedAtMs, answeredAtMs }) => askedAtMs >= fromMs && answeredAtMs <= toMs,
    );
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.watching;
  }

  private async watch(connection: FuzzConnection, host: string, intervalMs: number) {
    const request = { method: "GET", path: "/readyz", headers: { Host: host }, body: "" };
    while (!this.isStopped) {
      const askedAtMs = performance.now();
      const exchange = await connection.send(request).catch(() => null);
      const isReady = exchange?.status === 200;
      this.answers.push({ askedAtMs, answeredAtMs: performance.now(), isReady });
      await sleep(intervalMs);
    }
    connection.close();
  }
}
