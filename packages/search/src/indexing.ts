import { type Database, withTenantContext } from "@trovella/db";
import { listOrganizations } from "@trovella/db/identity";
import {
  claimChunks,
  nextRetryMs,
  requeueOtherModels,
  saveEmbeddingOutcome,
} from "@trovella/db/search";
import { embedChunks } from "./embed-chunks.ts";
import type { Embedder } from "./embedder.ts";

export interface IndexingOptions {
  readonly database: Database;
  /** Settles with the embedder, or with null when there will be none. */
  readonly embedder: Promise<Embedder | null>;
  /** Told of what keeps vectors from being made; searching goes on by words. */
  onProblem?(error: unknown): void;
  readonly lockMs?: number;
  readonly retryMs?: number;
  /** How often to look for work that some other process left behind. */
  readonly sweepMs?: number;
}

export interface Indexing {
  /** To be called when something of this organization was stored and committed. */
  wake(organizationId: string): void;
  /** Settles as soon as there is nothing to do at the moment. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Small, so that a kill loses little and every organization gets its turn. */
const BATCH = 8;
const LOCK_MS = 120_000;
const RETRY_MS = 30_000;
/** Seldom: it wakes an embedded database that went to sleep. */
const SWEEP_MS = 3_600_000;
const REQUEUED_AT_ONCE = 1000;
const ORGANIZATIONS_PER_PAGE = 500;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 300_000;

/** Computes missing vectors in the background, of each organization in turn. */
export function startIndexing(options: IndexingOptions): Indexing {
  return new Indexer(options);
}

class Indexer implements Indexing {
  private readonly options: IndexingOptions;
  /** Organizations that may have work, the next one first. */
  private readonly waiting = new Set<string>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private running: Promise<void> | null = null;
  private pauseMs = FIRST_PAUSE_MS;
  private isClosed = false;
  /** While it waits for better times, or for nothing. */
  private isResting = false;

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
    for (const timer of this.timers.values()) clearTimeout(timer);
    await this.idle();
  }

  /** Looks at every organization: at the start, and now and then. */
  private sweep(): void {
    this.run(async (embedder) => {
      let after = "";
      for (;;) {
        const { database } = this.options;
        const page = await listOrganizations(database, { after, limit: ORGANIZATIONS_PER_PAGE });
        for (const id of page) {
          await this.requeue(embedder, id);
          this.waiting.add(id);
        }
        after = page.at(-1) ?? "";
        if (this.isClosed || page.length < ORGANIZATIONS_PER_PAGE) break;
      }
      this.later("", this.options.sweepMs ?? SWEEP_MS, () => this.sweep());
    });
  }

  /** After a change of the model all vectors of the former one are made again. */
  private async requeue(embedder: Embedder, organizationId: string): Promise<void> {
    const { model } = embedder;
    let queued: number;
    do {
      queued = await withTenantContext(this.options.database, { organizationId }, (context) =>
        requeueOtherModels(context, { model, limit: REQUEUED_AT_ONCE }),
      );
    } while (queued === REQUEUED_AT_ONCE && !this.isClosed);
  }

  private run(first?: (embedder: Embedder) => Promise<void>): void {
    if (this.isResting || (this.running && !first)) return;
    const before = this.running ?? Promise.resolve();
    const running = before
      .then(() => this.work(first))
      .finally(() => {
        if (this.running !== running) return;
        this.running = null;
        // Somebody may have called while the last turn was ending.
        if (this.waiting.size > 0 && !this.isClosed) this.run();
      });
    this.running = running;
  }

  private async work(first?: (embedder: Embedder) => Promise<void>): Promise<void> {
    const embedder = await this.options.embedder;
    // Without an embedder there is nothing to do, now or later.
    this.isResting = embedder === null;
    if (!embedder) return;
    try {
      await first?.(embedder);
      for (const organizationId of this.waiting) {
        if (this.isClosed) return;
        this.waiting.delete(organizationId);
        await this.takeTurn(embedder, organizationId);
      }
      this.pauseMs = FIRST_PAUSE_MS;
    } catch (error) {
      this.options.onProblem?.(error);
      this.pause(first);
    }
  }

  /** The database or the embedder is away. What was claimed is free again after a while. */
  private pause(first?: (embedder: Embedder) => Promise<void>): void {
    this.isResting = true;
    this.later("pause", this.pauseMs, () => {
      this.isResting = false;
      this.run(first);
    });
    this.pauseMs = Math.min(2 * this.pauseMs, LONGEST_PAUSE_MS);
  }

  /** A few chunks of one organization; while there are more, it lines up again behind the others. */
  private async takeTurn(embedder: Embedder, organizationId: string): Promise<void> {
    const { database, lockMs = LOCK_MS, retryMs = RETRY_MS } = this.options;
    const { model } = embedder;
    const tenant = { organizationId };
    const chunks = await withTenantContext(database, tenant, (context) =>
      claimChunks(context, { limit: BATCH, lockMs, model }),
    ).catch((error) => {
      // Not forgotten while the database is away.
      this.waiting.add(organizationId);
      throw error;
    });
    if (chunks.length === 0) return this.comeBack(organizationId);
    this.waiting.add(organizationId);
    const outcome = await embedChunks(embedder, chunks);
    await withTenantContext(database, tenant, (context) =>
      saveEmbeddingOutcome(context, { model, retryMs, ...outcome }),
    );
    if (outcome.failures[0]) this.options.onProblem?.(new Error(outcome.failures[0].problem));
  }

  /** Chunks that failed, or that somebody died over, are tried again when their time has come. */
  private async comeBack(organizationId: string): Promise<void> {
    const { database } = this.options;
    const waitMs = await withTenantContext(database, { organizationId }, nextRetryMs);
    if (waitMs !== null) this.later(organizationId, waitMs + 10, () => this.wake(organizationId));
  }

  /** One timer for each purpose; none keeps the process alive. */
  private later(purpose: string, delayMs: number, work: () => void): void {
    clearTimeout(this.timers.get(purpose));
    if (this.isClosed) return;
    const run = () => {
      this.timers.delete(purpose);
      work();
    };
    this.timers.set(purpose, setTimeout(run, delayMs).unref());
  }
}
