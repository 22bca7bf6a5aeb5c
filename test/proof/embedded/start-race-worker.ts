import { fsyncSync, openSync, writeSync } from "node:fs";
import pg from "pg";
import { serverStateAfter } from "../../../packages/db/src/embedded/admin-client.ts";
import { type EmbeddedPostgres, ensurePostgres } from "../../../packages/db/src/embedded/index.ts";

/** What a worker tells: it is loaded, or its first row was acknowledged. */
export type WorkerMessage = { type: "ready" } | { type: "served"; milliseconds: number };

/** Two that make the table in the same instant. */
const ALREADY_MADE = ["23505", "42P07", "42710"];

const [dataDirectory = "", journalFile = "", name = ""] = process.argv.slice(2);
let isStopping = false;
let nextRow = 1;

process.on("message", (message) => {
  if (message === "go") void work();
  if (message === "stop") isStopping = true;
});
tell({ type: "ready" });

/** Writes rows until told to stop, and after each loss of the connection starts PostgreSQL again. */
async function work(): Promise<void> {
  const journal = openSync(journalFile, "a");
  const startedAt = performance.now();
  while (!isStopping) {
    const postgres = await ensurePostgres({ dataDirectory });
    try {
      await writeRows(postgres, () => {
        // Only what reached the disk counts as promised to somebody.
        writeSync(journal, `${name} ${nextRow}\n`);
        fsyncSync(journal);
        if (nextRow === 1) tell({ type: "served", milliseconds: since(startedAt) });
        nextRow += 1;
      });
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? (error.code ?? "") : "";
      if (!serverStateAfter(error) && !ALREADY_MADE.includes(code)) throw error;
    }
  }
  process.disconnect();
}

async function writeRows(postgres: EmbeddedPostgres, onAcknowledged: () => void): Promise<void> {
  const client = new pg.Client({
    host: postgres.socketDirectory,
    port: postgres.port,
    user: postgres.bootstrapUser,
    database: "postgres",
  });
  // The query that waits fails too; that is where it is handled.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(
      "create table if not exists written (worker text, number integer, primary key (worker, number))",
    );
    while (!isStopping) {
      // The row may have been written although its acknowledgement was lost.
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

function tell(message: WorkerMessage): void {
  process.send?.(message);
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
