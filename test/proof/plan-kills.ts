/** Kills PostgreSQL and its clients 40 times under load: no acknowledged write is lost. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "@trovella/db";
import { type EmbeddedPostgres, ensurePostgres } from "@trovella/db/embedded";
import { verifyPlans } from "@trovella/db/maintenance";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { bundledProgram } from "@trovella/testing/programs/bundled-program";
import { clusterProcesses } from "./embedded/start-race-processes.ts";
import { type Acknowledged, readJournal } from "./support/journal.ts";
import type { WorkerOptions } from "./support/plan-worker.ts";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";

const KILLS = Number(process.argv[2] ?? 40);
const CALLERS = 4;
const WRITES_BETWEEN_KILLS = 25;
const WORKER = await bundledProgram(new URL("./support/plan-worker.ts", import.meta.url));

await withTemporaryCluster("kills", async (cluster) => {
  const test = await createTestDatabase(cluster.socketDirectory);
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-journals-"));
  const kills = { postgres: 0, clients: 0 };
  let client = startClient(cluster, test, path.join(folder, "0.jsonl"));
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await untilMoreIsWritten(folder);
    await sleep(20 + Math.random() * 780);
    if (kill % 2 === 0) {
      killPostgres(cluster);
      kills.postgres += 1;
    } else {
      client.kill("SIGKILL");
      kills.clients += 1;
      client = startClient(cluster, test, path.join(folder, `${kill}.jsonl`));
    }
  }
  await untilMoreIsWritten(folder);
  client.kill("SIGKILL");
  await ensurePostgres({ dataDirectory: cluster.dataDirectory, idleStopMs: 0 });
  const entries = readdirSync(folder).flatMap((file) => readJournal(path.join(folder, file)));
  rmSync(folder, { recursive: true, force: true });
  await judge(test, entries, kills);
  await test.drop();
});

async function judge(
  test: TestDatabase,
  entries: Acknowledged[],
  kills: { postgres: number; clients: number },
): Promise<void> {
  const { missing, halfWritten } = await withClient(test.asSuperuser, async (client) => {
    const missing = await countMissing(client, entries);
    const { rows } = await client.query(
      `SELECT count(*) AS count FROM research_plan p
       WHERE (SELECT count(*) FROM plan_step s WHERE s.plan_id = p.id) <> 3
          OR (SELECT max(seq) FROM plan_audit_log a WHERE a.plan_id = p.id) IS DISTINCT FROM p.audit_seq`,
    );
    return { missing, halfWritten: Number(rows[0].count) };
  });
  const { differenceCount, plans, events } = await verifyPlans(test.database, {
    organizationId: "org_a",
  });
  console.log(
    `${kills.postgres} kills of PostgreSQL and ${kills.clients} of its clients: ${entries.length} acknowledged writes, ` +
      `${missing} missing; ${halfWritten} half-written plans; verify: ${plans} plans, ${events} events, ${differenceCount} differences`,
  );
  if (missing > 0 || halfWritten > 0 || differenceCount > 0) process.exitCode = 1;
}

/** Every acknowledged write left an audit row, and a submitted step its result. */
async function countMissing(
  client: import("pg").Client,
  entries: readonly Acknowledged[],
): Promise<number> {
  const { rows: events } = await client.query(
    "SELECT plan_id, step_id, event_type, payload->>'attempt' AS attempt, plan_version FROM plan_audit_log",
  );
  const { rows: results } = await client.query(
    "SELECT id FROM plan_step WHERE status = 'completed' AND result IS NOT NULL",
  );
  const plans = new Set(events.map((row) => row.plan_id));
  const claims = new Set(events.map((row) => `${row.event_type} ${row.step_id} ${row.attempt}`));
  const completed = new Set(
    events.map((row) => `${row.event_type} ${row.step_id} ${row.plan_version}`),
  );
  const stored = new Set(results.map((row) => row.id));
  return entries.filter(({ kind, planId, stepId, attempt, planVersion }) => {
    if (kind === "created") return !plans.has(planId);
    if (kind === "claimed") return !claims.has(`step_started ${stepId} ${attempt}`);
    return !completed.has(`step_completed ${stepId} ${planVersion}`) || !stored.has(stepId);
  }).length;
}

/** A kill counts only during writes, so waits for progress instead of a fixed time. */
async function untilMoreIsWritten(folder: string): Promise<void> {
  const before = countEntries(folder);
  for (let waits = 0; countEntries(folder) < before + WRITES_BETWEEN_KILLS; waits += 1) {
    if (waits > 600) throw new Error("Timed out waiting for writes.");
    await sleep(100);
  }
}

function countEntries(folder: string): number {
  return readdirSync(folder).flatMap((file) => readJournal(path.join(folder, file))).length;
}

function startClient(
  { dataDirectory }: EmbeddedPostgres,
  test: TestDatabase,
  journalFile: string,
): ChildProcess {
  const options: WorkerOptions = {
    target: test.target,
    journalFile,
    name: path.basename(journalFile),
    callers: CALLERS,
    planIds: [],
    dataDirectory,
  };
  return spawn(process.execPath, [...WORKER, JSON.stringify(options)], {
    stdio: ["ignore", "inherit", "inherit"],
  });
}

/** Kills the postmaster and its children; none while it is still restarting. */
function killPostgres({ dataDirectory }: EmbeddedPostgres): void {
  const { postmasters, others } = clusterProcesses(dataDirectory);
  for (const pid of [...postmasters, ...others]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
