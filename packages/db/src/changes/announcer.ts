import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { CHANNEL, type Change, type ChangeTopic, writeChange } from "./change.ts";

const BATCH_MS = 100;
/** After a quiet period a change is sent almost at once, but together with the others of the same call. */
const FIRST_DELAY_MS = 10;

/**
 * Announces changes to all processes on the database, batched and after their commit: a NOTIFY inside a transaction
 * serializes the commits of all such transactions.
 */
export class Announcer {
  private pending = new Map<string, Set<ChangeTopic>>();
  private timer: NodeJS.Timeout | undefined;
  private sentAtMs = Number.NEGATIVE_INFINITY;
  private sending: Promise<void> = Promise.resolve();
  private readonly database: Database;
  private readonly onProblem: (error: unknown) => void;

  constructor(database: Database, onProblem: (error: unknown) => void) {
    this.database = database;
    this.onProblem = onProblem;
  }

  announce({ organizationId, topics }: Change): void {
    const known = this.pending.get(organizationId) ?? new Set();
    for (const topic of topics) known.add(topic);
    this.pending.set(organizationId, known);
    const isQuiet = performance.now() - this.sentAtMs > BATCH_MS;
    const delayMs = isQuiet ? FIRST_DELAY_MS : BATCH_MS;
    this.timer ??= setTimeout(() => void this.flush(), delayMs).unref();
  }

  /** Sends what is pending. Listeners also poll, so a failed send is not retried. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const texts = [...this.pending].map(([organizationId, topics]) =>
      writeChange({ organizationId, topics: [...topics] }),
    );
    this.pending = new Map();
    this.sentAtMs = performance.now();
    if (texts.length > 0) {
      this.sending = this.sending.then(() => this.send(texts)).catch(this.onProblem);
    }
    return this.sending;
  }

  private async send(texts: readonly string[]): Promise<void> {
    await withIdentityClient(this.database, (client) =>
      client.query("SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text", [CHANNEL, texts]),
    );
  }
}
