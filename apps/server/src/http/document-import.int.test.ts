import { withTenantContext } from "@trovella/db";
import type { Change } from "@trovella/db/changes";
import type { Caller } from "@trovella/research";
import { searchAndCommit } from "@trovella/search";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { localCaller } from "../services/local-caller.ts";
import { addDocumentImport } from "./document-import.ts";

const URL_PATH = "http://127.0.0.1/api/import/documents";
const FILES = {
  "notes/a.md": "# A note\n\nAbout a quoll.",
  "notes/refs.bib": "@book{b, title={A book about numbats}}\n@book{c",
  "../../etc/p.html": "<title>A page</title><p>About a bilby.",
  "notes/.obsidian/app.json": "{}",
};

let test: TestDatabase;
let caller: Caller;
let announced: Change[];
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"), ["org_a", "org_b"]);
});
afterAll(() => test.drop());
beforeEach(() => {
  caller = { ...localCaller(null), tenant: { organizationId: "org_a" } };
  announced = [];
});

describe("uploaded documents", () => {
  it("are looked at first, then imported, with progress by lines", async () => {
    const preview = await upload(FILES, "?dryRun=true");
    expect(preview.at(-1)).toMatchObject({
      summary: { isDryRun: true, imported: { documents: 2, references: 1 } },
    });
    expect(await find("quoll")).toEqual([]);
    expect(announced).toEqual([]);
    const lines = await upload(FILES, "?tags=zoo");
    expect(lines.slice(0, -1)).toEqual([1, 2, 3].map((done) => ({ done, total: 3 })));
    expect(lines.at(-1)).toMatchObject({
      summary: {
        files: 3,
        imported: { documents: 2, references: 1, notes: 0 },
        skipped: [{ path: "notes/refs.bib", text: "Line 2: the entry is broken." }],
      },
    });
    expect(await find("bilby")).toEqual(["A page"]);
    expect(announced).toEqual([{ organizationId: "org_a", topics: ["plan"] }]);
    expect(await upload(FILES)).toContainEqual(
      expect.objectContaining({ summary: expect.objectContaining({ unchanged: 3 }) }),
    );
  });

  it("go to the caller's organization alone", async () => {
    caller = { ...caller, tenant: { organizationId: "org_b" } };
    expect((await upload({ "b.txt": "About a dunnart." })).at(-1)).toHaveProperty("summary");
    expect(await find("dunnart")).toEqual([]);
    expect(await find("dunnart", "org_b")).toEqual(["b"]);
  });

  it("for a plan that is not there are refused in the last line", async () => {
    expect(await upload({ "c.txt": "x" }, "?plan=p-nothing")).toEqual([
      { error: "NOT_FOUND", message: expect.stringMatching(/plan/) },
    ]);
  });

  it.each([
    [
      "a page of another server",
      { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      403,
    ],
    ["a body that says it is too large", { "content-length": "200000000" }, 413],
  ])("are refused from %s", async (_, headers, status) => {
    expect((await send(formOf(FILES), "", headers)).status).toBe(status);
  });

  it.each([
    ["no form", JSON.stringify({})],
    ["a form without files", formOf({})],
    [
      "too many files",
      formOf(
        Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`${index}.txt`, "x"])),
      ),
    ],
  ])("must be some: %s", async (_, body) => {
    const reply = await send(body);
    expect([reply.status, await reply.json()]).toEqual([
      400,
      expect.objectContaining({ error: "INVALID_INPUT" }),
    ]);
  });

  it("are refused from those who may only read", async () => {
    caller = { ...caller, permissions: new Set(["read"]) };
    expect((await send(formOf(FILES))).status).toBe(403);
  });
});

function formOf(files: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  form.append("paths", JSON.stringify(Object.keys(files)));
  for (const text of Object.values(files)) form.append("file", new Blob([text]), "name");
  return form;
}

function send(body: FormData | string, query = "", headers: Record<string, string> = {}) {
  const app = new Hono();
  addDocumentImport(app, {
    database: test.database,
    callerOf: () => Promise.resolve(caller),
    publicOrigin: null,
    announce: (change) => announced.push(change),
    onStored: () => undefined,
    storage: null,
    onFailure: (error) => {
      throw error;
    },
  });
  return app.request(`${URL_PATH}${query}`, {
    method: "POST",
    body,
    headers: { host: "127.0.0.1", ...headers },
  });
}

async function upload(files: Readonly<Record<string, string>>, query = ""): Promise<object[]> {
  const text = await (await send(formOf(files), query)).text();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function find(query: string, organizationId = "org_a"): Promise<string[]> {
  const { results } = await withTenantContext(test.database, { organizationId }, (context) =>
    searchAndCommit(context, null, { query, limit: 5 }),
  );
  return results.map(({ title }) => title);
}
