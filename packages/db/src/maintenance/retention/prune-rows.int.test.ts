import { withClient } from "@trovella/db";
import { storedRows } from "@trovella/testing/database/stored-rows";
import { createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { pruneRows } from "./prune-rows.ts";

let server: TestServer;
const before = new Date("2026-06-01T00:00:00Z");
const OLD_CALLS = 4_500;

beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  await withClient(server.test.asSuperuser, async (client) => {
    await client.query("SET session_replication_role = replica");
    await client.query(
      `INSERT INTO mcp_tool_call_log (organization_id, id, tool_name, is_error, duration_ms, created_at)
       SELECT organization, 'call_' || organization || lpad(n::text, 6, '0'), 'ping', false, 1,
         CASE WHEN n <= $1 THEN '2026-01-01'::timestamptz ELSE '2026-07-01' END
       FROM generate_series(1, $1 + 3) n, unnest(ARRAY['org_a', 'org_b']) AS organization WHERE organization = 'org_a' OR n > $1 - 2`,
      [OLD_CALLS],
    );
    await client.query(
      `INSERT INTO source_capture (organization_id, id, key, captured_by, fetched_at, text_sha256, text, words, created_at)
       SELECT 'org_a', id, id, 'server', at, id, 'A page.', 2, at
       FROM (VALUES ('cap_old', '2026-01-01'::timestamptz), ('cap_quoted', '2026-01-01'), ('cap_new', '2026-07-01')) AS c (id, at)`,
    );
    await client.query(
      `INSERT INTO claim_evidence (organization_id, id, claim_id, source_id, capture_id, stance, quote, position, key)
       VALUES ('org_a', 'ev_1', 'claim_1', 'src_1', 'cap_quoted', 'supports', 'A page.', 1, 'cap_quoted')`,
    );
  });
});
afterAll(() => server.close());

describe("old rows", () => {
  it("are only counted in a dry run", async () => {
    const found = await prune("toolCalls", true);
    expect(found.rows).toBe(OLD_CALLS + 2);
    expect(found.bytes).toBeGreaterThan(OLD_CALLS * 40);
    expect(await countOf("mcp_tool_call_log")).toBe(OLD_CALLS + 8);
  });

  it("go in every organization, in batches, and the others stay", async () => {
    const reported: number[] = [];
    const { rows } = await pruneRows(server.test.database, {
      kind: "toolCalls",
      before,
      isDryRun: false,
      onProgress: (pruned) => reported.push(pruned.rows),
    });
    expect(rows).toBe(OLD_CALLS + 2);
    expect(reported).toEqual([2_000, 4_000, 4_500, 4_502]);
    expect(await countOf("mcp_tool_call_log")).toBe(6);
    expect(await prune("toolCalls")).toEqual({ rows: 0, bytes: 0 });
  });

  it("stay when a claim's evidence was checked against them", async () => {
    expect((await prune("captures", true)).rows).toBe(1);
    expect((await prune("captures")).rows).toBe(1);
    const captures = await storedRows(server, "SELECT id FROM source_capture ORDER BY id");
    expect(captures).toEqual([{ id: "cap_new" }, { id: "cap_quoted" }]);
  });
});

function prune(kind: "toolCalls" | "captures", isDryRun = false) {
  return pruneRows(server.test.database, { kind, before, isDryRun });
}

async function countOf(table: string): Promise<number> {
  return withClient(server.test.asSuperuser, async (client) => {
    const { rows } = await client.query(`SELECT count(*)::int AS count FROM ${table}`);
    return rows[0].count;
  });
}
