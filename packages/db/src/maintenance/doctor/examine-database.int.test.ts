import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  createEmptyDatabase,
  databaseUrl,
  type EmptyDatabase,
} from "@trovella/testing/database/empty-database";
import { fillDatabase } from "@trovella/testing/database/filled-database";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { connectDatabase } from "../../connection/database.ts";
import { isDatabaseReady } from "../../connection/is-database-ready.ts";
import { withClient } from "../../connection/open-database.ts";
import { migrate } from "../migrate.ts";
import { examineDatabase } from "./examine-database.ts";

let dataDirectory: string;
let test: EmptyDatabase;
beforeAll(() => {
  dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-doctor-"));
});
afterAll(() => rmSync(dataDirectory, { recursive: true }));
beforeEach(async () => {
  test = await createEmptyDatabase(inject("socketDirectory"));
});
afterEach(() => test.drop());

describe("the check-up of a database", () => {
  it("is content with a good one", async () => {
    await withClient(test.target, async (client) => {
      await migrate(client);
      await fillDatabase(client, ["org_a", "org_b"]);
    });
    const checks = await examine();
    expect(checks.map(({ name }) => name)).toEqual([
      ...[
        "data_directory",
        "disk_space",
        "database",
        "primary",
        "postgresql_version",
        "migrations",
      ],
      ...["tenant_role", "tenant_tables", "tenant_probe"],
    ]);
    expect(checks.filter(({ status }) => status !== "ok")).toEqual([]);
  });

  it.each([
    [
      "row-level security is off",
      "ALTER TABLE ai_usage DISABLE ROW LEVEL SECURITY",
      ["tenant_tables", "tenant_probe"],
    ],
    [
      "row-level security is not forced",
      "ALTER TABLE ai_usage NO FORCE ROW LEVEL SECURITY",
      ["tenant_tables"],
    ],
    ["a policy is missing", "DROP POLICY tenant_isolation ON ai_usage", ["tenant_tables"]],
    [
      "a policy lets everybody in",
      "CREATE POLICY open ON ai_usage USING (true)",
      ["tenant_tables", "tenant_probe"],
    ],
    ["a table is gone", "DROP TABLE ai_usage", ["tenant_tables"]],
    [
      "requests may not read a table",
      "REVOKE SELECT ON ai_usage FROM app_tenant",
      ["tenant_probe"],
    ],
    [
      "requests may read people's sessions",
      "GRANT SELECT ON session TO app_tenant",
      ["tenant_tables", "tenant_probe"],
    ],
  ])("fails when %s, and says how to fix it", async (_, statement, names) => {
    await withClient(test.target, async (client) => {
      await migrate(client);
      await fillDatabase(client, ["org_a"]);
      await client.query(statement);
    });
    const failed = (await examine()).filter(({ status }) => status === "fail");
    expect(failed.map(({ name }) => name)).toEqual(names);
    expect(failed.every(({ fix }) => fix)).toBe(true);
  });

  it("warns of migrations that are still to come, and judges no tables before", async () => {
    await withClient(test.target, (client) => migrate(client, { upTo: "0000_tables" }));
    const last = (await examine()).at(-1);
    expect(last).toMatchObject({ name: "migrations", status: "warn" });
    expect(last?.message).toContain("0001_tenancy");
  });

  it("fails on a database that is newer than the program", async () => {
    await withClient(test.target, async (client) => {
      await migrate(client);
      await client.query("INSERT INTO schema_migration (id, digest) VALUES ('9999_future', 'x')");
    });
    expect((await examine()).at(-1)).toMatchObject({
      name: "migrations",
      status: "fail",
      message: expect.stringContaining("newer than this program"),
    });
  });

  it("fails with a superuser", async () => {
    await withClient(test.target, (client) => migrate(client));
    const url = databaseUrl(inject("socketDirectory"), nameOf(test), "trovella");
    const failed = (await examine(url)).filter(({ status }) => status === "fail");
    expect(failed.map(({ name }) => name)).toEqual(["tenant_role"]);
  });

  it.each([
    ["postgresql://u:secret@127.0.0.1:1/x", /cannot be reached/],
    ["postgresql://u:secret@host.invalid/x", /cannot be reached/],
  ])("says why %s does not answer, without its password", async (url, reason) => {
    const last = (await examine(url)).at(-1);
    expect(last).toMatchObject({ name: "database", status: "fail" });
    expect(last?.message).toMatch(reason);
    expect(JSON.stringify(last)).not.toContain("secret");
  });

  it("names a database that does not exist", async () => {
    const url = databaseUrl(inject("socketDirectory"), "nowhere");
    expect((await examine(url)).at(-1)?.message).toMatch(/no database of that name/);
  });

  it("warns of a data directory that is open to others", async () => {
    chmodSync(dataDirectory, 0o755);
    const [directory] = await examine();
    chmodSync(dataDirectory, 0o700);
    expect(directory).toMatchObject({ name: "data_directory", status: "warn" });
    expect(directory?.fix).toBe(`Run "chmod 700 ${dataDirectory}".`);
  });
});

describe("readiness", () => {
  it("is given while the database answers, with one question for all who ask at once", async () => {
    const database = connectDatabase({ target: test.target, maxConnections: 1 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => isDatabaseReady(database)));
    expect(answers.every(Boolean)).toBe(true);
    await database.close();
  });

  it("is not given when nothing answers there", async () => {
    const database = connectDatabase({ target: "postgresql://u@127.0.0.1:1/x" });
    expect(await isDatabaseReady(database)).toBe(false);
    await database.close();
  });

  it("is not given when no connection is free in time, and takes none for itself then", async () => {
    const database = connectDatabase({ target: test.target, maxConnections: 1 });
    const held = await database.connectIdentity();
    expect(await isDatabaseReady(database)).toBe(false);
    held.release();
    expect(await isDatabaseReady(database)).toBe(true);
    await database.close();
  });
});

function examine(url = test.url) {
  return examineDatabase({ databaseUrl: url, dataDirectory }, { start: false });
}

function nameOf({ target }: EmptyDatabase): string {
  return typeof target === "string" ? target : target.database;
}
