import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createEmptyDatabase, type EmptyDatabase } from "@trovella/testing/database/empty-database";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import type { ClientBase } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { withClient } from "../../connection/open-database.ts";
import { migrate } from "../migrate.ts";
import { backupKey } from "./backup-signature.ts";
import { type RestoreOptions, restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const KEY = backupKey("a secret of at least 32 characters");
const OTHER_KEY = backupKey("another secret of 32 characters …");

const folder = mkdtempSync(path.join(tmpdir(), "trovella-signature-"));
const signed = path.join(folder, "signed.jsonl");
const unsigned = path.join(folder, "unsigned.jsonl");

beforeAll(async () => {
  const source = await createTestDatabase(inject("socketDirectory"), ["org_a"]);
  await withClient(source.target, async (client) => {
    await addToken(client, { expiresAt: "2026-06-01" });
    await writeBackup(client, signed, KEY);
    await writeBackup(client, unsigned);
  });
  await source.drop();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("restoring where backups must be signed", () => {
  let target: TestDatabase;
  beforeEach(async () => {
    target = await createTestDatabase(inject("socketDirectory"), []);
  });
  afterEach(() => target.drop());

  it("takes a backup of this server, and counts who gets access by it", async () => {
    expect(await restore(signed, { key: KEY, mustBeSigned: true })).toMatchObject({
      origin: "own",
      people: 1,
      owners: 1,
      tokens: 1,
    });
  });

  it("refuses one that was changed, although its checksum fits", async () => {
    const changed = rewrite(signed, (text) => text.replaceAll("2026-06-01", "2026-06-02"));
    await expect(restore(changed, { key: KEY, mustBeSigned: true })).rejects.toThrow(
      /not signed by this server.* nothing was changed.* Next: .*--unsigned/,
    );
  });

  it.each([
    ["one of another server", signed, OTHER_KEY, "was not signed by this server"],
    ["one of an older version", unsigned, KEY, "has no signature"],
  ])("refuses %s, unless it is told that the file is trusted", async (_what, file, key, reason) => {
    const refusal = restore(file, { key, mustBeSigned: true });
    await expect(refusal).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(refusal).rejects.toThrow(reason);
    expect(await restore(file, { key })).toMatchObject({ rows: expect.any(Number) });
  });

  it.each([
    ["access_key", '["hash",'],
    ["personal_access_token", '["org_a","tok_1",'],
  ])(
    "refuses a token that a changed row of %s lets live on, also without a signature",
    async (table, start) => {
      const forged = rewrite(unsigned, (text) => prolong(text, start));
      await expect(restore(forged, {})).rejects.toThrow(
        `has a row of ${table} that the database refuses (23514)`,
      );
    },
  );

  function restore(file: string, options: Partial<RestoreOptions>) {
    return withClient(target.target, (client) =>
      restoreBackup(client, file, { replace: false, dataDirectory: folder, ...options }),
    );
  }
});

describe("the migration 0010_token_ends", () => {
  let old: EmptyDatabase;
  beforeEach(async () => {
    old = await createEmptyDatabase(inject("socketDirectory"));
  });
  afterEach(() => old.drop());

  it("ends tokens after 366 days that were to live longer, and leaves the others", async () => {
    await withClient(old.target, async (client) => {
      await migrate(client, { upTo: "0006_plan_mode_and_end" });
      await client.query("INSERT INTO organization (id, name, slug) VALUES ('org_a', 'a', 'a')");
      await client.query(`INSERT INTO "user" (id, name, email) VALUES ('usr_org_a', 'a', 'a@a.a')`);
      await addToken(client, { expiresAt: "9999-01-01" });
      await client.query("RESET app.organization_id");
      await migrate(client);
      const { rows } = await client.query("SELECT expires_at - created_at AS life FROM access_key");
      expect(rows).toMatchObject([{ life: { days: 366 } }]);
    });
    await withClient(old.asSuperuser, async (client) => {
      const { rows } = await client.query(
        "SELECT expires_at - created_at AS life FROM personal_access_token",
      );
      expect(rows).toMatchObject([{ life: { days: 366 } }]);
    });
  });
});

async function addToken(client: ClientBase, { expiresAt }: { expiresAt: string }): Promise<void> {
  await client.query(
    "INSERT INTO member (id, organization_id, user_id, role) VALUES ('mem_1', 'org_a', 'usr_org_a', 'owner')",
  );
  await client.query(
    `INSERT INTO access_key (token_hash, organization_id, token_id, user_id, scopes, expires_at, created_at)
     VALUES ('hash', 'org_a', 'tok_1', 'usr_org_a', '{read}', $1, '2026-01-01Z')`,
    [`${expiresAt}T00:00:00Z`],
  );
  await client.query("SELECT set_config('app.organization_id', 'org_a', false)");
  await client.query(
    `INSERT INTO personal_access_token (organization_id, id, user_id, name, token_ending, scopes, created_at, expires_at)
     VALUES ('org_a', 'tok_1', 'usr_org_a', 'mine', 'abcd', '{read}', '2026-01-01Z', $1)`,
    [`${expiresAt}T00:00:00Z`],
  );
}

/** Changes the end of the one token, in the row that starts so. */
function prolong(text: string, start: string): string {
  const lines = text.split("\n");
  const index = lines.findIndex((line) => line.startsWith(start));
  expect(lines[index]).toContain("2026-06-01");
  return lines
    .map((line, at) => (at === index ? line.replace("2026-06-01", "9999-06-01") : line))
    .join("\n");
}

/** The backup with other content and a checksum that fits it; the signature stays. */
function rewrite(file: string, change: (text: string) => string): string {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const body = change(`${lines.slice(0, -1).join("\n")}\n`);
  const sha256 = createHash("sha256").update(body).digest("hex");
  const seal = { ...JSON.parse(lines.at(-1) ?? ""), sha256 };
  const changed = path.join(folder, "changed.jsonl");
  writeFileSync(changed, `${body}${JSON.stringify(seal)}\n`);
  return changed;
}
