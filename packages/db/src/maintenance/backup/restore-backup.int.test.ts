import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createEmptyDatabase } from "@trovella/testing/database/empty-database";
import { fillDatabase } from "@trovella/testing/database/filled-database";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { withClient } from "../../connection/open-database.ts";
import { ensureLocalIdentity } from "../../identity/local-identity.ts";
import * as schema from "../../schema/index.ts";
import { TENANT_TABLES } from "../../schema/table-names.ts";
import { listMigrations } from "../list-migrations.ts";
import { migrate } from "../migrate.ts";
import { planMigrations } from "../plan-migrations.ts";
import { type RestoreOptions, restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const [FIRST = ""] = listMigrations().map(({ id }) => id);

let folder: string;
let backup: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "trovella-restore-"));
  backup = path.join(folder, "backup.jsonl");
  const source = await createTestDatabase(inject("socketDirectory"));
  await withClient(source.target, async (client) => {
    await fillDatabase(client, ["org_a", "org_b"]);
    await writeBackup(client, backup);
  });
  await source.drop();
});
afterAll(() => rmSync(folder, { recursive: true }));

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase(inject("socketDirectory"), []);
});
afterEach(() => test.drop());

describe("restoring", () => {
  it("takes a database with nothing but the local identity for an empty one", async () => {
    await withClient(test.target, ensureLocalIdentity);
    expect(await restore()).toMatchObject({ organizations: 2, replaced: null });
    expect(await contents()).toBe(readFileSync(backup, "utf8"));
  });

  it.each([
    ["another organization", "INSERT INTO organization (id, name, slug) VALUES ('o', 'o', 'o')"],
    ["another user", `INSERT INTO "user" (id, name, email) VALUES ('u', 'u', 'u')`],
    [
      "work of the local organization",
      `SELECT set_config('app.organization_id', 'org_local', false);
       INSERT INTO term_stat (organization_id, term, chunk_count) VALUES ('org_local', 't', 1)`,
    ],
  ])("refuses a database with %s and names --replace", async (_, statement) => {
    await withClient(test.target, async (client) => {
      await ensureLocalIdentity(client);
      await client.query(statement);
    });
    const before = await contents();
    await expect(restore()).rejects.toThrow(/not empty.*--replace/);
    expect(await contents()).toBe(before);
  });

  it("replaces what is there when told to, and saves it first", async () => {
    await withClient(test.target, (client) => fillDatabase(client, ["org_c"]));
    const before = await contents();
    const { replaced } = await restore(backup, { replace: true });
    expect(await contents()).toBe(readFileSync(backup, "utf8"));

    expect(replaced).toMatch(/backups.before-restore-\d{8}T\d{9}Z\.jsonl\.gz$/);
    await restore(replaced ?? "", { replace: true });
    expect(await contents()).toBe(before);
  });

  it.each([
    ["a row twice", (text: string) => text.replace(/\n(\["mem[^\n]*)/, "\n$1\n$1")],
    ["a status that no plan has", (text: string) => text.replace('"planning"', '"dreaming"')],
    [
      "an unknown table",
      (text: string) => text.replace('{"table":"ai_usage"', '{"table":"pg_class"'),
    ],
    ["a row too short", (text: string) => text.replace(/\n\["mem.*\n/, '\n["mem"]\n')],
    ["a row of another organization", foreignRow],
  ])("changes nothing when the backup has %s, even with --replace", async (_, change) => {
    const forged = path.join(folder, "forged.jsonl");
    const text = change(readFileSync(backup, "utf8"));
    expect(text).not.toBe(readFileSync(backup, "utf8"));
    writeFileSync(forged, reseal(text));
    await withClient(test.target, (client) => fillDatabase(client, ["org_c"]));
    const before = await contents();
    await expect(restore(forged, { replace: true })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    expect(await contents()).toBe(before);
  });

  it.each([
    ["cut off", (text: string) => text.slice(0, text.length / 2)],
    ["without its last line", (text: string) => text.replace(/[^\n]*\n$/, "")],
    ["without one row", (text: string) => text.replace(/\n\["mem[^\n]*/, "")],
    ["changed in one letter", (text: string) => text.replace('"planning"', '"planninG"')],
  ])("touches nothing when the backup is %s", async (_, change) => {
    const damaged = path.join(folder, "damaged.jsonl");
    writeFileSync(damaged, change(readFileSync(backup, "utf8")));
    await withClient(test.target, (client) => fillDatabase(client, ["org_c"]));
    const snapshots = countSnapshots();
    const before = await contents();
    await expect(restore(damaged, { replace: true })).rejects.toThrow(/incomplete or damaged/);
    expect(await contents()).toBe(before);
    expect(countSnapshots()).toBe(snapshots);
  });

  it("refuses a backup of a newer version", async () => {
    const newer = path.join(folder, "newer.jsonl");
    const newest = listMigrations().at(-1)?.id;
    const text = readFileSync(backup, "utf8").replace(`"${newest}"`, '"9999_future"');
    writeFileSync(newer, reseal(text));
    await expect(restore(newer)).rejects.toThrow(/newer version of Trovella.*9999_future/);
  });

  it("refuses a database that is newer than the program", async () => {
    await withClient(test.target, (client) =>
      client.query("INSERT INTO schema_migration (id, digest) VALUES ('9999_future', 'x')"),
    );
    await expect(restore()).rejects.toThrow(/newer than this program.*9999_future/);
  });

  it("gives up with a sentence when another session holds a lock on a table", async () => {
    await withClient(test.target, async (other) => {
      await other.query("BEGIN");
      await other.query("SELECT FROM ai_usage");
      await expect(restore(backup, { lockLimitMs: 200 })).rejects.toThrow(/database is being used/);
      await other.query("ROLLBACK");
    });
    await restore();
  });
});

describe("restoring a backup of an older version", () => {
  let older: string;
  beforeAll(async () => {
    older = path.join(folder, "older.jsonl");
    const source = await createEmptyDatabase(inject("socketDirectory"));
    await withClient(source.target, async (client) => {
      await migrate(client, { upTo: FIRST });
      await fillDatabase(client, ["org_a", "org_b"]);
      await writeBackup(client, older);
    });
    await source.drop();
    expect(readFileSync(older, "utf8")).toContain(`"migration":"${FIRST}"`);
  });

  it("brings the rows into a new database and that up to date", async () => {
    const empty = await createEmptyDatabase(inject("socketDirectory"));
    await withClient(empty.target, (client) =>
      restoreBackup(client, older, { replace: false, dataDirectory: folder }),
    );
    expectRowsOf(older, await contents(empty.target));
    const plan = await withClient(empty.target, planMigrations);
    expect(plan.pending).toEqual([]);
    await empty.drop();
  });

  it("makes the tables of a database afresh that has moved on, as one change", async () => {
    await restore();
    await restore(older, { replace: true });
    expectRowsOf(older, await contents());
    const { rows } = await withClient(test.target, (client) =>
      client.query(
        "SELECT count(*)::integer AS safe FROM pg_class WHERE relrowsecurity AND relforcerowsecurity",
      ),
    );
    expect(rows[0].safe).toBe(TENANT_TABLES.length);
  });
});

function restore(file = backup, options: Partial<RestoreOptions> = {}) {
  return withClient(test.target, (client) =>
    restoreBackup(client, file, { replace: false, dataDirectory: folder, ...options }),
  );
}

/** Everything in the database, as its backup would have it. */
async function contents(target = test.target): Promise<string> {
  const file = path.join(folder, "contents.jsonl");
  await withClient(target, (client) => writeBackup(client, file));
  return readFileSync(file, "utf8");
}

/** The rows of a backup's text, each with its table and its values by column. */
function rowsOf(text: string): { table: string; values: Record<string, string | null> }[] {
  const [header, ...lines] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  let table = "";
  return lines.flatMap((line) => {
    if (!Array.isArray(line)) {
      table = line.table ?? table;
      return [];
    }
    const columns: string[] = header.tables[table];
    return [
      { table, values: Object.fromEntries(columns.map((name, index) => [name, line[index]])) },
    ];
  });
}

/** The rows of an older backup; columns that came later are empty unless every row must have a value there. */
function expectRowsOf(older: string, text: string): void {
  const saved = readFileSync(older, "utf8");
  const wanted = rowsOf(saved);
  const [header = ""] = saved.split("\n");
  const { tables } = JSON.parse(header);
  // The register of sources came later and is filled from them.
  const found = rowsOf(text).filter(({ table }) => table in tables);
  expect(found).toHaveLength(wanted.length);
  for (const [index, { table, values }] of wanted.entries()) {
    expect(found[index]).toMatchObject({ table, values });
    const later = Object.entries(found[index]?.values ?? {}).filter(([name]) => !(name in values));
    for (const [name, value] of later) {
      if (!isFilled(table, name)) expect(value, `${table}.${name}`).toBeNull();
    }
  }
}

/** Numbers, hashes and figures that older rows get, although not all rows have them. */
const FILLED = [
  "research_plan.current_step_id",
  "research_plan.closed_progress",
  "research_plan.confidence",
  "research_plan.last_sign_at",
  "research_artifact.number",
  "plan_audit_log.payload_digest",
  "plan_audit_log.entry_hash",
];

function isFilled(table: string, column: string): boolean {
  if (FILLED.includes(`${table}.${column}`)) return true;
  const tables = Object.values(schema).filter((one) => is(one, PgTable));
  const columns = tables
    .map((one) => getTableConfig(one))
    .find(({ name }) => name === table)?.columns;
  const found = columns?.find(({ name }) => name === column);
  return found !== undefined && (found.hasDefault || found.notNull);
}

function countSnapshots(): number {
  return readdirSync(folder, { recursive: true }).filter((name) => name.includes("before-")).length;
}

/** A last line that fits, as a forger would make it. */
function reseal(text: string): string {
  const lines = text.split("\n").slice(0, -2);
  const body = `${lines.join("\n")}\n`;
  const rows = lines.filter((line) => line.startsWith("[")).length;
  const sha256 = createHash("sha256").update(body).digest("hex");
  return `${body}${JSON.stringify({ rows, sha256 })}\n`;
}

function foreignRow(text: string): string {
  return text.replace(/("organization":"org_b"}\n\["org_)b/, "$1a");
}
