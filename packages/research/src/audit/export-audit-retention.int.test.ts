import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { withClient } from "@trovella/db";
import { auditKeyOf } from "@trovella/db/audit";
import {
  removeRefusedResults,
  restoreBackup,
  verifyDatabase,
  writeBackup,
} from "@trovella/db/maintenance";
import { endedPlanWithRefusals } from "@trovella/testing/audit/refused-results";
import { unzipFiles } from "@trovella/testing/audit/unzip-files";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { readArchive, writeArchive } from "@trovella/testing/exchange/read-archive";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { exportArchive } from "../exchange/export-archive.ts";
import { importArchive } from "../exchange/import-archive.ts";
import { exportAudit } from "./export-audit.ts";

const A = { organizationId: "org_a" };
const KEY = auditKeyOf("a secret of at least 32 characters");
const SEALING = { key: KEY, host: "trovella.example", now: () => new Date("2026-08-01T12:00:00Z") };
const RECORD = { sealing: SEALING, publicKeys: [KEY.publicKey] };

let test: TestDatabase;
let planId: string;
let folder: string;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"), ["org_a"]);
  const endedAt = new Date("2026-01-01T12:00:00Z");
  ({ planId } = await endedPlanWithRefusals(test.database, A, { refusals: 2, endedAt }));
  await exportAudit(test.database, A, { plan: planId, ...RECORD, since: null });
  const before = new Date("2026-06-01T00:00:00Z");
  await removeRefusedResults(test.database, { before, isDryRun: false });
});
afterAll(() => test.drop());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "trovella-retention-"));
  return () => rmSync(folder, { recursive: true });
});

describe("the record of a plan whose refused results were pruned", () => {
  it("is valid after an export, and says what is gone", async () => {
    const { events, plan } = await exported();
    expect(verify()).toEqual([
      0,
      `VALID: ${events} of ${events} events and 2 texts of plan ${plan.handle} were sealed by trovella.example/org_a, time 2026-08-01T12:00:00.000Z; retention removed the texts of 2, their digests are intact\n`,
    ]);
  });

  it.each<[string, (line: string) => string, RegExp]>([
    [
      "what is left of a pruned event",
      (text) => text.replace('"code":"', '"code":"X'),
      /event 4 lost texts, or was changed, without a record of it/,
    ],
    [
      "the digest of what was pruned",
      (text) => text.replace(/"payloadDigest":"\w{4}/, '"payloadDigest":"0000'),
      /event 4 was changed or is missing/,
    ],
    [
      "a text in place of what was pruned",
      (text) => text.replace('"removed":', '"result":"Gold.","removed":'),
      /event 4 was changed or is missing/,
    ],
    [
      "the event that says what was pruned",
      (text) => text.replace(/.*"texts_removed".*\n/, ""),
      /event 4 lost texts/,
    ],
    [
      "an event that retention never prunes",
      (text) => text.replace(/"type":"plan_created"/, '"removed":{},"type":"plan_created"'),
      /event 1 was changed or is missing/,
    ],
  ])("is not valid after a change of %s", async (_, change, problem) => {
    await exported();
    const file = path.join(folder, "events.jsonl");
    const text = readFileSync(file, "utf8");
    expect(change(text)).not.toBe(text);
    writeFileSync(file, change(text));
    expect(verify()).toEqual([1, expect.stringMatching(problem)]);
  });

  it("is the same on another server that imports the plan, and a forged one is refused", async () => {
    const archive = await archived();
    const other = await createTestDatabase(inject("socketDirectory"), ["org_elsewhere"]);
    const importInto = (bytes: Uint8Array) =>
      importArchive(
        other.database,
        { organizationId: "org_elsewhere" },
        { bytes, userId: null, now: new Date() },
      );
    try {
      await expect(importInto(forged(archive))).rejects.toThrow(
        "its record does not verify (audit log 4.payload)",
      );
      const here = await verifyDatabase(test.database);
      expect((await importInto(archive)).imported).toHaveLength(1);
      const there = await verifyDatabase(other.database);
      expect([there.differences, there.removedTexts, there.events]).toEqual([[], 2, here.events]);
    } finally {
      await other.drop();
    }
  });

  it("is the same after a restored backup", async () => {
    const file = path.join(folder, "backup.jsonl");
    await withClient(test.target, (client) => writeBackup(client, file));
    const other = await createTestDatabase(inject("socketDirectory"), []);
    try {
      await withClient(other.target, (client) =>
        restoreBackup(client, file, { replace: false, dataDirectory: folder }),
      );
      const found = await verifyDatabase(other.database, { auditKeys: [KEY.publicKey] });
      expect([found.differences, found.removedTexts]).toEqual([[], 2]);
    } finally {
      await other.drop();
    }
  });
});

async function exported() {
  const result = await exportAudit(test.database, A, { plan: planId, ...RECORD, since: null });
  unzipFiles(result.bytes, folder);
  return result;
}

async function archived(): Promise<Uint8Array> {
  const request = { plan: planId, server: "trovella.example", record: RECORD, now: new Date() };
  const { chunks } = await exportArchive(test.database, A, request);
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** The archive with another lease in what is left of the first pruned event, and with the hash of that file. */
function forged(archive: Uint8Array): Uint8Array {
  const files = readArchive(archive);
  const name = [...files.keys()].find((file) => file.endsWith("/plan_audit_log.jsonl")) ?? "";
  const text = String(files.get(name));
  const changed = Buffer.from(text.replace("never given", "freely given"));
  expect(String(changed)).not.toBe(text);
  const hash = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
  const manifest = String(files.get("trovella.json")).replace(hash(text), hash(changed));
  files.set(name, changed).set("trovella.json", Buffer.from(manifest));
  return writeArchive(files);
}

/** Exit code and output. */
function verify(): [number | null, string] {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["verify.mjs"], {
    cwd: folder,
    encoding: "utf8",
  });
  return [status, stdout + stderr];
}
