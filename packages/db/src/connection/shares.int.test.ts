import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { chunkText } from "../search/chunk-text.ts";
import { saveIndexRows } from "../search/indexing-rows.ts";
import { connectDatabase, type Database } from "./database.ts";
import { withIdentityClient } from "./identity-client.ts";
import { isDatabaseReady } from "./is-database-ready.ts";
import { withClient } from "./open-database.ts";
import { queryRows } from "./query-rows.ts";
import { defineStatement, execution } from "./statement.ts";
import {
  type TenantContext,
  withBackgroundContext,
  withStoringContext,
  withTenantContext,
} from "./tenant-context.ts";

const A = { organizationId: "org_a" };
const B = { organizationId: "org_b" };
const MAX_CONNECTIONS = 10;

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
});
afterAll(() => test.drop());
beforeEach(async () => {
  database = connectDatabase({ target: test.target });
  // Shares apply once a process has seen two organizations.
  await withStoringContext(database, A, setting);
  await withStoringContext(database, B, setting);
  return () => database.close();
});

describe("an organization's share", () => {
  it("is three connections, and the rest of its calls wait without one", async () => {
    const busy = new Busy();
    const calls = Array.from({ length: 30 }, () => withTenantContext(database, B, busy.hold));
    await busy.held(3);
    expect(database.connections).toMatchObject({ inUse: 3, waiting: 27 });
    for (let call = 0; call < 20; call += 1) await withTenantContext(database, A, setting);
    busy.release();
    await Promise.all(calls);
    expect(busy.atMost).toBe(3);
  });

  it("is everything while there is no other organization", async () => {
    const alone = connectDatabase({ target: test.target });
    const busy = new Busy();
    const calls = Array.from({ length: 30 }, () => withTenantContext(alone, A, busy.hold));
    await busy.held(MAX_CONNECTIONS);
    busy.release();
    await Promise.all(calls);
    expect(busy.atMost).toBe(MAX_CONNECTIONS);
    await alone.close();
  });

  it("of storing is one text at a time, so that none waits for the lock with a connection in hand", async () => {
    const text = { title: "Air", text: "Cold air falls." };
    const store = (sourceId: number) =>
      withStoringContext(
        database,
        B,
        (context) =>
          saveIndexRows(context, [
            {
              sourceTable: "research_artifact",
              sourceId: `art_${sourceId}`,
              chunks: chunkText(text),
            },
          ]),
        // Short and long ones: the long ones fill the memory for waiting texts.
        sourceId < 20 ? 1_000 : 20 * 1024 * 1024,
      ).then(
        () => "stored",
        (error) => `${error.code} ${error.details.retryAfterSeconds} s`,
      );
    const outcomes = await withClient(test.asSuperuser, async (client) => {
      await client.query("SELECT pg_advisory_lock(hashtextextended('org_b', 4739))");
      const stores = Array.from({ length: 30 }, (_, index) => store(index));
      for (let call = 0; call < 50; call += 1) await withTenantContext(database, A, setting);
      expect(database.connections.inUse).toBe(1);
      expect(await isDatabaseReady(database)).toBe(true);
      await client.query("SELECT pg_advisory_unlock_all()");
      return Promise.all(stores);
    });
    expect(outcomes.filter((outcome) => outcome === "stored")).toHaveLength(26);
    expect(outcomes.filter((outcome) => outcome === "RATE_LIMITED 5 s")).toHaveLength(4);
  });
});

describe("sign-in, limits and readiness", () => {
  it("have connections of their own, when tenants use up all others", async () => {
    const busy = new Busy();
    const calls = Array.from({ length: MAX_CONNECTIONS }, (_, number) =>
      withBackgroundContext(database, { organizationId: `org_${number}` }, busy.hold),
    );
    await busy.held(MAX_CONNECTIONS);
    const answers = Array.from({ length: 20 }, () =>
      withIdentityClient(database, (client) => client.query("SELECT 1")),
    );
    expect(await Promise.all(answers)).toHaveLength(20);
    expect(await isDatabaseReady(database)).toBe(true);
    busy.release();
    await Promise.all(calls);
  });
});

describe("a statement of a tenant", () => {
  it("is cancelled after ten seconds", async () => {
    expect(await withTenantContext(database, A, setting)).toBe("10s");
  });
});

const SETTING = defineStatement("SELECT current_setting('statement_timeout') AS value");

async function setting(context: TenantContext): Promise<string | undefined> {
  const [row] = await queryRows<{ value: string }>(context, execution(SETTING));
  return row?.value;
}

/** Transactions that stay open until they are released. */
class Busy {
  atMost = 0;
  private count = 0;
  private isReleased = false;

  readonly hold = async (context: TenantContext): Promise<void> => {
    await setting(context);
    this.count += 1;
    this.atMost = Math.max(this.atMost, this.count);
    while (!this.isReleased) await pause();
    this.count -= 1;
  };

  async held(count: number): Promise<void> {
    while (this.count < count) await pause();
  }

  release(): void {
    this.isReleased = true;
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}
