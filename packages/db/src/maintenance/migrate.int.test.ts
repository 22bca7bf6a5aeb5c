import { randomBytes } from "node:crypto";
import { AppError } from "@trovella/foundation";
import type { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { withClient } from "../connection/open-database.ts";
import { listMigrations, migrate, planMigrations } from "./migrate.ts";

const IDS = listMigrations().map(({ id }) => id);
const [FIRST = ""] = IDS;

let database: string;
beforeEach(async () => {
  database = `migrate_${randomBytes(6).toString("hex")}`;
  await asSuperuser((client) => client.query(`CREATE DATABASE ${database} OWNER trovella_server`));
});
afterEach(() => asSuperuser((client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`)));

describe("migrating", () => {
  it("takes an empty database through every migration, and then finds nothing to do", async () => {
    await connected(async (client) => {
      expect((await planMigrations(client)).pending.map(({ id }) => id)).toEqual(IDS);
      expect(await migrate(client)).toEqual(IDS);
      expect(await migrate(client)).toEqual([]);
      expect(await planMigrations(client)).toEqual({ applied: IDS, pending: [] });
    });
  });

  it("can stop behind a migration and go on later", async () => {
    await connected(async (client) => {
      expect(await migrate(client, { upTo: FIRST })).toEqual([FIRST]);
      expect((await planMigrations(client)).pending.map(({ id }) => id)).toEqual(IDS.slice(1));
      expect(await migrate(client)).toEqual(IDS.slice(1));
    });
  });

  it("gives a chance to save a database that has been in use, and only that", async () => {
    const saved: string[] = [];
    const beforeFirst = async ({ pending }: { pending: readonly { id: string }[] }) => {
      saved.push(...pending.map(({ id }) => id));
    };
    await connected(async (client) => {
      await migrate(client, { upTo: FIRST, beforeFirst });
      expect(saved).toEqual([]);
      await migrate(client, { beforeFirst });
      expect(saved).toEqual(IDS.slice(1));
      await migrate(client, { beforeFirst });
      expect(saved).toEqual(IDS.slice(1));
    });
  });

  it("applies each migration once when 8 programs start at the same time", async () => {
    const done = await Promise.all(
      Array.from({ length: 8 }, () => connected((client) => migrate(client))),
    );
    expect(done.flat().toSorted()).toEqual(IDS.toSorted());
    expect(await applied()).toEqual(IDS);
  });
});

describe("a migration that fails", () => {
  it("leaves nothing behind, and is whole when the obstacle is gone", async () => {
    await connected(async (client) => {
      await client.query("CREATE TABLE term_stat ()");
      await expect(migrate(client)).rejects.toMatchObject({ code: "42P07" });
      expect(await tables(client)).toEqual(["term_stat"]);
      await client.query("DROP TABLE term_stat");
      expect(await migrate(client)).toEqual(IDS);
    });
  });

  it("keeps the migrations before it", async () => {
    await connected(async (client) => {
      await migrate(client, { upTo: FIRST });
      await client.query("CREATE INDEX extraction_result_step ON extraction_result (id)");
      await expect(migrate(client)).rejects.toMatchObject({
        code: "42P07",
        message: expect.stringContaining(`The migration ${IDS[1]} failed: relation `),
      });
      expect(await applied()).toEqual([FIRST]);
      expect(await tracesOfTenancy(client)).toEqual({ keys: 0, policies: 0 });
      await client.query("DROP INDEX extraction_result_step");
      expect(await migrate(client)).toEqual(IDS.slice(1));
    });
  });

  it("because its connection was cut leaves nothing behind", async () => {
    await connected((client) => migrate(client, { upTo: FIRST }));
    await connected(async (blocker) => {
      await blocker.query("BEGIN; LOCK TABLE research_artifact");
      const cut = expect(connected((client) => migrate(client))).rejects.toMatchObject({
        code: "57P01",
      });
      await connected(endWhoeverWaits);
      await cut;
    });
    await connected(async (client) => {
      expect(await applied()).toEqual([FIRST]);
      expect(await tracesOfTenancy(client)).toEqual({ keys: 0, policies: 0 });
      expect(await migrate(client)).toEqual(IDS.slice(1));
    });
  });
});

describe("a database this program does not understand", () => {
  it("is refused by name when it is newer", async () => {
    await connected(async (client) => {
      await migrate(client, { upTo: FIRST });
      await client.query("INSERT INTO schema_migration VALUES ('9999_future', 'd')");
      const refusal = await migrate(client).catch((error) => error);
      expect(refusal).toBeInstanceOf(AppError);
      expect(refusal.message).toContain("newer than this program");
      expect(refusal.message).toContain("9999_future");
      expect(await applied()).toEqual([FIRST, "9999_future"]);
    });
  });

  it("is refused when a migration was applied with other contents", async () => {
    await connected(async (client) => {
      await migrate(client);
      await client.query("UPDATE schema_migration SET digest = 'd' WHERE id = $1", [FIRST]);
      const refusal = await migrate(client).catch((error) => error);
      expect(refusal).toBeInstanceOf(AppError);
      expect(refusal.message).toContain(`The migration ${FIRST} was applied with other contents`);
    });
  });
});

function asSuperuser<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const socketDirectory = inject("socketDirectory");
  return withClient({ socketDirectory, user: "trovella", database: "postgres" }, work);
}

function connected<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const socketDirectory = inject("socketDirectory");
  return withClient({ socketDirectory, user: "trovella_server", database }, work);
}

function applied(): Promise<string[]> {
  return connected(async (client) => {
    const { rows } = await client.query("SELECT id FROM schema_migration ORDER BY id");
    return rows.map(({ id }) => id);
  });
}

async function tables(client: Client): Promise<string[]> {
  const { rows } = await client.query(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
  );
  return rows.map(({ tablename }) => tablename);
}

/** What only the second migration makes. */
async function tracesOfTenancy(client: Client): Promise<unknown> {
  const { rows } = await client.query(`SELECT
    (SELECT count(*)::integer FROM pg_constraint WHERE conrelid = 'plan_audit_log'::regclass AND contype = 'f') AS keys,
    (SELECT count(*)::integer FROM pg_policy) AS policies`);
  return rows[0];
}

/** Not within a transaction, which would see the same activities all the time. */
async function endWhoeverWaits(client: Client): Promise<void> {
  let isDone = false;
  while (!isDone) {
    const { rowCount } = await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    isDone = rowCount === 1;
  }
}
