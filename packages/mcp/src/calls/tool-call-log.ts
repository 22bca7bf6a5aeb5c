import { type Database, type Tenant, withTenantContext } from "@trovella/db";
import { deleteRepliesBefore, type FinishedCall, saveFinishedCalls } from "@trovella/db/calls";
import type { Change } from "@trovella/db/changes";
import { IDEMPOTENCY_KEPT_MS } from "@trovella/plan-engine";

const MAX_WAITING = 2_000;
const MAX_BATCH = 200;
const FLUSH_AFTER_MS = 250;
const FORGET_EVERY_MS = 60 * 60 * 1000;

interface Waiting {
  readonly tenant: Tenant;
  readonly call: FinishedCall;
}

/**
 * Logs calls after they were answered, many rows at a time. It never makes a call wait or fail:
 * when it cannot keep up or the database is away, rows are lost and counted.
 */
export class ToolCallLog {
  /** Rows that could not be written. */
  lost = 0;
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private readonly forgottenAt = new Map<string, number>();
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
    if (this.waiting.length >= MAX_WAITING) {
      this.lose(1, new Error("Too many calls wait to be logged."));
      return;
    }
    this.waiting.push({ tenant, call });
    if (this.waiting.length >= MAX_BATCH) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
  }

  /** Writes what waits; resolves when it is written or lost. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const batch = this.waiting;
    this.waiting = [];
    this.writing = this.writing.then(() => this.write(batch));
    return this.writing;
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    const organizations = new Set(batch.map(({ tenant }) => tenant.organizationId));
    for (const organizationId of organizations) {
      const calls = batch
        .filter(({ tenant }) => tenant.organizationId === organizationId)
        .map(({ call }) => call);
      try {
        await withTenantContext(this.database, { organizationId }, async (context) => {
          await this.forgetOldReplies(context);
          await saveFinishedCalls(context, calls);
        });
        this.announce({ organizationId, topics: ["toolCall"] });
      } catch (error) {
        this.lose(calls.length, error);
      }
    }
  }

  /** Kept replies outlive their use; somebody has to clear them away now and then. */
  private async forgetOldReplies(
    context: Parameters<typeof deleteRepliesBefore>[0],
  ): Promise<void> {
    const { organizationId } = context.tenant;
    const now = Date.now();
    if (now - (this.forgottenAt.get(organizationId) ?? 0) < FORGET_EVERY_MS) return;
    this.forgottenAt.set(organizationId, now);
    await deleteRepliesBefore(context, new Date(now - IDEMPOTENCY_KEPT_MS));
  }

  private lose(count: number, error: unknown): void {
    this.lost += count;
    this.onLost(count, error);
  }
}
