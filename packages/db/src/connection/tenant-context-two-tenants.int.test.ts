import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { type Findings, twoTenantFindings } from "@trovella/testing/tenants/two-tenants";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { HISTORY_TABLES, TENANT_TABLES } from "../schema/table-names.ts";
import { withClient } from "./open-database.ts";

let test: TestDatabase;
let findings: Findings;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  findings = await twoTenantFindings(test);
});
afterAll(() => test.drop());

describe("two tenants", () => {
  it("never see, touch or refer to each other's rows, in any table, by any verb, in any context", () => {
    expect(findings.problems).toEqual([]);
  });

  it("are looked at in every table, by every verb, in every context", () => {
    const contexts = 4;
    const verbs = 4;
    expect(findings.operations).toBeGreaterThan(TENANT_TABLES.length * contexts * verbs);
  });

  it("work on their own rows with every verb", () => {
    // Select, insert twice, update, delete; but history is not changed, and statistics and the theme are one row.
    expect(findings.working).toBe(TENANT_TABLES.length * 5 - 2 * HISTORY_TABLES.length - 2);
  });

  it("leave nothing but their history when they delete everything", async () => {
    const left = await withClient(test.asSuperuser, async (client) => {
      const counts: Record<string, number> = {};
      for (const table of TENANT_TABLES) {
        const { rowCount } = await client.query(
          `SELECT FROM ${table} WHERE organization_id = 'org_a'`,
        );
        if (rowCount) counts[table] = rowCount;
      }
      return counts;
    });
    expect(left).toEqual(Object.fromEntries(HISTORY_TABLES.map((table) => [table, 2])));
  });
});
