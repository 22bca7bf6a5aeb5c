import type { Database } from "../connection/database.ts";
import { withBackgroundContext } from "../connection/tenant-context.ts";
import type { TokenGrant } from "./access-keys.ts";
import { markUsed } from "./token-rows.ts";

const FLUSH_DELAY_MS = 2_000;
const MINUTE_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** Records the last use of tokens: asynchronously, in batches, and at most once a minute for each. */
export class TokenUses {
  private readonly noted = new Map<string, number>();
  private waiting = new Map<string, Map<string, Date>>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private readonly database: Database;
  private readonly onProblem: (error: unknown) => void;

  constructor(database: Database, onProblem: (error: unknown) => void) {
    this.database = database;
    this.onProblem = onProblem;
  }

  note({ tokenId, organizationId }: TokenGrant, at: Date): void {
    const before = this.noted.get(tokenId);
    if (before !== undefined && at.getTime() - before < MINUTE_MS) return;
    if (this.noted.size >= MAX_REMEMBERED) this.noted.clear();
    this.noted.set(tokenId, at.getTime());
    const uses = this.waiting.get(organizationId) ?? new Map<string, Date>();
    uses.set(tokenId, at);
    this.waiting.set(organizationId, uses);
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_DELAY_MS).unref();
  }

  /** Writes the pending uses. There is no retry: the next use is recorded within a minute. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { waiting } = this;
    this.waiting = new Map();
    if (waiting.size > 0) this.writing = this.writing.then(() => this.write(waiting));
    return this.writing;
  }

  private async write(waiting: ReadonlyMap<string, ReadonlyMap<string, Date>>): Promise<void> {
    for (const [organizationId, times] of waiting) {
      const uses = [...times].map(([tokenId, at]) => ({ tokenId, at }));
      await withBackgroundContext(this.database, { organizationId }, (context) =>
        markUsed(context, uses),
      ).catch(this.onProblem);
    }
  }
}
