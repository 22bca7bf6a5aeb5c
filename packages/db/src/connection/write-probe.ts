import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg, { type Client, type ClientConfig } from "pg";
import { requireReplicated, watchReplication } from "./replication.ts";
import { destroyConnection, SILENCE_MS, watchSilence } from "./silence.ts";
import { refuseStandby } from "./standby.ts";

/** Writes to the log of PostgreSQL alone, and is acknowledged like any other commit: after the synchronous standby. */
const WRITE = "SELECT pg_logical_emit_message(true, 'trovella', 'probe')";

/**
 * Whether a write goes through on one new connection. It keeps that connection as long as PostgreSQL says that it waits
 * for a synchronous standby; once destroyed, it would go on to take a place there, and so would the next.
 */
export async function canWrite(config: ClientConfig, signal: AbortSignal): Promise<boolean> {
  return withProbe(config, async (client) => {
    watchReplication(client);
    await refuseStandby(client);
    const written = client.query(WRITE).then(
      () => true,
      () => false,
    );
    const stopped = once(signal, "abort").then(() => false);
    for (;;) {
      const limit = new AbortController();
      const silent = sleep(SILENCE_MS, null, { signal: limit.signal, ref: false }).catch(
        () => null,
      );
      const outcome = await Promise.race([written, stopped, silent]);
      limit.abort();
      if (outcome === true) requireReplicated(client);
      if (outcome !== null) return outcome;
      if (!(await waitsForStandby(config, client))) return false;
    }
  });
}

function waitsForStandby(config: ClientConfig, waiting: Client): Promise<boolean> {
  const { processID } = waiting as unknown as { processID: number | null };
  return withProbe(config, async (client) => {
    watchSilence(client, { limitMs: SILENCE_MS, onSilent: () => undefined });
    const { rowCount } = await client.query(
      "SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'",
      [processID],
    );
    return rowCount === 1;
  }).catch(() => false);
}

async function withProbe<T>(
  config: ClientConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    // A client that waits for a reply could not be ended otherwise.
    destroyConnection(client);
  }
}
