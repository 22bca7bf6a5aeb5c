import { randomBytes } from "node:crypto";
import { AppError } from "@trovella/foundation";
import type { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { withClient } from "../connection/open-database.ts";
import { listMigrations } from "./list-migrations.ts";
import { migrate } from "./migrate.ts";
import { planMigrations } from "./plan-migrations.ts";

const IDS = listMigrations().map(({ id }) => id);
const [FIRST = ""] = IDS;
const AT = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));

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
      expect(await planMigrations(client)).toEqual({ applied: IDS, pending: [], newer: [] });
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

  it("saves the database again when that met the locks of another program that migrates", async () => {
    const failures: unknown[] = [];
    await connected(async (client) => {
      await migrate(client, { upTo: FIRST });
      const beforeFirst = async () => {
        if (failures.length > 0) return;
        await connected((other) => provokeDeadlock(client, other)).catch((error) => {
          failures.push(error);
          throw error;
        });
      };
      const retries = { lockTimeoutMs: 2_000, attempts: 3, pauseMs: 1 };
      expect(await migrate(client, { beforeFirst, retries })).toEqual(IDS.slice(1));
    });
    expect(failures).toMatchObject([{ code: "40P01" }]);
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
      await connected(terminateWaitingSessions);
      await cut;
    });
    await connected(async (client) => {
      expect(await applied()).toEqual([FIRST]);
      expect(await tracesOfTenancy(client)).toEqual({ keys: 0, policies: 0 });
      expect(await migrate(client)).toEqual(IDS.slice(1));
    });
  });
});

describe("the migration 0006_plan_mode_and_end", () => {
  const PLANS = [
    { id: "completed", name: "[Scan] Tea", status: "completed", mode: "scan", closedAt: AT(2) },
    { id: "failed", name: "[Deep]", status: "failed", mode: "deep", closedAt: AT(2) },
    { id: "open", name: "Tea [Deep]", status: "executing", mode: null, closedAt: null },
  ];

  it("takes the end of a plan from its history and its mode from its name, in every organization", async () => {
    await connected(async (client) => {
      await migrate(client, { upTo: "0005_tokens" });
      for (const organizationId of ["org_a", "org_b"]) {
        await client.query("INSERT INTO organization (id, name, slug) VALUES ($1, $1, $1)", [
          organizationId,
        ]);
        await client.query("SELECT set_config('app.organization_id', $1, false)", [organizationId]);
        for (const plan of PLANS) await insertPlan(client, organizationId, plan);
      }
      await client.query("RESET app.organization_id");
      await migrate(client);
    });
    const everything = { socketDirectory: inject("socketDirectory"), user: "trovella", database };
    const stored = await withClient(everything, (client) =>
      client.query(
        "SELECT organization_id, id, mode, closed_at FROM research_plan ORDER BY organization_id, id",
      ),
    );
    expect(stored.rows).toEqual(
      ["org_a", "org_b"].flatMap((organization_id) =>
        PLANS.map(({ id, mode, closedAt }) => ({ organization_id, id, mode, closed_at: closedAt })),
      ),
    );
    const unguarded = await connected((client) =>
      client.query("SELECT relname FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity"),
    );
    expect(unguarded.rows).toEqual([]);
  });

  /** A plan of version 0.1: it ended at the second hour and was read at the ninth. */
  async function insertPlan(
    client: Client,
    organizationId: string,
    { id, name, status }: (typeof PLANS)[number],
  ): Promise<void> {
    await client.query(
      `INSERT INTO research_plan (organization_id, id, name, research_question, status, version, audit_seq, stall_threshold_ms,
         review_policy, completed_at, failure_reason, updated_at)
       VALUES ($1, $2, $3, 'Why?', $4, 4, 4, 1, 'human_only', $5, $6, $7)`,
      [
        organizationId,
        id,
        name,
        status,
        status === "completed" ? AT(2) : null,
        status === "failed" ? "No." : null,
        AT(9),
      ],
    );
    const moves = status === "executing" ? ["executing"] : ["executing", status];
    const events = [
      { type: "plan_created", at: AT(0) },
      { type: "plan_status_changed", moves: ["executing"], at: AT(1) },
      { type: "plan_status_changed", moves, at: AT(2) },
      { type: "session_resumed", at: AT(9) },
    ];
    for (const [index, event] of events.entries()) {
      await client.query(
        `INSERT INTO plan_audit_log (organization_id, id, plan_id, seq, plan_version, event_type, action, payload, actor_via, created_at)
         VALUES ($1, $2, $3, $4, $4::bigint, 'plan_modified', 'x', $5, 'mcp', $6)`,
        [organizationId, `${id}_${index}`, id, index + 1, JSON.stringify(event), event.at],
      );
    }
  }
});

