import { createHash } from "node:crypto";
import { auditKeyOf } from "@trovella/db/audit";
import { verifyDatabase } from "@trovella/db/maintenance";
import { storedRows } from "@trovella/testing/database/stored-rows";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { readArchive, writeArchive } from "@trovella/testing/exchange/read-archive";
import { type SeededPlan, seedTwoPlans } from "@trovella/testing/exchange/two-plans";
import { createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { deleteResearch } from "../deleting/delete-research.ts";
import { OPERATOR } from "../deleting/may-delete.ts";
import { renderOutput } from "../outputs/render-output.ts";
import { exportArchive } from "./export-archive.ts";
import { importArchive } from "./import-archive.ts";

const A = { organizationId: "org_a" };
const ELSEWHERE = { organizationId: "org_elsewhere" };
const KEY = auditKeyOf("a secret of this test");
const SEALING = { key: KEY, host: "trovella.example", now: () => new Date("2026-01-01T12:00:00Z") };
const RECORD = { sealing: SEALING, publicKeys: [KEY.publicKey] };

let server: TestServer;
let plans: { first: SeededPlan; second: SeededPlan };
let all: Uint8Array;
let other: TestDatabase;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  plans = await seedTwoPlans(server, ["zebrafish", "quokkas"]);
  all = await archive(null);
});
afterAll(() => server.close());

describe("an archive", () => {
  beforeEach(async () => {
    await openOther();
    // Documents name the organization they belong to.
    const name = "UPDATE organization SET name = 'org_a' WHERE id = 'org_elsewhere'";
    await storedRows({ test: other }, name);
  });
  afterEach(() => other.drop());

  it("brings the same documents and the same record to another server, and nothing a second time", async () => {
    const progress: string[] = [];
    const first = await importInto(all, {
      onProgress: ({ done, total }) => progress.push(`${done}/${total}`),
    });
    expect(first.imported.map(({ handle }) => handle)).toEqual([
      plans.first.handle,
      plans.second.handle,
    ]);
    expect(progress).toEqual(["1/2", "2/2"]);
    for (const { handle } of Object.values(plans)) {
      for (const format of ["markdown", "html", "docx"] as const) {
        const request = { outputId: `${handle}/o1`, format };
        const here = await renderOutput(server.test.database, A, request);
        const there = await renderOutput(other.database, ELSEWHERE, request);
        expect(Buffer.from(there.bytes).equals(Buffer.from(here.bytes))).toBe(true);
      }
    }
    const verified = await verifyDatabase(other.database);
    const original = await verifyDatabase(server.test.database);
    expect(verified.differences).toEqual([]);
    expect(verified).toMatchObject({ plans: 2, events: original.events });
    const terms = "SELECT FROM posting WHERE term = 'zebrafish'";
    expect((await storedRows({ test: other }, terms)).length).toBe(
      (await storedRows(server, terms)).length,
    );
    const second = await importInto(all);
    expect([second.imported, second.alreadyHere]).toEqual([
      [],
      [plans.first.handle, plans.second.handle],
    ]);
    expect(
      await storedRows(
        { test: other },
        "SELECT origin_server, origin_organization, imported_by FROM plan_import",
      ),
    ).toEqual(
      Array(2).fill({
        origin_server: "trovella.example",
        origin_organization: "org_a",
        imported_by: "usr_importer",
      }),
    );
  });

  it("has documents, evidence and the record for people, and equal bytes for equal data", async () => {
    const folder = plans.first.handle;
    const names = [...readArchive(all).keys()].filter((name) => name.startsWith(folder));
    const kinds = names
      .filter((name) => !name.includes("/data/"))
      .map((name) => name.replace(/-[0-9a-f]{12}/, ""));
    expect(kinds).toEqual([
      `${folder}/documents/zebrafish-report-v1.md`,
      `${folder}/documents/zebrafish-report-v1.html`,
      `${folder}/documents/zebrafish-report-v1.docx`,
      `${folder}/evidence/claims.json`,
      `${folder}/evidence/captures/1.txt`,
      `${folder}/record/audit-record.zip`,
    ]);
    const again = Buffer.from(await archive(null));
    expect(again.equals(Buffer.from(await archive(null)))).toBe(true);
  });

  it("of one plan brings the sources of others that it cites, and its documents stay the same", async () => {
    const { handle } = plans.second;
    await importInto(await archive(handle));
    const request = { outputId: `${handle}/o1`, format: "markdown" } as const;
    const there = await renderOutput(other.database, ELSEWHERE, request);
    const here = await renderOutput(server.test.database, A, request);
    expect(Buffer.from(there.bytes).toString()).toBe(Buffer.from(here.bytes).toString());
    expect(Buffer.from(there.bytes).toString()).toContain("zebrafish page");
    expect((await verifyDatabase(other.database)).differences).toEqual([]);
  });

  it("gives a plan another handle where its own is taken, and its record still verifies", async () => {
    await importInto(await archive(plans.first.handle));
    await storedRows({ test: other }, "UPDATE research_plan SET handle = $1", [
      plans.second.handle,
    ]);
    const { imported } = await importInto(await archive(plans.second.handle));
    expect(imported[0]?.originalHandle).toBe(plans.second.handle);
    expect(imported[0]?.handle).not.toBe(plans.second.handle);
    const there = await renderOutput(other.database, ELSEWHERE, {
      outputId: `${imported[0]?.handle}/o1`,
      format: "markdown",
    });
    expect(Buffer.from(there.bytes).toString()).toContain("quokkas");
    expect(
      (await verifyDatabase(other.database, { planId: plans.second.planId })).differences,
    ).toEqual([]);
  });

  it("brings back a plan that was deleted, unless it is older than what was sealed", async () => {
    await importInto(all);
    const { handle, planId } = plans.first;
    await storedRows(
      { test: other },
      "INSERT INTO audit_leaf SELECT organization_id, 0, id, audit_seq + 1, audit_head, audit_head FROM research_plan WHERE id = $1",
      [planId],
    );
    await deleteResearch(other.database, ELSEWHERE, OPERATOR, {
      kind: "plan",
      id: handle,
      confirmation: handle,
      now: new Date(),
    });
    await expect(importInto(all)).rejects.toThrow("its record does not verify");
    await storedRows({ test: other }, "DELETE FROM audit_leaf");
    expect((await importInto(all)).imported.map((plan) => plan.handle)).toEqual([handle]);
    expect((await verifyDatabase(other.database)).differences).toEqual([]);
  });

  it("only says what it would bring in a dry run", async () => {
    expect((await importInto(all, { isDryRun: true })).imported).toHaveLength(2);
    expect(await storedRows({ test: other }, "SELECT FROM research_plan")).toEqual([]);
  });
});

