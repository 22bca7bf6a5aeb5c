import { withTenantContext } from "@trovella/db";
import { verifyDatabase } from "@trovella/db/maintenance";
import { zipFiles } from "@trovella/deliverables";
import { docxText } from "@trovella/documents";
import { searchAndCommit } from "@trovella/search";
import { storedRows } from "@trovella/testing/database/stored-rows";
import { seedTwoPlans } from "@trovella/testing/exchange/two-plans";
import { createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type DocumentImport, importDocuments } from "./import-documents.ts";

const A = { organizationId: "org_a" };
const B = { organizationId: "org_b" };
const NOW = new Date("2026-01-01T12:00:00Z");

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

const BIB = `@article{fourier, title={On heat}, author={Fourier, Joseph}, doi={10.1000/heat}, abstract={Calorimetric zirconia}, annote={My marginalium}, file={PDF:files/1/heat.txt:text/plain}}
@book{intro1, title={Introduction}, author={Ada}, year=1990}
@book{intro2, title={Introduction}, author={Bob}, year=1995}
@misc{broken, title={`;
const FILES = {
  "notes/one.md":
    "---\ntags: [quokka]\n---\n# First\n\nA walrusine text, see [study](https://example.org/s) and [[Two]].",
  "notes/two.txt": "Second text about marmosets.",
  "notes/refs.bib": BIB,
  "notes/files/1/heat.txt": "The whole text of the ferroelectric paper.",
};

