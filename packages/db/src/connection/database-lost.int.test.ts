import { setTimeout as sleep } from "node:timers/promises";
import { databaseUrl } from "@trovella/testing/database/empty-database";
import { type PostgresGateway, startGateway } from "@trovella/testing/database/postgres-gateway";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { connectDatabase, connectionConfig, type Database } from "./database.ts";
import { isConnectionLost } from "./database-failure.ts";
import { type BrokenConnections, GuardedPool } from "./guarded-pool.ts";
import { repeatIdentityWork } from "./identity-client.ts";
import { isDatabaseReady } from "./is-database-ready.ts";
import type { AvailabilityChange } from "./outage.ts";
import { limitSilence } from "./silence.ts";
import { defineStatement, execution } from "./statement.ts";
import { type TenantContext, withTenantContext, withTenantSnapshot } from "./tenant-context.ts";
import { canWrite } from "./write-probe.ts";

const TENANT = { organizationId: "org_a" };
const READ = [execution(defineStatement("SELECT 1 AS one"))];
const SLOW = [execution(defineStatement("SELECT pg_sleep(0.4)"))];

let test: TestDatabase;
let gateway: PostgresGateway;
let url: string;
let database: Database;
let changes: AvailabilityChange[];

beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  gateway = await startGateway(inject("socketDirectory"));
  const { database: name } = test.target as { database: string };
  const { username, password } = new URL(
    databaseUrl(inject("socketDirectory"), name).replace("@/", "@127.0.0.1/"),
  );
  url = `postgresql://${username}:${password}@127.0.0.1:${gateway.port}/${name}`;
});
beforeEach(async () => {
  await database?.close();
  gateway.leadTo(inject("socketDirectory"));
  gateway.limitTo(Number.POSITIVE_INFINITY);
  database = connectDatabase({ target: url });
  changes = [];
  database.onAvailability = (change) => changes.push(change);
});
afterAll(async () => {
  await database.close();
  gateway.close();
  await test.drop();
});

describe("a transaction that loses its connection", () => {
  it("is run again when nothing was committed", async () => {
    let runs = 0;
    const rows = await withTenantContext(database, TENANT, async (context) => {
      runs += 1;
      await context.send(READ);
      if (runs === 1) await cutAndNotice();
      const [read] = await context.send(READ, { last: true });
      return read?.rows;
    });
    expect([runs, rows]).toEqual([2, [{ one: 1 }]]);
    expect(database.connections.broken).toMatchObject({ lost: 1, silent: 0 });
  });

  it("is run again once only", async () => {
    let runs = 0;
    const lost = withTenantContext(database, TENANT, async (context) => {
      runs += 1;
      await context.send(READ);
      await cutAndNotice();
      await context.send(READ);
    });
    await expect(lost).rejects.toSatisfy(isConnectionLost);
    expect(runs).toBe(2);
  });

  it("is not run again once its COMMIT was sent: it may have been committed", async () => {
    let runs = 0;
    const work = async (context: TenantContext) => {
      runs += 1;
      await context.send(SLOW, { last: true });
    };
    const lost = withTenantContext(database, TENANT, work);
    await sleep(200);
    gateway.cut();
    await expect(lost).rejects.toSatisfy(isConnectionLost);
    expect(runs).toBe(1);
  });

  it("is always run again when it only reads", async () => {
    let runs = 0;
    const read = withTenantSnapshot(database, TENANT, async (context) => {
      runs += 1;
      await context.send(SLOW, { last: true });
      return runs;
    });
    await sleep(200);
    gateway.cut();
    expect(await read).toBe(2);
  });

  it("has lookups outside of tenants repeated as well", async () => {
    const lookup = repeatIdentityWork(database, (client) => client.query("SELECT pg_sleep(0.4)"));
    await sleep(200);
    gateway.cut();
    expect((await lookup).rowCount).toBe(1);
  });
});

