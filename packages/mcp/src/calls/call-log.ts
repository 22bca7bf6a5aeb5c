import {
  type Database,
  isDatabaseUnavailable,
  type Tenant,
  withBackgroundContext,
} from "@trovella/db";
import {
  deleteRepliesBefore,
  type FinishedCall,
  saveFinishedCallsAndCommit,
} from "@trovella/db/calls";
import type { Change } from "@trovella/db/changes";
import { IDEMPOTENCY_KEPT_MS } from "@trovella/plan-engine";

const MAX_QUEUED = 2_000;
const MAX_BATCH = 200;
/** Between two batches. The first call after a pause is logged at once, so that a killed process loses little. */
const FLUSH_INTERVAL_MS = 250;
/** After the database was unavailable. */
const RETRY_MS = 1_000;
const CLEANUP_INTERVAL_MS = 60 * 60 * 1000;

interface QueuedCall {
  readonly tenant: Tenant;
  readonly call: FinishedCall;
}

/**
 * Logs finished calls in batches. It never delays or fails a call. Rows that could not be written because the database
 * was unavailable are kept and written later; those that do not fit into the queue are lost and counted.
 */
export class CallLog {
  lost = 0;
  private queue: QueuedCall[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isRetrying = false;
  private isClosed = false;
  private flushedAtMs = Number.NEGATIVE_INFINITY;
  private writing: Promise<void> = Promise.resolve();
  private readonly cleanedUpAt = new Map<string, number>();
  private readonly database: Database;
  private readonly onLost: (count: number, error: unknown) => void;
  private readonly announce: (change: Change) => void;

  constructor(
    database: Database,
    onLost: (count: number, error: unknown) => void,
    announce: (change: Change) => void = () => undefined,
  ) {
    this.database = database;
    this.onLost = onLost;
    this.announce = announce;
  }

  add(tenant: Tenant, call: FinishedCall): void {
    if (this.queue.length >= MAX_QUEUED) {
      this.lose(1, new Error("The queue of calls to be logged is full."));
      return;
    }
    this.queue.push({ tenant, call });
    if (this.isRetrying) return;
    if (this.queue.length >= MAX_BATCH) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), this.untilFlushMs()).unref();
  }

  private untilFlushMs(): number {
    return Math.max(0, this.flushedAtMs + FLUSH_INTERVAL_MS - performance.now());
  }

  /** Writes what is queued, for the last time: what the database does not take now is lost. */
  close(): Promise<void> {
    this.isClosed = true;
    return this.flush();
  }

  /** Writes the queued rows; resolves when they are written, lost or queued again. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isRetrying = false;
    this.flushedAtMs = performance.now();
    const batch = this.queue;
    this.queue = [];
    this.writing = this.writing.then(() => this.write(batch));
    return this.writing;
  }

  private async write(batch: readonly QueuedCall[]): Promise<void> {
    const organizations = new Set(batch.map(({ tenant }) => tenant.organizationId));
    for (const organizationId of organizations) {
      const calls = batch
        .filter(({ tenant }) => tenant.organizationId === organizationId)
        .map(({ call }) => call);
      try {
        await withBackgroundContext(this.database, { organizationId }, async (context) => {
          await this.deleteExpiredReplies(context);
          await saveFinishedCallsAndCommit(context, calls);
        });
        this.announce({ organizationId, topics: ["toolCall"] });
      } catch (error) {
        this.keepOrLose({ organizationId }, calls, error);
      }
    }
  }

  /** A batch that was committed although its reply got lost is not written twice: its rows have ids. */
  private keepOrLose(tenant: Tenant, calls: readonly FinishedCall[], error: unknown): void {
    const canRetry = !this.isClosed && isDatabaseUnavailable(error);
    const room = canRetry ? Math.max(0, MAX_QUEUED - this.queue.length) : 0;
    const kept = calls.slice(0, room);
    if (kept.length < calls.length) this.lose(calls.length - kept.length, error);
    if (kept.length === 0) return;
    this.queue = [...kept.map((call) => ({ tenant, call })), ...this.queue];
    this.isRetrying = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), RETRY_MS).unref();
  }

  /** Deletes expired idempotency keys, at most once an hour for each organization. */
  private async deleteExpiredReplies(
    context: Parameters<typeof deleteRepliesBefore>[0],
  ): Promise<void> {
    const { organizationId } = context.tenant;
    const now = Date.now();
    if (now - (this.cleanedUpAt.get(organizationId) ?? 0) < CLEANUP_INTERVAL_MS) return;
    this.cleanedUpAt.set(organizationId, now);
    await deleteRepliesBefore(context, new Date(now - IDEMPOTENCY_KEPT_MS));
  }

  private lose(count: number, error: unknown): void {
    this.lost += count;
    this.onLost(count, error);
  }
}
