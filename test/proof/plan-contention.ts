/** 16 workers in 4 processes finish 400 plans of 5 steps: nothing claimed twice, nothing lost. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { verifyPlans, withClient } from "@trovella/db";
import { bundledProgram } from "../bundled-program.ts";
import { createTestDatabase, type TestDatabase } from "../database.ts";
import { createPlan } from "../plan-loop.ts";
import { type Acknowledged, readJournal } from "./parts/journal.ts";
import type { WorkerOrders } from "./parts/plan-worker.ts";
import { withTemporaryCluster } from "./parts/temporary-cluster.ts";

const PLANS = Number(process.argv[2] ?? 400);
const STEPS = 5;
const PROCESSES = 4;
const CALLERS = 4;
const WORKER = await bundledProgram(new URL("./parts/plan-worker.ts", import.meta.url));

await withTemporaryCluster("contention", async ({ socketDirectory }) => {
  const test = await createTestDatabase(socketDirectory);
  const worker = { database: test.database, tenant: { organizationId: "org_a" }, agent: "maker" };
  const planIds: string[] = [];
  for (let made = 0; made < PLANS; made += 1)
    planIds.push((await createPlan(worker, STEPS)).plan.id);

  const folder = mkdtempSync(path.join(tmpdir(), "trovella-journals-"));
  const monitor = watchLockWaits(test);
  const startedAt = performance.now();
  const journals = await Promise.all(
    Array.from({ length: PROCESSES }, (_, index) =>
      runWorker(test, planIds, path.join(folder, `${index}.jsonl`), index),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const waits = await monitor.stop();
  rmSync(folder, { recursive: true, force: true });
  await judge(test, journals.flat(), waits, seconds);
  await test.drop();
});

async function judge(
  test: TestDatabase,
  entries: Acknowledged[],
  waits: number,
  seconds: number,
): Promise<void> {
  const claims = entries
    .filter(({ kind }) => kind === "claimed")
    .map(({ stepId, attempt }) => `${stepId} ${attempt}`);
  const submitted = entries.filter(({ kind }) => kind === "submitted");
  const twice = claims.length - new Set(claims).size;
  const versions = new Set(submitted.map(({ planId, planVersion }) => `${planId} ${planVersion}`));
  const lost = PLANS * STEPS - versions.size;
  const { differenceCount, plans, events } = await verifyPlans(test.database, {
    organizationId: "org_a",
  });
  const { rows } = await withClient(test.asSuperuser, (client) =>
    client.query(
      "SELECT count(*) FILTER (WHERE status = 'completed') AS completed FROM research_plan",
    ),
  );
  const completed = Number(rows[0].completed);
  console.log(
    `${PROCESSES * CALLERS} workers in ${PROCESSES} processes, ${PLANS} plans × ${STEPS} steps in ${seconds.toFixed(1)} s: ` +
      `${claims.length} claims, ${twice} attempts claimed twice, ${lost} updates lost, ${completed} plans completed; ` +
      `${waits} waits for another worker's lock were seen; ` +
      `verify: ${plans} plans, ${events} events, ${differenceCount} differences`,
  );
  const isTrivial = waits < 20;
  if (isTrivial) console.log("Hardly any contention was seen, so this run shows nothing.");
  const isKept = twice === 0 && lost === 0 && completed === PLANS && differenceCount === 0;
  if (!isKept || isTrivial) process.exitCode = 1;
}

function runWorker(
  test: TestDatabase,
  planIds: string[],
  journalFile: string,
  index: number,
): Promise<Acknowledged[]> {
  const orders: WorkerOrders = {
    target: test.target,
    journalFile,
    name: `process-${index}`,
    callers: CALLERS,
    planIds,
  };
  const child = spawn(process.execPath, [...WORKER, JSON.stringify(orders)], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.on("close", (code) => {
      if (code === 0) resolve(readJournal(journalFile));
      else reject(new Error(`worker ${index} ended with ${code}`));
    });
  });
}

/** Counts distinct backends and queries that were seen waiting for a lock. */
function watchLockWaits({ asSuperuser }: TestDatabase): { stop(): Promise<number> } {
  const seen = new Set<string>();
  let isStopped = false;
  const done = withClient(asSuperuser, async (client) => {
    while (!isStopped) {
      const { rows } = await client.query(
        "SELECT pid, query_start::text FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      for (const row of rows) seen.add(`${row.pid} ${String(row.query_start)}`);
    }
  });
  return {
    async stop() {
      isStopped = true;
      await done;
      return seen.size;
    },
  };
}
