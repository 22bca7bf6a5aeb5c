import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { preparedStatements } from "./batch.ts";
import { connectDatabase, type Database } from "./database.ts";
import { withClient } from "./open-database.ts";
import { defineStatement, execution } from "./statement.ts";
import { type TenantContext, withTenantContext } from "./tenant-context.ts";

const A = { organizationId: "org_a" };
const INSERT = defineStatement("INSERT INTO term_stat VALUES ('org_a', $1, 1)");
const COUNT = defineStatement("SELECT count(*)::integer AS count FROM term_stat");

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
});
beforeEach(async () => {
  // One connection, so that what happened to it meets the next transaction.
  database = connectDatabase({ target: test.target, maxConnections: 1 });
  await withClient(test.asSuperuser, (client) => client.query("TRUNCATE term_stat"));
});
afterEach(async () => {
  preparedStatements.areNamed = true;
  await database.close();
});
afterAll(() => test.drop());

describe("prepared statements that a pooler has lost or mixed up", () => {
  it("are retried without names when they are gone", async () => {
    await run(insert("first"));
    await onTheConnection("DEALLOCATE ALL");
    const attempts = await run(insert("second"));
    expect([attempts, preparedStatements.areNamed]).toEqual([2, false]);
    expect(await count()).toBe(2);
  });

  it("are retried without names when another statement has the name", async () => {
    await onTheConnection(`PREPARE "${COUNT.name}" AS SELECT 'something else'`);
    const attempts = await run(insert("first"));
    expect([attempts, preparedStatements.areNamed]).toEqual([2, false]);
    expect(await count()).toBe(1);
  });

  it("are retried without names when only the opening is gone", async () => {
    await run(insert("first"));
    await onTheConnection("DEALLOCATE ALL");
    const unprepared = defineStatement(`${COUNT.text} AS unprepared`);
    const attempts = await run(async (context) => {
      const [counted] = await context.send([execution(unprepared)]);
      expect(counted?.rows).toEqual([{ count: 1 }]);
    });
    expect([attempts, preparedStatements.areNamed]).toEqual([2, false]);
  });

  it("stay without names from then on, and everything works as before", async () => {
    preparedStatements.areNamed = false;
    for (let round = 1; round <= 5; round += 1) {
      await onTheConnection("DEALLOCATE ALL");
      expect(await run(insert(`term ${round}`))).toBe(1);
      await expect(run(insert(`term ${round}`))).rejects.toMatchObject({ code: "23505" });
      expect(await count()).toBe(round);
    }
  });
});

describe("names that are switched off while other transactions run", () => {
  it("change nothing in what those read", async () => {
    await run(insert("first"));
    const reading = withTenantContext(database, A, (context) => context.send([execution(COUNT)]));
    // It is sent once there is a connection, and answered only later.
    await new Promise((resolve) => setImmediate(resolve));
    preparedStatements.areNamed = false;
    const [result] = await reading;
    expect(result?.rows).toEqual([{ count: 1 }]);
  });

  it("make those retry too, whose statements are lost as well", async () => {
    const several = connectDatabase({ target: test.target, maxConnections: 2 });
    const together = meeting(2);
    const attempts = await Promise.all(
      [1, 2].map(async (number) => {
        let tries = 0;
        await withTenantContext(several, A, async (context) => {
          tries += 1;
          await context.send([execution(COUNT)]);
          if (tries > 1) return;
          await context.send([execution(defineStatement("DEALLOCATE ALL"))]);
          // Both have lost their statements before either finds out.
          await together();
          await context.send([execution(INSERT, [`term ${number}`]), execution(COUNT)]);
        });
        return tries;
      }),
    );
    await several.close();
    expect(attempts).toEqual([2, 2]);
  });
});

describe("an error of the work itself", () => {
  it("is not mistaken for an error of a pooler", async () => {
    await run(insert("first"));
    await expect(run(insert("first"))).rejects.toMatchObject({ code: "23505" });
    expect(preparedStatements.areNamed).toBe(true);
  });

  it("that was swallowed makes the commit fail, so that it is not believed to be saved", async () => {
    const swallowing = withTenantContext(database, A, async (context) => {
      await context.send([execution(INSERT, ["kept?"])]);
      await context.send([execution(INSERT, ["kept?"])]).catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow("was not committed");
    expect(await count()).toBe(0);
  });

  it("that was swallowed makes the last batch fail too", async () => {
    const swallowing = withTenantContext(database, A, async (context) => {
      await context.send([execution(INSERT, ["kept?"])]);
      await context.send([execution(INSERT, ["kept?"])]).catch(() => undefined);
      await context.send([], { last: true });
    });
    await expect(swallowing).rejects.toThrow("was not committed");
    expect(await count()).toBe(0);
  });
});

function insert(term: string) {
  return (context: TenantContext) => context.send([execution(INSERT, [term]), execution(COUNT)]);
}

/** Runs the work for its tenant and says how often it was begun. */
async function run(work: (context: TenantContext) => Promise<unknown>): Promise<number> {
  let attempts = 0;
  await withTenantContext(database, A, (context) => {
    attempts += 1;
    return work(context);
  });
  return attempts;
}

/** Resolves for each when all have come. */
function meeting(size: number): () => Promise<void> {
  let arrived = 0;
  let open: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived === size) open();
    return all;
  };
}

async function onTheConnection(text: string): Promise<void> {
  const client = await database.connect();
  await client.query(text);
  client.release();
}

function count(): Promise<number> {
  return withClient(test.asSuperuser, async (client) => {
    const { rows } = await client.query(COUNT.text);
    return rows[0].count;
  });
}