describe("documents", () => {
  it("are imported with their sources, found by their words, and none twice", async () => {
    const progress: string[] = [];
    const first = await run(FILES, {
      tags: ["thesis"],
      onProgress: ({ done, total }) => progress.push(`${done}/${total}`),
    });
    expect(first).toEqual({
      isDryRun: false,
      files: 4,
      imported: { documents: 3, references: 3, notes: 1 },
      updated: 0,
      unchanged: 0,
      skippedCount: 1,
      skipped: [{ path: "notes/refs.bib", text: "Line 4: the entry is broken." }],
      otherKinds: { files: 0, extensions: [] },
      remarks: [],
    });
    expect(progress).toEqual(["1/4", "2/4", "3/4", "4/4"]);
    expect(await titlesFor("walrusine")).toEqual(["First"]);
    expect(await titlesFor("zirconia")).toContain("On heat");
    expect(await titlesFor("marginalium")).toContain("Note on On heat");
    expect(await titlesFor("ferroelectric")).toContain("On heat");
    expect(await titlesFor("walrusine", B)).toEqual([]);
    const sources = await rows(
      "SELECT artifact.title, source.title AS source, source.key FROM research_source AS source JOIN research_artifact AS artifact ON artifact.id = artifact_id ORDER BY 1, 2",
    );
    expect(sources).toContainEqual({ title: "First", source: "study", key: "url:example.org/s" });
    expect(sources).toContainEqual({
      title: "On heat",
      source: "On heat",
      key: "doi:10.1000/heat",
    });
    const again = await run(FILES);
    expect(again).toMatchObject({
      imported: { documents: 0, references: 0, notes: 0 },
      unchanged: 7,
    });
    expect((await verifyDatabase(server.test.database)).differences).toEqual([]);
  });

  it("of a file that changed are another version, and the one before stays", async () => {
    const summary = await run({ "notes/two.txt": "Second text about tamarins." });
    expect(summary).toMatchObject({ imported: { documents: 1 }, updated: 1 });
    expect(await titlesFor("marmosets")).toEqual(["two"]);
    const [{ summary: text } = { summary: "" }] = await rows(
      "SELECT summary FROM research_artifact WHERE content_text LIKE '%tamarins%'",
    );
    expect(text).toMatch(/^Imported from notes\/two.txt. It replaces art_\w+\.$/);
  });

  it("are counted and not stored by a dry run, equal ones once", async () => {
    const before = await count();
    const files = { "a.txt": "An okapi.", "b.txt": "An okapi.", "c.exe": "x" };
    const summary = await run(files, { isDryRun: true });
    expect(summary).toMatchObject({
      imported: { documents: 1 },
      unchanged: 1,
      otherKinds: { files: 1, extensions: [".exe"] },
    });
    expect(await count()).toBe(before);
  });

  it("can belong to a plan, in which they are imported again, and to no plan of others", async () => {
    const { first } = await seedTwoPlans(server, ["zebrafish", "quokkas"]);
    const summary = await run(FILES, { plan: first.handle });
    expect(summary.imported).toEqual({ documents: 3, references: 3, notes: 1 });
    expect(await run(FILES, { plan: first.handle })).toMatchObject({ unchanged: 7 });
    await expect(run(FILES, { plan: first.handle, tenant: B })).rejects.toThrow(/no such plan/i);
    await expect(run(FILES, { plan: "p-nothing" })).rejects.toThrow(/no such plan/i);
  });

  it("that cannot be read are named, and the rest is imported", async () => {
    const bytes = (...values: number[]) => Uint8Array.from(values);
    const summary = await run({
      "bad/binary.md": bytes(1, 0, 2),
      "bad/empty.txt": "",
      "bad/settings.json": "{}",
      "bad/fake.docx": "no zip",
      "bad/other.zip": zipFiles({
        "inner.zip": zipFiles({ a: Buffer.from("a") }),
        "x/fine.txt": Buffer.from("A numbat."),
      }),
      "bad/escape.zip": zipFiles({ "../x.txt": Buffer.from("A bilby.") }),
      "bad/bomb.zip": zipFiles({ "x.txt": new Uint8Array(3_000_000) }),
      "bad/plans.zip": zipFiles({ "trovella.json": Buffer.from("{}") }),
      "bad/latin.txt": bytes(0x66, 0xfc, 0x72),
    });
    expect(summary.skipped).toEqual([
      { path: "bad/other.zip/inner.zip", text: "It is an archive inside an archive." },
      {
        path: "bad/escape.zip",
        text: "The archive has a file whose name leads out of its folder.",
      },
      { path: "bad/bomb.zip", text: "The archive unpacks to more than 200 times its size." },
      { path: "bad/plans.zip", text: expect.stringMatching(/export of plans/) },
      { path: "bad/settings.json", text: "It is no bibliography that can be read." },
      { path: "bad/binary.md", text: "The file is no text." },
      { path: "bad/empty.txt", text: "The file is empty." },
      { path: "bad/fake.docx", text: "The file is damaged, or no such file." },
    ]);
    expect(summary.remarks).toEqual([
      { path: "bad/latin.txt", text: expect.stringMatching(/Western/) },
    ]);
    expect(summary.imported.documents).toBe(2);
    expect(await titlesFor("numbat")).toEqual(["fine"]);
  });

  it("with texts that a database refuses, and texts too long for one artifact, are stored", async () => {
    const long = Array.from({ length: 150_000 }, (_, index) => `word${index % 50}`).join("\n\n");
    const hostile = JSON.stringify([
      {
        type: "book",
        title: "Zero \u0000 and half \ud800 of kakapo",
        DOI: "10.1000/\ud800x",
        URL: "javascript:alert(1)",
        author: [{ literal: "x".repeat(5_000) }],
        note: "n\u0000",
      },
    ]);
    const summary = await run({ "odd/long.txt": long, "odd/hostile.json": hostile });
    expect(summary).toMatchObject({
      imported: { documents: 1, references: 1, notes: 1 },
      skippedCount: 0,
    });
    expect(await titlesFor("kakapo")).toHaveLength(2);
    const parts = await rows(
      "SELECT title FROM research_artifact WHERE import_path = 'odd/long.txt' ORDER BY 1",
    );
    expect(parts).toEqual([{ title: "long (part 1 of 2)" }, { title: "long (part 2 of 2)" }]);
  });

  it("that two import at once are stored once", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `twice/${index}.txt`,
        `Text ${index} of a potoroo.`,
      ]),
    );
    const both = await Promise.all([run(files), run(files)]);
    const imported = both.map((summary) => summary.imported.documents);
    expect(imported.reduce((sum, value) => sum + value)).toBe(60);
  });

  it("are refused where the organization may store no more", async () => {
    const checkStorage = () => {
      throw new Error("full");
    };
    await expect(run({ "x.txt": "A dunnart." }, { checkStorage })).rejects.toThrow("full");
    expect(await titlesFor("dunnart")).toEqual([]);
  });
});

type Options = Partial<DocumentImport> & { readonly tenant?: typeof A };

function run(
  files: Readonly<Record<string, string | Uint8Array>>,
  { tenant = A, ...options }: Options = {},
) {
  return importDocuments(server.test.database, tenant, {
    files: Object.entries(files).map(([path, content]) => {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      return { path, bytes: bytes.length, read: async () => bytes };
    }),
    userId: null,
    plan: null,
    tags: [],
    isDryRun: false,
    now: NOW,
    readPage: async ({ bytes }) => docxText(bytes),
    ...options,
  });
}

async function titlesFor(query: string, tenant = A): Promise<string[]> {
  const { results } = await withTenantContext(server.test.database, tenant, (context) =>
    searchAndCommit(context, null, { query, limit: 10 }),
  );
  return results.map(({ title }) => title);
}

function rows(sql: string) {
  return storedRows(server, sql) as Promise<Record<string, string>[]>;
}

async function count(): Promise<number> {
  return Number((await rows("SELECT count(*) AS count FROM research_artifact"))[0]?.count);
}
