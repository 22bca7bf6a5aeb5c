import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { claimStep, createPlan, submitStep, type Worker } from "@trovella/testing/mcp/plan-loop";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { connectDatabase, type Database } from "../connection/database.ts";
import { withClient } from "../connection/open-database.ts";

const PAIRS = 40;
const ROUNDS = 3;
/** A changed setting takes effect after a moment. */
const MAX_ROUNDS = 10;

let test: TestDatabase;
let database: Database;
let worker: Worker;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  // One connection, so that what it sends can be counted.
  database = connectDatabase({ target: test.target, maxConnections: 1 });
  worker = { database, tenant: { organizationId: "org_a" }, agent: "ada" };
  await writeWholePages(false);
});
afterAll(async () => {
  await writeWholePages(true);
  await database.close();
  await test.drop();
});

describe("a pair of get_next_step and submit_step_result", () => {
  it("costs 2 commits, 2 round trips, 8 rows and at most 7 kB of log from memory", async () => {
    const cost = await leastCost(() => undefined);
    expect(cost).toMatchObject({ roundTrips: 2, commits: 2, rows: 8 });
    expect(cost.walBytes).toBeLessThanOrEqual(7000);
  });

  it("costs 2 commits, 4 round trips, 8 rows and at most 7 kB of log with a lock", async () => {
    const cost = await leastCost((planId) =>
      database.planCache.invalidate(JSON.stringify(["org_a", planId])),
    );
    expect(cost).toMatchObject({ roundTrips: 4, commits: 2, rows: 8 });
    expect(cost.walBytes).toBeLessThanOrEqual(7000);
  });
});

/** The cheapest measurement without full-page writes: background work of the cluster only adds. */
async function leastCost(beforeCall: (planId: string) => void) {
  const costs = [];
  for (let round = 0; round < MAX_ROUNDS && costs.length < ROUNDS; round += 1) {
    const cost = await costOfPair(beforeCall);
    if (cost.wholePages === 0) costs.push(cost);
  }
  const [least] = costs.toSorted((left, right) => left.commits - right.commits);
  if (!least) throw new Error("Whole pages were written in every measurement.");
  return least;
}

/**
 * After every checkpoint, such as dropping another test's database causes, PostgreSQL logs a changed page in full.
 * How often that happens is not under test.
 */
async function writeWholePages(isOn: boolean): Promise<void> {
  await withClient(test.asSuperuser, async (client) => {
    await client.query(`ALTER SYSTEM SET full_page_writes = ${isOn ? "on" : "off"}`);
    await client.query("SELECT pg_reload_conf()");
  });
}

async function costOfPair(beforeCall: (planId: string) => void): Promise<{
  roundTrips: number;
  commits: number;
  rows: number;
  walBytes: number;
  wholePages: number;
}> {
  // The first and the last step also change the plan's status, so the pairs in between are counted.
  const { plan } = await createPlan(worker, PAIRS + 12);
  for (let pair = 0; pair < 10; pair += 1) await runPair(plan.id, beforeCall);
  const first = await counters();
  const before = await counters();
  const countingCommits = before.commits - first.commits;
  const syncs = await countSyncs();
  for (let pair = 0; pair < PAIRS; pair += 1) await runPair(plan.id, beforeCall);
  const roundTrips = syncs.stop();
  const after = await counters();
  return {
    roundTrips: roundTrips / PAIRS,
    commits: (after.commits - before.commits - countingCommits) / PAIRS,
    rows: (after.rows - before.rows) / PAIRS,
    walBytes: (after.walBytes - before.walBytes) / PAIRS,
    wholePages: after.wholePages - before.wholePages,
  };
}

async function runPair(planId: string, beforeCall: (planId: string) => void): Promise<void> {
  beforeCall(planId);
  const claim = await claimStep(worker, planId);
  if (!claim) throw new Error("nothing to claim");
  beforeCall(planId);
  await submitStep(worker, planId, claim);
}

/** Counts the Sync messages of the pool's one connection: each is a round trip. */
async function countSyncs(): Promise<{ stop(): number }> {
  const client = await database.connect();
  const { connection } = client as pg.PoolClient & { connection: { sync(): void } };
  const sync = connection.sync;
  let count = 0;
  connection.sync = function counted() {
    count += 1;
    sync.call(this);
  };
  client.release();
  return {
    stop() {
      connection.sync = sync;
      return count;
    },
  };
}

/** Writes of the pool's one connection, and all commits in this database, which only this test uses. */
async function counters() {
  const client = await database.connect();
  try {
    // Statistics are handed over between transactions.
    await client.query("SELECT pg_stat_force_next_flush()");
    const { rows } = await client.query(`
      SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS commits,
        (SELECT sum(n_tup_ins + n_tup_upd) FROM pg_stat_user_tables) AS rows,
        wal_bytes, wal_fpi
      FROM pg_stat_get_backend_wal(pg_backend_pid())`);
    const { commits, rows: written, wal_bytes: walBytes, wal_fpi: wholePages } = rows[0];
    return {
      commits: Number(commits),
      rows: Number(written),
      walBytes: Number(walBytes),
      wholePages: Number(wholePages),
    };
  } finally {
    client.release();
  }
}
