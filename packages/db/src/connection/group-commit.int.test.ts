import { recordingDatabase } from "@trovella/testing/database/recording-database";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import type { BatchResult } from "./batch.ts";
import { connectDatabase, type Database } from "./database.ts";
import { GroupCommit } from "./group-commit.ts";
import { withClient } from "./open-database.ts";
import { destroyConnection } from "./silence.ts";
import { defineStatement, execution } from "./statement.ts";
import { withTenantContext } from "./tenant-context.ts";
import { READ_WRITE } from "./tenant-transaction.ts";

const PLANS = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;
const INSERT =
  defineStatement(`INSERT INTO research_plan (organization_id, id, handle, name, research_question, status, version,
    audit_seq, steps_created, stall_threshold_ms, review_policy) VALUES ($1, $2, 'p-22222' || $2, 'p', 'q', 'planning', 1, 1, 0, 1, 'human_only')`);
const RAISE_VERSION = defineStatement(
  `UPDATE research_plan SET version = version + 1 WHERE id = $1 AND version = $2
   RETURNING organization_id, txid_current()::text AS transaction`,
);
const FAIL = defineStatement("UPDATE research_plan SET version = 1 / (version - 1) WHERE id = $1");

/** Of a transaction of its own. */
const LOCK_TIMEOUT_MS = 8_000;

let test: TestDatabase;
let database: Database;
let group: GroupCommit;
beforeEach(async () => {
  test = await createTestDatabase(inject("socketDirectory"), ["org_a", "org_b"]);
  database = connectDatabase({ target: test.target, maxConnections: PLANS.length * 2 });
  group = new GroupCommit();
  for (const organizationId of ["org_a", "org_b"]) {
    await withTenantContext(database, { organizationId }, (context) =>
      context.send(PLANS.map((plan) => execution(INSERT, [organizationId, plan]))),
    );
  }
  // Connected before, all of them arrive at the same moment.
  const clients = await Promise.all(PLANS.flatMap(() => [database.connect(), database.connect()]));
  for (const client of clients) client.release();
});
afterEach(async () => {
  await database.close();
  await test.drop();
});

