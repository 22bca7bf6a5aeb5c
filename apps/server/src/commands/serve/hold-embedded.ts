import { once } from "node:events";
import { withDirectClient } from "@trovella/db";
import type { Config } from "../../config.ts";
import { databaseSettings } from "../../database.ts";

/**
 * Keeps the embedded PostgreSQL of a team running by one open connection, so that nobody who signs in after a quiet hour
 * waits for its start. A connection that breaks is not renewed: the next request starts the database again.
 */
export function holdEmbedded(config: Config): { release(): Promise<void> } {
  const isHeld = config.TROVELLA_MODE === "team" && !config.DATABASE_URL;
  if (!isHeld) return { release: async () => undefined };
  const stop = new AbortController();
  const released = once(stop.signal, "abort");
  const held = withDirectClient(databaseSettings(config), async (client) => {
    const broken = new Promise<void>((ended) => client.once("end", ended));
    await Promise.race([released, broken]);
  }).catch(() => undefined);
  return {
    async release() {
      stop.abort();
      await held;
    },
  };
}