describe("a database that cannot be reached", () => {
  it("is waited for, which one line each at its beginning and its end tell of", async () => {
    gateway.leadTo(null);
    const works = Array.from({ length: 5 }, () =>
      withTenantContext(database, TENANT, (context) => context.send(READ, { last: true })),
    );
    await sleep(300);
    expect(await isDatabaseReady(database)).toBe(false);
    gateway.leadTo(inject("socketDirectory"));
    expect(await Promise.all(works)).toHaveLength(5);
    expect(changes.map(({ isAvailable }) => isAvailable)).toEqual([false, true]);
    expect(await isDatabaseReady(database)).toBe(true);
  });

  it("is not waited for with a wrong password", async () => {
    const wrong = connectDatabase({ target: url.replace(/:[^:@]+@/, ":wrong@") });
    wrong.onAvailability = (change) => changes.push(change);
    await expect(withTenantContext(wrong, TENANT, () => Promise.resolve())).rejects.toThrow();
    expect(changes).toEqual([]);
    await wrong.close();
  });
});

describe("a silent connection", () => {
  it("is destroyed while a query waits, and the next one is new", async () => {
    const { pool, broken } = openPool(300);
    const client = await pool.connect();
    await sleep(700);
    expect((await client.query("SELECT 1")).rowCount).toBe(1);
    gateway.silence();
    await expect(client.query("SELECT 1")).rejects.toSatisfy(isConnectionLost);
    client.release();
    expect(broken).toEqual({ silent: 1, standby: 0, lost: 0, unreplicated: 0 });
    const next = await pool.connect();
    expect((await next.query("SELECT 1")).rowCount).toBe(1);
    next.release();
    await pool.end();
  });

  it("makes idle ones suspect that have not worked since", async () => {
    const { pool, broken } = openPool(10_000);
    const [first, second] = [await pool.take(), await pool.take()];
    first.release();
    second.release();
    gateway.silence();
    pool.suspectIdle(performance.now());
    const fresh = await pool.take();
    expect((await fresh.query("SELECT 1")).rowCount).toBe(1);
    fresh.release();
    expect(broken).toMatchObject({ lost: 2, silent: 0 });
    expect(await pool.take()).toBe(fresh);
    fresh.release();
    await pool.end();
  });

  it("may be silent for longer where that is allowed, until it is released", async () => {
    const { pool, broken } = openPool(300);
    const patient = await pool.connect();
    limitSilence(patient, 10_000);
    expect((await patient.query("SELECT pg_sleep(0.9)")).rowCount).toBe(1);
    patient.release();
    const client = await pool.connect();
    expect(client).toBe(patient);
    await expect(client.query("SELECT pg_sleep(5)")).rejects.toSatisfy(isConnectionLost);
    client.release();
    expect(broken.silent).toBe(1);
    await pool.end();
  });

  it("keeps a reply that waits in the socket of a process that stood still", async () => {
    const { pool, broken } = openPool(300);
    const client = await pool.connect();
    const reply = client.query("SELECT 1");
    await new Promise(process.nextTick);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900);
    // The gateway runs in this process too, and stood still with it.
    expect((await reply).rowCount).toBe(1);
    client.release();
    expect(broken.silent).toBe(0);
    await pool.end();
  });
});

it("a write goes through where nothing is waited for, and nowhere else", async () => {
  const { signal } = new AbortController();
  expect(await canWrite(connectionConfig(url), signal)).toBe(true);
  gateway.leadTo(null);
  await expect(canWrite(connectionConfig(url), signal)).rejects.toThrow();
});

function openPool(silenceMs: number) {
  const broken: BrokenConnections = { silent: 0, standby: 0, lost: 0, unreplicated: 0 };
  const pool = new GuardedPool(
    { ...connectionConfig(url), max: 2 },
    {
      silenceMs,
      onConnected: () => undefined,
      onBroken(reason) {
        broken[reason] += 1;
      },
    },
  );
  return { pool, broken };
}

async function cutAndNotice(): Promise<void> {
  gateway.cut();
  await sleep(50);
}
