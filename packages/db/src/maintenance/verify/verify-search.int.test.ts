import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { withClient } from "../../connection/open-database.ts";
import { withTenantContext } from "../../connection/tenant-context.ts";
import { saveArtifacts } from "../../memory/artifacts.ts";
import { chunkText } from "../../search/chunk-text.ts";
import { saveIndexRows } from "../../search/indexing-rows.ts";
import { artifactText } from "../../search/search-texts.ts";
import { verifyDatabase } from "./verify-database.ts";
import { verifySearch } from "./verify-search.ts";

const A = { organizationId: "org_a" };
const OWN = "organization_id = 'org_a'";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  for (let number = 1; number <= 25; number += 1) {
    await store(`art_${number}`, `zeppelin number${number} ${"word other ".repeat(10 * number)}`);
  }
});
afterAll(() => test.drop());

describe("verifying the search index", () => {
  it("finds nothing wrong in what was stored, page by page", async () => {
    const found = await verifySearch(test.database, A);
    expect(found).toMatchObject({ sources: 25, differenceCount: 0 });
    expect(found.chunks).toBeGreaterThan(40);
    expect(await verifyDatabase(test.database)).toMatchObject({ sources: 25, differenceCount: 0 });
  });

  it.each([
    [
      "a changed text",
      "UPDATE research_artifact SET content_text = 'new' WHERE id = 'art_1'",
      /^chunks of research_artifact art_1$/,
    ],
    [
      "a changed title",
      "UPDATE research_artifact SET title = 'new' WHERE id = 'art_1'",
      /^chunks of research_artifact art_1$/,
    ],
    [
      "a source that was never indexed",
      `INSERT INTO research_artifact SELECT organization_id, 'art_x', user_id, plan_id, step_id, artifact_type, title, content, content_text FROM research_artifact WHERE id = 'art_1'`,
      /^chunks of research_artifact art_x$/,
    ],
    [
      "a lost chunk",
      "DELETE FROM document_chunk WHERE source_id = 'art_20' AND position = 1",
      /^chunks of research_artifact art_20$|^count of chunks|^postings of chunk/,
    ],
    [
      "an edited chunk",
      "UPDATE document_chunk SET content = content || 'x' WHERE source_id = 'art_1'",
      /^(chunks|postings) of research_artifact art_1/,
    ],
    [
      "a lost posting",
      "DELETE FROM posting WHERE term = 'number3'",
      /^postings of research_artifact art_3, chunk 0$|^count of the term number3$/,
    ],
    [
      "a wrong frequency",
      "UPDATE posting SET tf = tf + 1 WHERE term = 'number3'",
      /^postings of research_artifact art_3, chunk 0$/,
    ],
    [
      "a wrong length",
      "UPDATE posting SET dl = dl + 1 WHERE chunk_id = (SELECT id FROM document_chunk WHERE source_id = 'art_4' LIMIT 1)",
      /^postings of research_artifact art_4|^count of chunks/,
    ],
    [
      "a wrong count of a term",
      "UPDATE term_stat SET chunk_count = 7 WHERE term = 'number3'",
      /^count of the term number3$/,
    ],
    [
      "a wrong count of a term's sources",
      "UPDATE term_stat SET source_count = source_count + 1 WHERE term = 'number3'",
      /^count of the term number3$/,
    ],
    [
      "a wrong count of sources",
      "UPDATE corpus_stat SET source_count = source_count + 1",
      /^count of chunks and their length$/,
    ],
    [
      "a lost count of a term",
      "DELETE FROM term_stat WHERE term = 'number3'",
      /^count of the term number3$/,
    ],
    [
      "a count too many",
      "INSERT INTO term_stat VALUES ('org_a', 'airship', 1)",
      /^count of the term airship$/,
    ],
    [
      "a wrong count of chunks",
      "UPDATE corpus_stat SET chunk_count = chunk_count + 1",
      /^count of chunks and their length$/,
    ],
    [
      "a wrong length of all",
      "UPDATE corpus_stat SET total_length = total_length + 1",
      /^count of chunks and their length$/,
    ],
    [
      "a lost place in the queue",
      "DELETE FROM indexing_queue WHERE id = (SELECT min(id) FROM indexing_queue)",
      /^vector of chunk /,
    ],
    [
      "half a vector",
      "UPDATE document_chunk SET embedding = '\\x00' WHERE source_id = 'art_1'",
      /^vector of chunk /,
    ],
    [
      "a deleted source",
      "DELETE FROM research_artifact WHERE id = 'art_1'",
      /^chunks of research_artifact art_1$/,
    ],
  ])("finds %s", async (_name, change, place) => {
    const differences = await afterChange(change);
    expect(differences.length).toBeGreaterThan(0);
    for (const { planId, where } of differences) {
      expect(planId).toBe("search index");
      expect(where).toMatch(place);
    }
  });

  it("counts all differences but shows only the first", async () => {
    await store("art_many", Array.from({ length: 300 }, (_, index) => `many${index}`).join(" "));
    await withClient(test.asSuperuser, (client) =>
      client.query("UPDATE term_stat SET chunk_count = 99 WHERE term LIKE 'many%'"),
    );
    const found = await verifySearch(test.database, A);
    expect(found.differenceCount).toBe(300);
    expect(found.differences).toHaveLength(100);
  });
});

/** The differences after a change, which is rolled back. */
async function afterChange(change: string) {
  const tables = [
    "research_artifact",
    "document_chunk",
    "posting",
    "term_stat",
    "corpus_stat",
    "indexing_queue",
  ];
  return withClient(test.asSuperuser, async (client) => {
    for (const table of tables) await client.query(`CREATE TABLE kept_${table} AS TABLE ${table}`);
    await client.query(change);
    try {
      return (await verifySearch(test.database, A)).differences;
    } finally {
      for (const table of [...tables].reverse())
        await client.query(`DELETE FROM ${table} WHERE ${OWN}`);
      for (const table of tables) {
        await client.query(`INSERT INTO ${table} TABLE kept_${table}`);
        await client.query(`DROP TABLE kept_${table}`);
      }
    }
  });
}

async function store(id: string, contentText: string): Promise<void> {
  const artifact = {
    id,
    title: "Title",
    summary: null,
    contentText,
    userId: "usr_a",
    planId: null,
    stepId: null,
    artifactType: "note" as const,
    content: "{}",
    confidence: null,
    createdAt: new Date(),
    sources: [],
  };
  const text = artifactText(artifact);
  await withTenantContext(test.database, A, async (context) => {
    await saveArtifacts(context, [artifact]);
    await saveIndexRows(context, [{ ...text, chunks: chunkText(text) }]);
  });
}
