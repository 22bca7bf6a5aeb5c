import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import {
  type Claim,
  claimStep,
  createPlan,
  submitAndClaim,
  submitStep,
  type Worker,
} from "@trovella/testing/mcp/plan-loop";
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
    const cost = await leastCost(invalidate);
    expect(cost).toMatchObject({ roundTrips: 4, commits: 2, rows: 8 });
    expect(cost.walBytes).toBeLessThanOrEqual(7000);
  });
});

describe("submit_step_result that also hands out the next step", () => {
  it("costs 1 commit, 1 round trip, 6 rows and at most 6 kB of log from memory", async () => {
    const cost = await leastCost(() => undefined, continuing);
    expect(cost).toMatchObject({ roundTrips: 1, commits: 1, rows: 6 });
    expect(cost.walBytes).toBeLessThanOrEqual(6000);
  });

  it("costs 1 commit, 2 round trips, 6 rows and at most 6 kB of log with a lock", async () => {
    const cost = await leastCost(invalidate, continuing);
    expect(cost).toMatchObject({ roundTrips: 2, commits: 1, rows: 6 });
    expect(cost.walBytes).toBeLessThanOrEqual(6000);
  });
});

const invalidate = (planId: string) =>
  database.planCache.invalidate(JSON.stringify(["org_a", planId]));

type BeforeCall = (planId: string) => void;
/** Works on the plan's next step; given what the last call handed out, if anything. */
type Work = (planId: string, claim: Claim | null, beforeCall: BeforeCall) => Promise<Claim | null>;

/** The cheapest measurement without full-page writes: background work of the cluster only adds. */
async function leastCost(beforeCall: BeforeCall, work: Work = pair) {
  const costs = [];
  for (let round = 0; round < MAX_ROUNDS && costs.length < ROUNDS; round += 1) {
    const cost = await costOf(work, beforeCall);
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

async function costOf(
  work: Work,
  beforeCall: BeforeCall,
): Promise<{
  roundTrips: number;
  commits: number;
  rows: number;
  walBytes: number;
  wholePages: number;
}> {
  // The first and the last step also change the plan's status, so the pairs in between are counted.
  const { plan } = await createPlan(worker, PAIRS + 12);
  let claim: Claim | null = null;
  const workOn = async (count: number) => {
    for (let step = 0; step < count; step += 1) claim = await work(plan.id, claim, beforeCall);
  };
  await workOn(10);
  const first = await counters();
  const before = await counters();
  const countingCommits = before.commits - first.commits;
  const syncs = await countSyncs();
  await workOn(PAIRS);
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

const pair: Work = async (planId, _, beforeCall) => {
  beforeCall(planId);
  const claim = await claimStep(worker, planId);
  if (!claim) throw new Error("nothing to claim");
  beforeCall(planId);
  await submitStep(worker, planId, claim);
  return null;
};

const continuing: Work = async (planId, held, beforeCall) => {
  const claim = held ?? (await claimStep(worker, planId));
  if (!claim) throw new Error("nothing to claim");
  beforeCall(planId);
  return (await submitAndClaim(worker, planId, claim)).next;
};

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
