import type { Database, Tenant } from "@trovella/db";
import { rejudgeStaleClaims } from "@trovella/research";

interface RejudgingOptions {
  /** Notified of each organization with claims that were judged again. */
  onJudged(tenant: Tenant): void;
  onProblem(error: unknown): void;
}

/** Judges claims again in the background when pages were read, one organization after the other. */
export class Rejudging {
  private readonly database: Database;
  private readonly options: RejudgingOptions;
  /** By organization, the sources that were read; null for all that claims wait for. */
  private readonly waiting = new Map<string, Set<string | null>>();
  private running: Promise<void> | null = null;
  private isClosed = false;

  constructor(database: Database, options: RejudgingOptions) {
    this.database = database;
    this.options = options;
  }

  add({ organizationId }: Tenant, keys: readonly string[] | null): void {
    if (this.isClosed) return;
    const sources = this.waiting.get(organizationId) ?? new Set();
    for (const key of keys ?? [null]) sources.add(key);
    this.waiting.set(organizationId, sources);
    this.running ??= this.run().finally(() => {
      this.running = null;
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.running;
  }

  private async run(): Promise<void> {
    for (const [organizationId, sources] of this.waiting) {
      if (this.isClosed) return;
      this.waiting.delete(organizationId);
      const tenant = { organizationId };
      try {
        const keys = [...sources].filter((key) => key !== null);
        let count = 0;
        if (keys.length > 0) count += await rejudgeStaleClaims(this.database, tenant, keys);
        if (sources.has(null)) count += await rejudgeStaleClaims(this.database, tenant, null);
        if (count > 0) this.options.onJudged(tenant);
      } catch (error) {
        this.options.onProblem(error);
      }
    }
  }
}
