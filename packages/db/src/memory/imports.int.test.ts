import { storedRows } from "@trovella/testing/database/stored-rows";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import { withTenantContext } from "../connection/tenant-context.ts";
import { saveArtifacts } from "./artifacts.ts";
import { findImported, sourceKeys } from "./imports.ts";

const A = { organizationId: "org_a" };
const B = { organizationId: "org_b" };

const ARTIFACT = {
  userId: null,
  planId: null,
  stepId: null,
  artifactType: "note" as const,
  title: "Title",
  content: '"Text"',
  contentText: "Text",
  summary: null,
  confidence: null,
  createdAt: new Date("2026-01-01"),
  sources: [],
  origin: { path: "a.md", hash: "h1" },
};

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"), ["org_a", "org_b"]);
  await withTenantContext(test.database, A, (context) =>
    saveArtifacts(context, [
      { ...ARTIFACT, id: "art_1", createdAt: new Date("2026-01-01") },
      { ...ARTIFACT, id: "art_2", createdAt: new Date("2026-01-02") },
      { ...ARTIFACT, id: "art_3", origin: undefined },
    ]),
  );
});
afterAll(() => test.drop());

describe("what was imported", () => {
  it("is known by its hash, and by its path the newest; to its organization and plan alone", async () => {
    const query = { planId: null, hashes: ["h1", "h2"], paths: ["a.md", "b.md"] };
    const find = (tenant: typeof A, planId: string | null) =>
      withTenantContext(test.database, tenant, (context) =>
        findImported(context, { ...query, planId }),
      );
    expect(await find(A, null)).toEqual({
      hashes: new Set(["h1"]),
      artifactIds: new Map([["a.md", "art_2"]]),
    });
    const nothing = { hashes: new Set(), artifactIds: new Map() };
    expect(await find(B, null)).toEqual(nothing);
    expect(await find(A, "plan_1")).toEqual(nothing);
  });

  it.each(["import_hash", "import_path"])(
    "is found by an index, under row-level security: %s",
    async (column) => {
      await storedRows(
        { test },
        `INSERT INTO research_artifact (organization_id, id, artifact_type, title, content, content_text, import_path, import_hash)
         SELECT 'org_a', '${column}' || n, 'note', 'x', '{}', 'x', 'p' || n, 'h' || n FROM generate_series(10, 3000) AS n`,
      );
      await storedRows({ test }, "ANALYZE research_artifact");
      const explain = `EXPLAIN SELECT id FROM research_artifact WHERE ${column} = ANY($1::text[])`;
      const lines = await withTenantContext(test.database, A, async (context) => {
        return queryRows<Record<string, string>>(
          context,
          execution(defineStatement(explain), [["x"]]),
        );
      });
      expect(lines.flatMap((line) => Object.values(line)).join("\n")).toMatch(
        new RegExp(`research_artifact_${column}[^]*Index Cond: .*${column} = ANY`),
      );
    },
  );

  it("has the keys that stored sources have", async () => {
    const keys = await withTenantContext(test.database, A, (context) =>
      sourceKeys(context, [
        { url: "https://www.example.org/a/", doi: null, title: "A" },
        { url: null, doi: "10.1000/X", title: "B" },
      ]),
    );
    expect(keys).toEqual(["url:example.org/a", "doi:10.1000/x"]);
  });
});
