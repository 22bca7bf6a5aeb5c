import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { connectDatabase, type Database } from "../connection/database.ts";
import { withClient } from "../connection/open-database.ts";
import { deleteFullBuckets, takeTokens } from "./buckets.ts";
import { RATE_RULES, RateLimits } from "./rate-limits.ts";

/** So slow that next to nothing flows in while a test runs. */
const SLOW = { name: "slow", perMinute: 100, portion: 7 };

let test: TestDatabase;
let replicas: Database[];
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"), []);
  replicas = Array.from({ length: 4 }, () => connectDatabase({ target: test.target }));
});
afterAll(async () => {
  for (const replica of replicas) await replica.close();
  await test.drop();
});

describe("a limit", () => {
  it("allows calls until the bucket is empty, then returns when to retry", async () => {
    const limits = new RateLimits(test.database);
    const rule = { name: "strict", perMinute: 10, portion: 1 };
    const verdicts = await Promise.all(
      Array.from({ length: 15 }, () => limits.limit(rule, "203.0.113.7")),
    );
    expect(verdicts.filter(({ ok }) => ok)).toHaveLength(10);
    expect(verdicts.at(-1)).toEqual({ ok: false, retryAfterSeconds: 6 });
  });

  it("counts each key for itself, and each rule", async () => {
    const limits = new RateLimits(test.database);
    const rule = { name: "few", perMinute: 1, portion: 1 };
    expect(await limits.limit(rule, "one")).toEqual({ ok: true });
    expect(await limits.limit(rule, "one")).toMatchObject({ ok: false });
    expect(await limits.limit(rule, "other")).toEqual({ ok: true });
    expect(await limits.limit({ ...rule, name: "fewer" }, "one")).toEqual({ ok: true });
  });

  it("counts what makes several calls at once as several", async () => {
    const limits = new RateLimits(test.database);
    expect(await limits.limit(SLOW, "batches", 60)).toEqual({ ok: true });
    expect(await limits.limit(SLOW, "batches", 60)).toMatchObject({ ok: false });
    expect(await limits.limit(SLOW, "batches", 20)).toEqual({ ok: true });
  });

  it("is one for all processes", async () => {
    const processes = replicas.map((replica) => new RateLimits(replica));
    const startedAt = performance.now();
    const verdicts = await Promise.all(
      Array.from({ length: 1_000 }, (_, call) =>
        (processes[call % 4] as RateLimits).limit(SLOW, "shared"),
      ),
    );
    const through = verdicts.filter(({ ok }) => ok).length;
    // What flows in while a slow machine counts to a thousand is the only thing that may come on top.
    const flowedIn = ((performance.now() - startedAt) * SLOW.perMinute) / 60_000;
    expect(through).toBeGreaterThanOrEqual(SLOW.perMinute);
    expect(through).toBeLessThanOrEqual(SLOW.perMinute + Math.ceil(flowedIn));
  });

  it("costs one statement for many calls", async () => {
    let statements = 0;
    const connectIdentity = () => {
      statements += 1;
      return test.database.connectIdentity();
    };
    const limits = new RateLimits({ ...test.database, connectIdentity });
    for (let call = 0; call < 500; call += 1) {
      const [one, other] = await Promise.all([
        limits.limit(RATE_RULES.token, "pat_1"),
        limits.limit(RATE_RULES.organization, "org_1"),
      ]);
      expect([one.ok, other.ok]).toEqual([true, true]);
    }
    // 500 calls are 25 portions of 20 for the token; those of the organization travel along or come seldom.
    expect(statements).toBeLessThanOrEqual(500 / 20 + 500 / 200 + 6);
  });

  it("limits its queries when a refused caller keeps calling", async () => {
    let statements = 0;
    let nowMs = 0;
    const connectIdentity = () => {
      statements += 1;
      return test.database.connectIdentity();
    };
    const limits = new RateLimits({ ...test.database, connectIdentity }, () => nowMs);
    const rule = { name: "flood", perMinute: 1, portion: 1 };
    for (let call = 0; call < 10_000; call += 1) await limits.limit(rule, "flooder");
    expect(statements).toBe(2);
    nowMs += 61_000;
    await limits.limit(rule, "flooder");
    expect(statements).toBe(3);
  });

  it("fails while the database is unavailable, and recovers", async () => {
    let isAway = true;
    const connectIdentity = () =>
      isAway ? Promise.reject(new Error("away")) : test.database.connectIdentity();
    const limits = new RateLimits({ ...test.database, connectIdentity });
    await expect(limits.limit(SLOW, "away")).rejects.toThrow("away");
    isAway = false;
    expect(await limits.limit(SLOW, "away")).toEqual({ ok: true });
  });

  it("stores nothing of what the key says, however long it is", async () => {
    const limits = new RateLimits(test.database);
    await limits.limit(SLOW, `ada@example.org${"x".repeat(100_000)}`);
    const keys = await withClient(test.target, async (client) => {
      const { rows } = await client.query("SELECT key FROM rate_bucket");
      return rows.map(({ key }) => String(key));
    });
    expect(keys.filter((key) => key.includes("ada") || key.length > 80)).toEqual([]);
  });
});

describe("a bucket", () => {
  const wish = { bucket: "bucket", perMinute: 60, portion: 20 };

  it("gives what it has, and fills by one a second where 60 a minute flow in", async () => {
    expect(await take(3)).toEqual([20, 20, 20]);
    await shift("30 seconds");
    // 30 flowed in: a portion, and the rest of them.
    expect(await take(3)).toEqual([20, 10, 0]);
    await shift("1 hour");
    expect(await take(4)).toEqual([20, 20, 20, 0]);
  });

  it("loses nothing when the clock of the database is set back", async () => {
    await shift("-1 hour");
    expect(await take(1)).toEqual([0]);
  });

  it("is taken from by many at once without a deadlock, in whatever order they ask", async () => {
    const wishes = Array.from({ length: 20 }, (_, index) => ({
      ...SLOW,
      bucket: `many ${index}`,
      portion: 1,
    }));
    const rounds = Array.from({ length: 60 }, (_, round) => {
      const order = round % 2 ? wishes : wishes.toReversed();
      return takeTokens(replicas[round % 4] as Database, order);
    });
    const taken = (await Promise.all(rounds)).flat();
    expect(taken.reduce((sum, { granted }) => sum + granted, 0)).toBe(60 * 20);
  });

  it("is forgotten when it is full again", async () => {
    await shift("3 hours");
    await deleteFullBuckets(test.database);
    const { rowCount } = await withClient(test.target, (client) =>
      client.query("SELECT FROM rate_bucket"),
    );
    expect(rowCount).toBe(0);
  });

  async function take(times: number): Promise<number[]> {
    const granted: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const [taken] = await takeTokens(test.database, [wish]);
      granted.push(taken?.granted ?? -1);
    }
    return granted;
  }
});

/** Lets so much time pass for all buckets. */
async function shift(time: string): Promise<void> {
  await withClient(test.target, (client) =>
    client.query("UPDATE rate_bucket SET updated_at = updated_at - $1::interval", [time]),
  );
}
