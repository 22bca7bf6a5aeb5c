import { fsyncSync, openSync, writeSync } from "node:fs";
import pg from "pg";
import { serverStateAfter } from "../../../packages/db/src/embedded/admin-client.ts";
import {
  type EmbeddedPostgres,
  embeddedConnection,
  ensurePostgres,
} from "../../../packages/db/src/embedded/index.ts";

/** Sent by a worker when it is loaded, and when its first row is acknowledged. */
export type WorkerMessage = { type: "ready" } | { type: "served"; milliseconds: number };

/** Error codes of two workers racing to create the table. */
const ALREADY_EXISTS = ["23505", "42P07", "42710"];

const [dataDirectory = "", journalFile = "", name = ""] = process.argv.slice(2);
let isStopping = false;
let nextRow = 1;

process.on("message", (message) => {
  if (message === "go") void work();
  if (message === "stop") isStopping = true;
});
send({ type: "ready" });

/** Writes rows until stopped, and restarts PostgreSQL after each lost connection. */
async function work(): Promise<void> {
  const journal = openSync(journalFile, "a");
  const startedAt = performance.now();
  while (!isStopping) {
    const postgres = await ensurePostgres({ dataDirectory });
    try {
      await writeRows(postgres, () => {
        // Only rows journaled on disk count as acknowledged.
        writeSync(journal, `${name} ${nextRow}\n`);
        fsyncSync(journal);
        if (nextRow === 1) send({ type: "served", milliseconds: since(startedAt) });
        nextRow += 1;
      });
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? (error.code ?? "") : "";
      if (!serverStateAfter(error) && !ALREADY_EXISTS.includes(code)) throw error;
    }
  }
  process.disconnect();
}

async function writeRows(postgres: EmbeddedPostgres, onAcknowledged: () => void): Promise<void> {
  const { bootstrapUser: user } = postgres;
  const client = new pg.Client(embeddedConnection({ ...postgres, user, database: "postgres" }));
  // The pending query fails too and is handled there.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(
      "create table if not exists written (worker text, number integer, primary key (worker, number))",
    );
    while (!isStopping) {
      // The row may be stored although its acknowledgement was lost.
      await client.query("insert into written values ($1, $2) on conflict do nothing", [
        name,
        nextRow,
      ]);
      onAcknowledged();
    }
  } finally {
    await client.end();
  }
}

function send(message: WorkerMessage): void {
  process.send?.(message);
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