describe("the migration 0012_sources", () => {
  it("numbers the artifacts and sources of every plan, each source once, and those its outputs cite", async () => {
    await connected(async (client) => {
      await migrate(client, { upTo: BEFORE_SOURCES });
      for (const organizationId of ["org_a", "org_b"]) {
        await client.query("INSERT INTO organization (id, name, slug) VALUES ($1, $1, $1)", [
          organizationId,
        ]);
        await client.query("SELECT set_config('app.organization_id', $1, false)", [organizationId]);
        await insertMemory(client, organizationId);
      }
      await client.query("RESET app.organization_id");
      await migrate(client);
    });
    const everything = { socketDirectory: inject("socketDirectory"), user: "trovella", database };
    const [artifacts, sources] = await withClient(everything, async (client) => [
      (
        await client.query(
          "SELECT organization_id, id, number FROM research_artifact ORDER BY 1, 2",
        )
      ).rows,
      (
        await client.query(
          "SELECT organization_id, plan_id, number, source_id, key FROM plan_source ORDER BY 1, 2, 3",
        )
      ).rows,
    ]);
    const expected = (rows: readonly object[]) =>
      ["org_a", "org_b"].flatMap((organization_id) =>
        rows.map((row) => ({ organization_id, ...row })),
      );
    expect(artifacts).toEqual(
      expected([
        { id: "art_alone", number: null },
        { id: "art_early", number: 1 },
        { id: "art_late", number: 2 },
        { id: "art_other", number: 1 },
      ]),
    );
    expect(sources).toEqual(
      expected([
        { plan_id: "one", number: 1, source_id: "src_1", key: "url:example.org/a" },
        { plan_id: "one", number: 2, source_id: "src_3", key: "doi:10.1000/x" },
        { plan_id: "one", number: 3, source_id: "src_6", key: "url:example.org/alone" },
        { plan_id: "one", number: 4, source_id: "src_5", key: "url:example.org/c" },
        { plan_id: "two", number: 1, source_id: "src_4", key: "url:example.org/a" },
        { plan_id: "two", number: 2, source_id: "src_5", key: "url:example.org/c" },
      ]),
    );
    const unguarded = await connected((client) =>
      client.query("SELECT relname FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity"),
    );
    expect(unguarded.rows).toEqual([]);
  });

  const BEFORE_SOURCES = "0011_run_indexes";

  /** What version 0.1 stored: two plans with artifacts, one artifact without a plan, and an output that cites all of them. */
  async function insertMemory(client: Client, organizationId: string): Promise<void> {
    for (const id of ["one", "two"]) {
      await client.query(
        `INSERT INTO research_plan (organization_id, id, name, research_question, status, version, audit_seq, stall_threshold_ms, review_policy)
         VALUES ($1, $2, 'Tea', 'Why?', 'executing', 1, 1, 1, 'human_only')`,
        [organizationId, id],
      );
    }
    const artifacts = [
      ["art_late", "one", AT(2)],
      ["art_early", "one", AT(1)],
      ["art_other", "two", AT(3)],
      ["art_alone", null, AT(3)],
    ];
    for (const artifact of artifacts) {
      await client.query(
        `INSERT INTO research_artifact (organization_id, id, plan_id, artifact_type, title, content, content_text, created_at)
         VALUES ($1, $2, $3, 'finding', 'Tea', '{}', '', $4)`,
        [organizationId, ...artifact],
      );
    }
    const sources = [
      ["src_1", "art_early", 1, "https://www.example.org/a/", null],
      ["src_2", "art_late", 1, "http://example.org/a?utm_source=x", null],
      ["src_3", "art_late", 2, "https://example.org/b", "10.1000/X"],
      ["src_4", "art_other", 1, "https://example.org/a", null],
      ["src_5", "art_other", 2, "https://example.org/c", null],
      ["src_6", "art_alone", 1, "https://example.org/alone", null],
    ];
    for (const source of sources) {
      await client.query(
        `INSERT INTO research_source (organization_id, id, artifact_id, position, url, doi, title)
         VALUES ($1, $2, $3, $4, $5, $6, 'Tea')`,
        [organizationId, ...source],
      );
    }
    await client.query(
      `INSERT INTO research_output (organization_id, id, plan_id, title, media_type, version, content)
       VALUES ($1, 'out_1', 'one', 'Tea', 'html', 1, 'A [src:src_2]. B [src:src_6, src_5]. C [src:src_4] [src:src_6] [src:src_gone].')`,
      [organizationId],
    );
  }
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

/** Objects that only the second migration creates. */
async function tracesOfTenancy(client: Client): Promise<unknown> {
  const { rows } = await client.query(`SELECT
    (SELECT count(*)::integer FROM pg_constraint WHERE conrelid = 'plan_audit_log'::regclass AND contype = 'f') AS keys,
    (SELECT count(*)::integer FROM pg_policy) AS policies`);
  return rows[0];
}

/** Not within a transaction, which would see the same activities all the time. */
async function terminateWaitingSessions(client: Client): Promise<void> {
  let isDone = false;
  while (!isDone) {
    const { rowCount } = await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    isDone = rowCount === 1;
  }
}

/** A backup that reads two tables, and a migration that locks them the other way round. The one that waits first fails. */
async function provokeDeadlock(reader: Client, migration: Client): Promise<void> {
  const [one, other] = ["skill_execution", "ai_usage"] as const;
  await migration.query("BEGIN");
  await migration.query(`LOCK TABLE ${other}`);
  const { rows } = await reader.query("SELECT pg_backend_pid() AS pid");
  await reader.query("BEGIN");
  await reader.query(`SELECT FROM ${one}`);
  const reading = reader.query(`SELECT FROM ${other}`).finally(() => reader.query("ROLLBACK"));
  const isWaiting = "SELECT FROM pg_locks WHERE pid = $1 AND NOT granted";
  await vi.waitUntil(async () => (await migration.query(isWaiting, [rows[0].pid])).rowCount === 1);
  const locking = migration.query(`LOCK TABLE ${one}`).finally(() => migration.query("ROLLBACK"));
  await Promise.all([reading, locking]);
}
