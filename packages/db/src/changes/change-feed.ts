import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { Database } from "../connection/database.ts";
import { type DatabaseSettings, withDirectClient } from "../connection/open-database.ts";
import { withTenantContext } from "../connection/tenant-context.ts";
import { CHANGE_TOPICS, CHANNEL, type Change, type ChangeTopic, readChange } from "./change.ts";
import { readNewest } from "./newest.ts";

export interface ChangeFeedParts {
  readonly database: Database;
  readonly settings: DatabaseSettings;
  readonly onProblem: (error: unknown) => void;
  readonly pollIntervalMs?: number;
}

type Listener = (topics: readonly ChangeTopic[]) => void;

/** Polling notices the changes of a process that died between its commit and its announcement. */
const POLL_INTERVAL_MS = 10_000;
const ASK_MS = 10_000;
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 10_000;
/** A page that is reloaded subscribes again at once; the connection stays open for it. */
const LINGER_MS = 5_000;
const MAX_READY_MS = 1_000;

/**
 * Listens for changes made by any process on the database, as long as there are subscribers. After a broken connection
 * all subscribers are notified of every topic, so that nothing is missed.
 */
export class ChangeFeed {
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly newest = new Map<string, string>();
  private readonly parts: ChangeFeedParts;
  private listening: AbortController | undefined;
  private isHearing = false;
  private readonly waiting = new Set<() => void>();
  private linger: NodeJS.Timeout | undefined;
  private polling: NodeJS.Timeout | undefined;

  constructor(parts: ChangeFeedParts) {
    this.parts = parts;
  }

  /** Calls the listener for each change in the organization until the returned function is called. */
  subscribe(organizationId: string, listener: Listener): () => void {
    const known = this.listeners.get(organizationId) ?? new Set();
    known.add(listener);
    this.listeners.set(organizationId, known);
    this.start();
    return () => {
      known.delete(listener);
      if (known.size > 0) return;
      this.listeners.delete(organizationId);
      this.newest.delete(organizationId);
      if (this.listeners.size === 0) this.stopSoon();
    };
  }

  /** Starts to listen; null if it does already. A subscriber from then on misses no change and is told of none before. */
  ready(): Promise<void> | null {
    if (this.listening && this.isHearing) return null;
    this.start();
    if (this.listeners.size === 0) this.stopSoon();
    const hearing = new Promise<void>((resolve) => this.waiting.add(resolve));
    return Promise.race([hearing, sleep(MAX_READY_MS, undefined, { ref: false })]);
  }

  close(): void {
    clearTimeout(this.linger);
    clearInterval(this.polling);
    this.listening?.abort();
    this.listening = undefined;
  }

  private start(): void {
    clearTimeout(this.linger);
    if (this.listening) return;
    this.listening = new AbortController();
    void this.listen(this.listening.signal);
    const { pollIntervalMs = POLL_INTERVAL_MS } = this.parts;
    this.polling = setInterval(() => void this.poll(), pollIntervalMs).unref();
  }

  private stopSoon(): void {
    clearTimeout(this.linger);
    this.linger = setTimeout(() => this.close(), LINGER_MS).unref();
  }

  private async listen(signal: AbortSignal): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (!signal.aborted) {
      try {
        const isSilenceLimited = true;
        const listening = async (client: Client) => {
          const broken = new Promise<void>((resolve) => client.once("end", resolve));
          client.on("notification", ({ payload }) => this.notify(readChange(payload)));
          await client.query(`LISTEN ${CHANNEL}`);
          retryMs = FIRST_RETRY_MS;
          this.isHearing = true;
          for (const resolve of this.waiting) resolve();
          this.waiting.clear();
          // Earlier subscribers may have missed changes before this connection was open.
          this.notifyAll();
          // It sends nothing by itself, so a host that is gone would never be noticed.
          const asking = setInterval(
            () => void client.query("SELECT").catch(() => undefined),
            ASK_MS,
          );
          await Promise.race([broken, aborted(signal)]).finally(() => clearInterval(asking));
        };
        await withDirectClient(this.parts.settings, listening, { isSilenceLimited });
      } catch (error) {
        if (!signal.aborted) this.parts.onProblem(error);
      } finally {
        this.isHearing = false;
      }
      if (signal.aborted) return;
      await sleep(retryMs, undefined, { ref: false, signal }).catch(() => undefined);
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    }
  }

  private notify(change: Change | null): void {
    if (!change) return;
    for (const listener of this.listeners.get(change.organizationId) ?? []) listener(change.topics);
  }

  private notifyAll(): void {
    for (const organizationId of this.listeners.keys()) {
      this.notify({ organizationId, topics: CHANGE_TOPICS });
    }
  }

  private async poll(): Promise<void> {
    for (const organizationId of [...this.listeners.keys()]) {
      try {
        await this.pollOrganization(organizationId);
      } catch (error) {
        this.parts.onProblem(error);
      }
    }
  }

  /** Notifies of announced changes too: a second notification does no harm. */
  private async pollOrganization(organizationId: string): Promise<void> {
    const newest = await withTenantContext(this.parts.database, { organizationId }, readNewest);
    const before = this.newest.get(organizationId);
    if (!this.listeners.has(organizationId)) return;
    this.newest.set(organizationId, newest);
    if (before !== undefined && before !== newest) {
      this.notify({ organizationId, topics: CHANGE_TOPICS });
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
