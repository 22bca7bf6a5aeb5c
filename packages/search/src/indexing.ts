import { type Database, withBackgroundContext } from "@trovella/db";
import { eachOrganization } from "@trovella/db/identity";
import {
  claimChunks,
  nextRetryMs,
  requeueOtherModels,
  saveEmbeddingOutcome,
} from "@trovella/db/search";
import { NamedTimers } from "@trovella/foundation";
import { embedChunks } from "./embed-chunks.ts";
import type { Embedder } from "./embedder.ts";

export interface IndexingOptions {
  readonly database: Database;
  /** Null when no embedder is available. */
  readonly embedder: Promise<Embedder | null>;
  /** Reports why vectors cannot be computed; search falls back to keywords. */
  onProblem?(error: unknown): void;
  readonly lockMs?: number;
  readonly retryMs?: number;
  /** Interval of the sweep for work that another process left behind. */
  readonly sweepMs?: number;
}

export interface Indexing {
  /** Call after something of this organization was stored and committed. */
  wake(organizationId: string): void;
  /** Resolves when the queue is empty for the moment. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Small, so that a crash loses little and organizations take turns. */
const BATCH = 8;
const LOCK_MS = 120_000;
const RETRY_MS = 30_000;
/** Rare, because it wakes an embedded database that was stopped when idle. */
const SWEEP_MS = 3_600_000;
const REQUEUE_BATCH = 1000;
const MIN_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 300_000;

/** Computes missing vectors in the background, round-robin over organizations. */
export function startIndexing(options: IndexingOptions): Indexing {
  return new Indexer(options);
}

class Indexer implements Indexing {
  private readonly options: IndexingOptions;
  /** Organizations that may have work, in order. */
  private readonly waiting = new Set<string>();
  private readonly timers = new NamedTimers();
  private running: Promise<void> | null = null;
  private backoffMs = MIN_BACKOFF_MS;
  private isClosed = false;
  /** While backing off, or when there is no embedder. */
  private isPaused = false;

  constructor(options: IndexingOptions) {
    this.options = options;
    this.sweep();
  }

  wake(organizationId: string): void {
    if (this.isClosed) return;
    this.waiting.add(organizationId);
    this.run();
  }

  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.timers.close();
    await this.idle();
  }

  /** Queues every organization, at start-up and at intervals. */
  private sweep(): void {
    this.run(async (embedder) => {
      for await (const id of eachOrganization(this.options.database)) {
        if (this.isClosed) break;
        await this.requeue(embedder, id);
        this.waiting.add(id);
      }
      this.timers.set("", this.options.sweepMs ?? SWEEP_MS, () => this.sweep());
    });
  }

  /** After a change of the model, the vectors of the old one are computed again. */
  private async requeue(embedder: Embedder, organizationId: string): Promise<void> {
    const { model } = embedder;
    let queued: number;
    do {
      queued = await withBackgroundContext(this.options.database, { organizationId }, (context) =>
        requeueOtherModels(context, { model, limit: REQUEUE_BATCH }),
      );
    } while (queued === REQUEUE_BATCH && !this.isClosed);
  }

  private run(first?: (embedder: Embedder) => Promise<void>): void {
    if (this.isPaused || (this.running && !first)) return;
    const before = this.running ?? Promise.resolve();
    const running = before
      .then(() => this.work(first))
      .finally(() => {
        if (this.running !== running) return;
        this.running = null;
        // wake() may have been called while this run was ending.
        if (this.waiting.size > 0 && !this.isClosed) this.run();
      });
    this.running = running;
  }

  private async work(first?: (embedder: Embedder) => Promise<void>): Promise<void> {
    const embedder = await this.options.embedder;
    // Without an embedder there never is anything to do.
    this.isPaused = embedder === null;
    if (!embedder) return;
    try {
      await first?.(embedder);
      for (const organizationId of this.waiting) {
        if (this.isClosed) return;
        this.waiting.delete(organizationId);
        await this.processBatch(embedder, organizationId);
      }
      this.backoffMs = MIN_BACKOFF_MS;
    } catch (error) {
      this.options.onProblem?.(error);
      this.backOff(first);
    }
  }

  /** Database or embedder unavailable: retry with backoff. Claimed chunks return to the queue when their lock expires. */
  private backOff(first?: (embedder: Embedder) => Promise<void>): void {
    this.isPaused = true;
    this.timers.set("backoff", this.backoffMs, () => {
      this.isPaused = false;
      this.run(first);
    });
    this.backoffMs = Math.min(2 * this.backoffMs, MAX_BACKOFF_MS);
  }

  /** Processes one batch of an organization and queues it again behind the others while there is more. */
  private async processBatch(embedder: Embedder, organizationId: string): Promise<void> {
    const { database, lockMs = LOCK_MS, retryMs = RETRY_MS } = this.options;
    const { model } = embedder;
    const tenant = { organizationId };
    const chunks = await withBackgroundContext(database, tenant, (context) =>
      claimChunks(context, { limit: BATCH, lockMs, model }),
    ).catch((error) => {
      // Keep it queued while the database is unavailable.
      this.waiting.add(organizationId);
      throw error;
    });
    if (chunks.length === 0) return this.scheduleRetry(organizationId);
    this.waiting.add(organizationId);
    const outcome = await embedChunks(embedder, chunks);
    await withBackgroundContext(database, tenant, (context) =>
      saveEmbeddingOutcome(context, { model, retryMs, ...outcome }),
    );
    if (outcome.failures[0]) this.options.onProblem?.(new Error(outcome.failures[0].problem));
  }

  /** Failed chunks, and those whose worker died, are retried when they are due. */
  private async scheduleRetry(organizationId: string): Promise<void> {
    const { database } = this.options;
    const waitMs = await withBackgroundContext(database, { organizationId }, nextRetryMs);
    if (waitMs !== null)
      this.timers.set(organizationId, waitMs + 10, () => this.wake(organizationId));
  }
}