describe("a hostile archive", () => {
  beforeAll(openOther);
  afterAll(() => other.drop());

  it.each<[string, (files: Files) => void, RegExp]>([
    ["no archive", (files) => files.clear(), /no trovella\.json/],
    [
      "a changed row",
      (files) => replace(files, "plan_step", "was found", "was lost"),
      /was changed/,
    ],
    [
      "a changed row with its hash",
      (files) => rehash(files, "plan_step", "was found", "was lost"),
      /does not verify \(step/,
    ],
    [
      "a changed event",
      (files) => rehash(files, "plan_audit_log", "quokkas", "quaggas"),
      /does not verify/,
    ],
    [
      "a row of another plan",
      (files) => rehash(files, "research_feedback", plans.second.planId, "plan_0000"),
      /another plan/,
    ],
    [
      "claims of others",
      (files) => rehash(files, "claim_evidence", /"clm_\w+"/, '"clm_0000"'),
      /does not have/,
    ],
    [
      "an unknown column",
      (files) => manifest(files, (text) => text.replace('"instructions"', '"organization_id"')),
      /does not know/,
    ],
    [
      "too few rows",
      (files) => manifest(files, (text) => text.replace(/"rows": 1,/, '"rows": 2,')),
      /incomplete/,
    ],
    [
      "huge counts",
      (files) => manifest(files, (text) => text.replace(/"rows": 1,/, '"rows": 1e9,')),
      /damaged/,
    ],
    [
      "a newer format",
      (files) => manifest(files, (text) => text.replace('"version": 1', '"version": 2')),
      /newer version/,
    ],
    ["an unsafe name", (files) => files.set("../evil.txt", Buffer.from("x")), /unsafe name/],
    [
      "a missing file",
      (files) =>
        files.delete([...files.keys()].find((name) => name.endsWith("plan_step.jsonl")) ?? ""),
      /is missing/,
    ],
    [
      "an invalid value",
      (files) => rehash(files, "research_artifact", '"finding"', '"fiction"'),
      /refuses \(23514\)/,
    ],
    [
      "something else than rows",
      (files) => rehash(files, "research_feedback", /^/, '{"a":1}\n'),
      /incomplete|none/,
    ],
  ])("with %s is refused, and nothing is stored", async (_, change, problem) => {
    const files: Files = new Map(readArchive(all));
    change(files);
    await expect(importInto(writeArchive(files))).rejects.toThrow(problem);
    expect(await storedRows({ test: other }, "SELECT FROM research_plan")).toEqual([]);
    expect(await storedRows({ test: other }, "SELECT FROM research_source")).toEqual([]);
  });

  it("that is no zip file, or a bomb, is refused", async () => {
    await expect(importInto(Buffer.from("PK no zip"))).rejects.toThrow("no zip file");
    const bomb = writeArchive(new Map([["trovella.json", new Uint8Array(70_000_000)]]));
    await expect(importInto(bomb)).rejects.toThrow("too large");
  });
});

async function openOther(): Promise<void> {
  other = await createTestDatabase(inject("socketDirectory"), ["org_elsewhere"]);
}

type Files = Map<string, Buffer>;

/** Of the second plan. */
function fileOf(files: Files, table: string): string {
  return (
    [...files.keys()].find((name) => name === `${plans.second.handle}/data/${table}.jsonl`) ?? ""
  );
}

function replace(files: Files, table: string, from: string | RegExp, to: string): void {
  const name = fileOf(files, table);
  const text = String(files.get(name));
  expect(text.replace(from, to)).not.toBe(text);
  files.set(name, Buffer.from(text.replace(from, to)));
}

function rehash(files: Files, table: string, from: string | RegExp, to: string): void {
  const hash = () =>
    createHash("sha256")
      .update(files.get(fileOf(files, table)) ?? "")
      .digest("hex");
  const before = hash();
  replace(files, table, from, to);
  manifest(files, (text) => text.replace(before, hash()));
}

function manifest(files: Files, change: (text: string) => string): void {
  const text = String(files.get("trovella.json"));
  expect(change(text)).not.toBe(text);
  files.set("trovella.json", Buffer.from(change(text)));
}

async function archive(plan: string | null): Promise<Uint8Array> {
  const request = { plan, server: "trovella.example", record: RECORD, now: new Date("2026-01-01") };
  const { chunks } = await exportArchive(server.test.database, A, request);
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

function importInto(bytes: Uint8Array, more: Partial<Parameters<typeof importArchive>[2]> = {}) {
  return importArchive(other.database, ELSEWHERE, {
    bytes,
    userId: "usr_importer",
    now: new Date(),
    ...more,
  });
}
