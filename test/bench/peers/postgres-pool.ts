import { embeddedConnection } from "@trovella/db/embedded";
import pg from "pg";
import type { Settings } from "./contestant.ts";

/** As many connections as our server uses, kept open while others are measured. */
export function openPool({ socketDirectory }: Settings, database: string): pg.Pool {
  const pool = new pg.Pool({
    ...embeddedConnection({ socketDirectory, user: "trovella", database }),
    max: 10,
    idleTimeoutMillis: 0,
  });
  // The cluster is stopped while the last connections are still open.
  pool.on("error", () => undefined);
  return pool;
}
