import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { createEmptyDatabase, type EmptyDatabase } from "@trovella/testing/database/empty-database";
import { fillDatabase, NASTY_TEXT } from "@trovella/testing/database/filled-database";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openDatabase, withClient } from "../../connection/open-database.ts";
import { IDENTITY_TABLES, TENANT_TABLES } from "../../schema/table-names.ts";
import { migrate } from "../migrate.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const ORGANIZATIONS = ["org_a", "org_b"];

let test: TestDatabase;
let empty: EmptyDatabase;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "trovella-backup-"));
  test = await createTestDatabase(inject("socketDirectory"), ORGANIZATIONS);
  empty = await createEmptyDatabase(inject("socketDirectory"));
  await withClient(test.target, (client) => fillDatabase(client, ORGANIZATIONS));
  // More than fit into one portion, and some that are large.
  await withClient(test.asSuperuser, (client) =>
    client.query(`
      INSERT INTO posting SELECT 'org_a', 'term' || number, 'chunk', number, 1 FROM generate_series(1, 1000) AS number;
      INSERT INTO research_artifact (organization_id, id, artifact_type, title, content, content_text)
      SELECT 'org_b', 'large' || number, 'note', '', '1', repeat('ü', 1000000) FROM generate_series(1, 25) AS number`),
  );
});
afterAll(async () => {
  await test.drop();
  await empty.drop();
  rmSync(folder, { recursive: true });
});

describe("a backup", () => {
  it("comes back byte for byte from an empty database that it was restored into", async () => {
    const first = await backUp(test.target, "first.jsonl");
    const restored = await withClient(empty.target, (client) =>
      restoreBackup(client, file("first.jsonl"), { replace: false, dataDirectory: folder }),
    );
    const known = { rows: first.rows, organizations: 2, replaced: null, origin: "unsigned" };
    expect(restored).toMatchObject(known);
    await backUp(empty.target, "second.jsonl");
    expect(readFileSync(file("second.jsonl")).equals(readFileSync(file("first.jsonl")))).toBe(true);
  });

  it("has rows of every table, of each organization", async () => {
    await backUp(test.target, "all.jsonl");
    const sections = lines("all.jsonl").filter((line) => line.startsWith('{"table"'));
    const expected = [
      ...IDENTITY_TABLES.map((table) => ({ table })),
      ...ORGANIZATIONS.flatMap((organization) =>
        TENANT_TABLES.map((table) => ({ table, organization })),
      ),
      { table: "security_event", organization: "server" },
    ];
    expect(sections.map((line) => JSON.parse(line))).toEqual(expected);
  });

  it("keeps every character of a text", async () => {
    await backUp(test.target, "texts.jsonl");
    const rows = lines("texts.jsonl").filter((line) => line.startsWith("["));
    const texts = rows.flatMap((row) => JSON.parse(row));
    expect(texts.filter((text) => text === NASTY_TEXT).length).toBeGreaterThan(20);
    expect(texts).toContain("2026-01-01 12:00:00.123456+00");
  });

  it("is compressed when its name ends with .gz, with the same content", async () => {
    await backUp(test.target, "plain.jsonl");
    await backUp(test.target, "packed.jsonl.gz");
    const packed = readFileSync(file("packed.jsonl.gz"));
    expect(gunzipSync(packed).equals(readFileSync(file("plain.jsonl")))).toBe(true);
  });

  it("can be read by nobody else, replaces an older one and leaves nothing half-written", async () => {
    writeFileSync(file("again.jsonl"), "older", { mode: 0o644 });
    await backUp(test.target, "again.jsonl");
    expect(statSync(file("again.jsonl")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.includes(".tmp-"))).toEqual([]);
  });

  it("shows one moment, although others write while it is made", async () => {
    await withClient(test.target, async (writer) => {
      await writer.query("BEGIN");
      await writer.query("LOCK TABLE ai_usage IN ACCESS EXCLUSIVE MODE");
      const backup = backUp(test.target, "moment.jsonl");
      await expect.poll(waitingForLocks, { timeout: 10_000 }).toBe(1);
      await writer.query("SELECT set_config('app.organization_id', 'org_b', true)");
      await writer.query("UPDATE ai_usage SET model = 'changed meanwhile'");
      await writer.query("COMMIT");
      await backup;
    });
    expect(readFileSync(file("moment.jsonl"), "utf8")).not.toContain("changed meanwhile");
    await backUp(test.target, "later.jsonl");
    expect(readFileSync(file("later.jsonl"), "utf8")).toContain("changed meanwhile");
  });

  it.each([
    ["no/such/folder/x.jsonl", /its directory does not exist/],
    [".", /is a directory/],
  ])("says why it cannot be written to %s", async (name, reason) => {
    await expect(backUp(test.target, name)).rejects.toThrow(reason);
  });

  it("refuses a database without tables", async () => {
    const bare = await createEmptyDatabase(inject("socketDirectory"));
    await expect(backUp(bare.target, "bare.jsonl")).rejects.toThrow(/nothing to save/);
    await bare.drop();
  });
});

