import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ConnectionSettings, type Database, withClient } from "@trovella/db";
import { verifyPlans } from "@trovella/db/maintenance";
import { createPlan } from "@trovella/testing/mcp/plan-loop";
import { bundledProgram } from "@trovella/testing/programs/bundled-program";
import { type Acknowledged, readJournal } from "./journal.ts";
import type { WorkerOptions } from "./plan-worker.ts";

const STEPS = 5;
const PROCESSES = 4;
const CALLERS = 4;
const POLL_INTERVAL_MS = 2;
const ORGANIZATION = "org_a";
const WORKER = await bundledProgram(new URL("./plan-worker.ts", import.meta.url));

/** A database with the organization A. */
export interface Contended {
  readonly database: Database;
  /** Connection target of the workers. */
  readonly target: ConnectionSettings["target"];
  readonly asSuperuser: ConnectionSettings["target"];
}

/** Workers in several processes finish the same plans; prints the result, true if no invariant is violated. */
export async function contendForPlans(test: Contended, plans: number): Promise<boolean> {
  const tenant = { organizationId: ORGANIZATION };
  const worker = { database: test.database, tenant, agent: "maker" };
  const planIds: string[] = [];
  for (let made = 0; made < plans; made += 1)
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
  return judge(test, journals.flat(), { plans, waits, seconds });
}

async function judge(
  test: Contended,
  entries: Acknowledged[],
  { plans: made, waits, seconds }: { plans: number; waits: number; seconds: number },
): Promise<boolean> {
  const claims = entries
    .filter(({ kind }) => kind === "claimed")
    .map(({ stepId, attempt }) => `${stepId} ${attempt}`);
  const submitted = entries.filter(({ kind }) => kind === "submitted");
  const twice = claims.length - new Set(claims).size;
  const versions = new Set(submitted.map(({ planId, planVersion }) => `${planId} ${planVersion}`));
  const lost = made * STEPS - versions.size;
  const { differenceCount, plans, events } = await verifyPlans(test.database, {
    organizationId: ORGANIZATION,
  });
  const { rowCount: completed } = await withClient(test.asSuperuser, (client) =>
    client.query("SELECT FROM research_plan WHERE status = 'completed' AND organization_id = $1", [
      ORGANIZATION,
    ]),
  );
  console.log(
    `${PROCESSES * CALLERS} workers in ${PROCESSES} processes, ${made} plans × ${STEPS} steps in ${seconds.toFixed(1)} s: ` +
      `${claims.length} claims, ${twice} attempts claimed twice, ${lost} updates lost, ${completed} plans completed; ` +
      `${waits} waits for another worker's lock observed; ` +
      `verify: ${plans} plans, ${events} events, ${differenceCount} differences`,
  );
  const isTrivial = waits < 20;
  if (isTrivial) console.log("Hardly any contention: this run is not significant.");
  const isKept = twice === 0 && lost === 0 && completed === made && differenceCount === 0;
  return isKept && !isTrivial;
}

function runWorker(
  test: Contended,
  planIds: string[],
  journalFile: string,
  index: number,
): Promise<Acknowledged[]> {
  const options: WorkerOptions = {
    target: test.target,
    journalFile,
    name: `process-${index}`,
    callers: CALLERS,
    planIds,
  };
  const child = spawn(process.execPath, [...WORKER, JSON.stringify(options)], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.on("close", (code) => {
      if (code === 0) resolve(readJournal(journalFile));
      else reject(new Error(`worker ${index} exited with ${code}`));
    });
  });
}

/** Counts distinct queries observed waiting for a lock. */
function watchLockWaits({ asSuperuser }: Contended): { stop(): Promise<number> } {
  const seen = new Set<string>();
  let isStopped = false;
  const done = withClient(asSuperuser, async (client) => {
    while (!isStopped) {
      const { rows } = await client.query(
        "SELECT pid, query_start::text FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      for (const row of rows) seen.add(`${row.pid} ${String(row.query_start)}`);
      await sleep(POLL_INTERVAL_MS);
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