describe("a group commit", () => {
  it("commits together what waits for two transactions under way", async () => {
    const results = await Promise.all(PLANS.map((plan) => raise(plan)));
    expect(results.map(({ rowCount }) => rowCount)).toEqual(PLANS.map(() => 1));
    const [first, second, ...others] = results.map(transactionOf);
    expect(new Set([first, second]).size).toBe(2);
    expect(new Set(others).size).toBe(1);
    expect(await versions()).toEqual(versionsOf(() => 2));
  });

  it("gives each its own results when one has several writes and one finds another version", async () => {
    const several = run("c", [RAISE_VERSION, RAISE_VERSION], [1, 2]);
    const results = await Promise.all([
      raise("a"),
      raise("b"),
      several,
      raise("d", { version: 7 }),
      raise("e"),
    ]);
    expect(results.flat().map(({ rowCount }) => rowCount)).toEqual([1, 1, 1, 1, 0, 1]);
    expect(await versions()).toMatchObject({ c: 3, d: 1, e: 2 });
  });

  it("fails for the one that fails alone", async () => {
    const outcomes = await Promise.allSettled(
      PLANS.map((plan) => (plan === "e" ? run(plan, [FAIL], []) : raise(plan))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(
      PLANS.map((plan) => (plan === "e" ? "rejected" : "fulfilled")),
    );
    expect(outcomes[4]).toMatchObject({ reason: { code: "22012" } });
    expect(await versions()).toEqual(versionsOf((plan) => (plan === "e" ? 1 : 2)));
  });

  it(
    "is not held up by a plan that somebody has locked",
    async () => {
      const held = await hold(["e"]);
      const outcomes = PLANS.map((plan) => raise(plan));
      await Promise.all(outcomes.filter((_, index) => PLANS[index] !== "e"));
      expect(await versions()).toMatchObject({ d: 2, e: 1, h: 2 });
      await held.release();
      await Promise.all(outcomes);
      expect(await versions()).toEqual(versionsOf(() => 2));
    },
    LOCK_TIMEOUT_MS,
  );

  it("is not held up by transactions under way that stand at a lock", async () => {
    const held = await hold(["a", "b"]);
    const standing = [raise("a"), raise("b")];
    await Promise.all([raise("c"), raise("d")]);
    expect(await versions()).toMatchObject({ a: 1, b: 1, c: 2, d: 2 });
    await held.release();
    await Promise.all(standing);
    expect(await versions()).toMatchObject({ a: 2, b: 2 });
  });

  it("locks plans in one order, so that two processes do not wait for each other", async () => {
    const sent: string[] = [];
    const through = recordingDatabase(database, ({ text, values }) => {
      if (text === RAISE_VERSION.text) sent.push(String(values[0]));
    });
    await Promise.all(PLANS.toReversed().map((plan) => raise(plan, { through })));
    expect(sent).toEqual(["h", "g", "a", "b", "c", "d", "e", "f"]);
  });

  it("is of one organization alone", async () => {
    const both = ["org_a", "org_b"];
    const results = await Promise.all(
      PLANS.flatMap((plan) => both.map((organizationId) => raise(plan, { organizationId }))),
    );
    const owners = new Map<string, Set<unknown>>();
    for (const result of results) {
      const transaction = transactionOf(result);
      const owner = result.rows[0]?.organization_id;
      owners.set(transaction, (owners.get(transaction) ?? new Set()).add(owner));
    }
    expect(owners.size).toBeLessThan(results.length);
    expect([...owners.values()].every(({ size }) => size === 1)).toBe(true);
    expect(results.map(({ rows }) => rows[0]?.organization_id)).toEqual(PLANS.flatMap(() => both));
  });

  it("leaves all of them uncertain when its connection is lost", async () => {
    const held = await hold(["a", "b"]);
    const standing = [raise("a"), raise("b")];
    const losing = ["c", "d", "e"].map((plan) => raise(plan, { isLosing: plan === "c" }));
    const outcomes = await Promise.allSettled(losing);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    await held.release();
    await Promise.all(standing);
    expect(await versions()).toMatchObject({ c: 1, d: 1, e: 1 });
  });
});

interface RaiseOptions {
  readonly version?: number;
  readonly organizationId?: string;
  readonly through?: Database;
  /** Its connection breaks before anything is sent. */
  readonly isLosing?: boolean;
}

async function raise(plan: string, options: RaiseOptions = {}): Promise<BatchResult> {
  const [result] = await run(plan, [RAISE_VERSION], [options.version ?? 1], options);
  return result as BatchResult;
}

async function run(
  planId: string,
  statements: readonly (typeof FAIL)[],
  found: readonly number[],
  { organizationId = "org_a", through = database, isLosing = false }: RaiseOptions = {},
): Promise<readonly BatchResult[]> {
  const client = await through.connect();
  if (isLosing) destroyConnection(client);
  const opening = [execution(READ_WRITE.begin), execution(READ_WRITE.enter, [organizationId])];
  const writes = statements.map((statement, index) => {
    const version = found[index];
    return execution(statement, version === undefined ? [planId] : [planId, version]);
  });
  try {
    return await group.run(organizationId, { client, opening, writes, planId });
  } finally {
    await client.query("ROLLBACK").catch(() => undefined);
    client.release(isLosing);
  }
}

/** Locks plans until it is released. */
async function hold(plans: readonly string[]): Promise<{ release(): Promise<void> }> {
  const client = await database.connect();
  await client.query("BEGIN");
  await client.query(execution(READ_WRITE.enter).statement.text, ["org_a"]);
  await client.query("SELECT set_config('idle_in_transaction_session_timeout', '0', true)");
  await client.query("SELECT FROM research_plan WHERE id = ANY ($1) FOR UPDATE", [plans]);
  return {
    async release() {
      await client.query("ROLLBACK");
      client.release();
    },
  };
}

function transactionOf({ rows }: BatchResult): string {
  return String(rows[0]?.transaction);
}

function versionsOf(version: (plan: string) => number): Record<string, number> {
  return Object.fromEntries(PLANS.map((plan) => [plan, version(plan)]));
}

async function versions(): Promise<Record<string, number>> {
  const { rows } = await withClient(test.asSuperuser, (client) =>
    client.query("SELECT id, version FROM research_plan WHERE organization_id = 'org_a'"),
  );
  return Object.fromEntries(rows.map(({ id, version }) => [id, version]));
}