describe("the snapshot before a migration", () => {
  it("is not made of a database that nobody has used yet", async () => {
    const unused = await createEmptyDatabase(inject("socketDirectory"));
    const dataDirectory = path.join(folder, "unused");
    await withClient(unused.target, (client) => migrate(client, { upTo: "0000_tables" }));
    await (await openDatabase({ databaseUrl: unused.url, dataDirectory })).close();
    expect(existsSync(dataDirectory)).toBe(false);
    await unused.drop();
  });

  it("is made of a database in use, not of a new one, and the newest seven are kept", async () => {
    const old = await createEmptyDatabase(inject("socketDirectory"));
    const dataDirectory = path.join(folder, "data");
    const settings = { databaseUrl: old.url, dataDirectory };
    await withClient(old.target, async (client) => {
      await migrate(client, { upTo: "0000_tables" });
      await client.query("INSERT INTO organization (id, name, slug) VALUES ('org_a', 'A', 'a')");
    });
    const snapshots = path.join(dataDirectory, "backups");
    const lines: string[] = [];
    const onProgress = (line: string) => lines.push(line);
    await (await openDatabase({ ...settings, onProgress })).close();
    expect(lines).toEqual([
      expect.stringMatching(/^Saved the database to .* before changing it\.$/),
    ]);
    const [snapshot = ""] = readdirSync(snapshots);
    expect(snapshot).toMatch(/^before-0001_tenancy-\d{8}T\d{9}Z\.jsonl\.gz$/);
    const text = gunzipSync(readFileSync(path.join(snapshots, snapshot))).toString();
    expect(text).toContain('"migration":"0000_tables"');
    expect(text).toContain('["org_a","A","a"');

    await (await openDatabase(settings)).close();
    expect(readdirSync(snapshots)).toEqual([snapshot]);

    for (let index = 0; index < 9; index += 1) {
      const name = `before-0001_tenancy-2020010${index}T000000000Z.jsonl.gz`;
      writeFileSync(path.join(snapshots, name), "old");
    }
    writeFileSync(path.join(snapshots, "mine.jsonl.gz"), "a person's own");
    await withClient(old.target, async (client) => {
      await client.query("DELETE FROM schema_migration WHERE id = '0001_tenancy'");
    });
    await openDatabase(settings).catch(() => undefined);
    const kept = readdirSync(snapshots);
    expect(kept.filter((name) => name.startsWith("before-"))).toHaveLength(7);
    expect(kept).toContain(snapshot);
    expect(kept).toContain("mine.jsonl.gz");
    await old.drop();
  });
});

function backUp(target: TestDatabase["target"], name: string) {
  return withClient(target, (client) => writeBackup(client, file(name)));
}

function file(name: string): string {
  return path.join(folder, name);
}

function lines(name: string): string[] {
  return readFileSync(file(name), "utf8").split("\n").slice(0, -1);
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await withClient(test.asSuperuser, (client) =>
    client.query(
      "SELECT count(*)::integer AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    ),
  );
  return rows[0].waiting;
}
