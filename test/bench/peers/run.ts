/** Pairs per second through `trovella mcp`, DBOS, LangGraph and task-master-ai, in one run. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { withClient } from "@trovella/db";
import type { EmbeddedPostgres as Cluster } from "@trovella/db/embedded";
import { withTemporaryCluster } from "../../proof/support/temporary-cluster.ts";
import type { Settings } from "./contestant.ts";
import { ENTRIES, type Entry } from "./entries.ts";
import { describeOutcome, type Outcome, type Row, toJson } from "./report.ts";
import { type RunningContestant, startContestant } from "./start-contestant.ts";

const REPEATS = 7;
/** No further repeat starts after this, so that slow machines finish in time. */
const TIME_LIMIT_MS = 210_000;
const PEER_DATABASES = ["dbos", "langgraph"];

const { values: options } = parseArgs({
  options: { json: { type: "boolean" }, only: { type: "string" } },
});
const entries = ENTRIES.filter(
  ({ contestant }) => options.only?.split(",").includes(contestant) ?? true,
);
if (entries.length === 0) {
  const known = [...new Set(ENTRIES.map(({ contestant }) => contestant))].join(", ");
  process.stderr.write(
    `Unknown contestant: ${options.only}. Next: use --only with some of ${known}.\n`,
  );
  process.exit(2);
}
const names = [...new Set(entries.map(({ contestant }) => contestant))];
const folder = mkdtempSync(path.join(tmpdir(), "trovella-peers-"));
const running = new Map<string, RunningContestant>();
const startedAtMs = performance.now();
const loadBefore = loadavg();
try {
  const outcome = await withTemporaryCluster("peers", async (cluster) => {
    // An interrupted run cleans up like any other: stops contestants, removes cluster and folders.
    const interrupted = new Promise<never>((_, reject) => {
      process.once("SIGINT", () => reject(new Error("Interrupted.")));
      process.once("SIGTERM", () => reject(new Error("Interrupted.")));
    });
    try {
      return await Promise.race([runAll(cluster), interrupted]);
    } finally {
      await Promise.all([...running.values()].map((contestant) => contestant.stop()));
    }
  });
  if (options.json) process.stdout.write(toJson(outcome));
  say(describeOutcome(outcome));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function runAll(cluster: Cluster): Promise<Outcome> {
  await withSuperuser(cluster, "postgres", async (client) => {
    for (const name of PEER_DATABASES) await client.query(`CREATE DATABASE ${name}`);
  });
  for (const name of names) {
    running.set(name, await startContestant(name, settingsOf(name, cluster)));
  }
  for (const entry of entries) {
    say(`warming up: ${entry.title}, callers: ${entry.callers}`);
    await measure({ ...entry, pairs: entry.warmUpPairs });
  }
  await analyzeAll(cluster);
  const { rows, repeats } = await measureInTurns();
  return { rows, repeats, loadBefore, loadAfter: loadavg(), seconds: elapsedMs() / 1000 };
}

/** Every repeat measures all entries, so that load spikes of the machine affect all alike. */
async function measureInTurns(): Promise<{ rows: Row[]; repeats: number }> {
  const rows: Row[] = entries.map((entry) => ({ ...entry, cells: [] }));
  let repeats = 0;
  while (repeats < REPEATS && elapsedMs() < TIME_LIMIT_MS) {
    // Rotates the order, so that no entry always follows the same one's writes.
    const first = repeats % rows.length;
    for (const row of [...rows.slice(first), ...rows.slice(0, first)]) {
      row.cells.push(await measure(row));
    }
    repeats += 1;
    say(`repeat ${repeats} of ${REPEATS} done, ${(elapsedMs() / 1000).toFixed(0)} s`);
  }
  return { rows, repeats };
}

async function measure({ contestant, pairs, callers }: Entry) {
  const process = running.get(contestant);
  if (!process) throw new Error(`${contestant} does not run.`);
  return process.measure({ pairs, callers });
}

/** Query plans made for nearly empty tables would scan them after they have grown. */
async function analyzeAll(cluster: Cluster): Promise<void> {
  const databases = await withSuperuser(cluster, "postgres", async (client) => {
    const { rows } = await client.query("SELECT datname FROM pg_database WHERE datallowconn");
    return rows.map(({ datname }) => String(datname));
  });
  for (const database of databases) {
    await withSuperuser(cluster, database, (client) => client.query("VACUUM ANALYZE"));
  }
}

function withSuperuser<T>(
  { socketDirectory, bootstrapUser }: Cluster,
  database: string,
  work: Parameters<typeof withClient<T>>[1],
): Promise<T> {
  return withClient({ socketDirectory, user: bootstrapUser, database }, work);
}

function settingsOf(name: string, { dataDirectory, socketDirectory }: Cluster): Settings {
  const [pid] = readFileSync(path.join(dataDirectory, "pg", "postmaster.pid"), "utf8").split("\n");
  const own = path.join(folder, name);
  mkdirSync(own);
  return { dataDirectory, socketDirectory, postmasterPid: Number(pid), folder: own };
}

function elapsedMs(): number {
  return performance.now() - startedAtMs;
}

/** With --json stdout contains only the JSON. */
function say(text: string): void {
  (options.json ? process.stderr : process.stdout).write(`${text}\n`);
}
