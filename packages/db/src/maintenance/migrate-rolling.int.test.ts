import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import type { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { withClient } from "../connection/open-database.ts";
import { currentMigration } from "./backup/describe-tables.ts";
import { BASELINE } from "./baseline.ts";
import { listMigrations, type Migration } from "./list-migrations.ts";
import { migrate } from "./migrate.ts";
import { planMigrations } from "./plan-migrations.ts";

const KNOWN = listMigrations();
const LOCK_RETRIES = { lockTimeoutMs: 50, attempts: 2, pauseMs: 10 };
const LONGER: Migration = migration(
  "9000_longer",
  'ALTER TABLE "research_plan" ADD COLUMN "x" text',
);
const INDEXED: Migration = migration(
  "9001_indexed",
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS "later" ON "research_plan" ("name")',
);

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
});
afterEach(() => test.drop());

describe("a program on the database of a newer one", () => {
  it("serves on when the newer one says that it can, and reports it", async () => {
    await connected(async (client) => {
      const newer: string[] = [];
      const migrations = [...KNOWN, LONGER];
      expect(await migrate(client, { migrations })).toEqual([LONGER.id]);
      expect(await migrate(client, { onNewer: (ids) => newer.push(...ids) })).toEqual([]);
      expect(newer).toEqual([LONGER.id]);
      const { rows } = await client.query(
        "SELECT serves_from FROM schema_migration WHERE id = $1",
        [LONGER.id],
      );
      expect(rows).toEqual([{ serves_from: BASELINE.migration }]);
    });
  });

  it("makes no backup of it, which would lack the tables it does not know", async () => {
    await connected(async (client) => {
      await migrate(client, { migrations: [...KNOWN, LONGER] });
      await expect(currentMigration(client)).rejects.toMatchObject({
        code: "UNAVAILABLE",
        message: expect.stringContaining("newer than this program"),
      });
    });
  });

  it("is refused when nobody says that it can, or when it has migrations of its own to add", async () => {
    await connected(async (client) => {
      await migrate(client, { migrations: [...KNOWN, LONGER] });
      const other = [...KNOWN, migration("9000_other", "SELECT 1")];
      await expect(planMigrations(client, other)).rejects.toThrow("newer than this program");
      for (const servesFrom of ["8999_between", null]) {
        await client.query("UPDATE schema_migration SET serves_from = $1", [servesFrom]);
        await expect(planMigrations(client)).rejects.toThrow("newer than this program");
      }
    });
  });

  it("understands a list that a program without this column wrote", async () => {
    await connected(async (client) => {
      await client.query("ALTER TABLE schema_migration DROP COLUMN serves_from");
      expect((await planMigrations(client)).pending).toEqual([]);
      expect(await migrate(client, { migrations: [...KNOWN, LONGER] })).toEqual([LONGER.id]);
      expect((await planMigrations(client)).newer).toEqual([LONGER.id]);
    });
  });
});

describe("migrating while others work", () => {
  it("gives up with a sentence when a table stays in use, and changes nothing", async () => {
    await connected(async (holder) => {
      await holder.query("BEGIN; SELECT FROM research_plan");
      const migrations = [...KNOWN, LONGER];
      const failed = connected((client) => migrate(client, { migrations, retries: LOCK_RETRIES }));
      await expect(failed).rejects.toMatchObject({
        code: "UNAVAILABLE",
        message: expect.stringContaining(`The migration ${LONGER.id} could not lock`),
      });
      await holder.query("COMMIT");
      expect((await planMigrations(holder)).newer).toEqual([]);
    });
  });

  it("tries again until the table is free", async () => {
    await connected(async (holder) => {
      await holder.query("BEGIN; SELECT FROM research_plan");
      const migrations = [...KNOWN, LONGER];
      const retries = { ...LOCK_RETRIES, attempts: 1000 };
      const done = connected((client) => migrate(client, { migrations, retries }));
      await untilSomebodyWaits(holder);
      await holder.query("COMMIT");
      expect(await done).toEqual([LONGER.id]);
    });
  });

  it("builds an index once while a table is in use, also after an interruption", async () => {
    const migrations = [...KNOWN, INDEXED];
    await connected(async (client) => {
      await client.query('CREATE INDEX "later" ON "research_plan" ("name")');
    });
    await withClient(test.asSuperuser, (client) =>
      client.query("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'later'::regclass"),
    );
    const done = await Promise.all(
      [1, 2, 3].map(() => connected((client) => migrate(client, { migrations }))),
    );
    expect(done.flat()).toEqual([INDEXED.id]);
    await connected(async (client) => {
      const { rows } = await client.query(
        "SELECT indisvalid FROM pg_index WHERE indexrelid = 'later'::regclass",
      );
      expect(rows).toEqual([{ indisvalid: true }]);
    });
  });
});

function migration(id: string, text: string): Migration {
  return { id, text, digest: id };
}

function connected<T>(work: (client: Client) => Promise<T>): Promise<T> {
  return withClient(test.target, work);
}

/** Not the holder's own transaction, whose statistics stand still. */
async function untilSomebodyWaits(holder: Client): Promise<void> {
  let isWaiting = false;
  while (!isWaiting) {
    const { rowCount } = await holder.query("SELECT FROM pg_locks WHERE NOT granted");
    isWaiting = (rowCount ?? 0) > 0;
  }
}
