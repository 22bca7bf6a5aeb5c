import { rewritingDatabase } from "@trovella/testing/database/rewriting-database";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { catalogProblems } from "@trovella/testing/tenants/tenancy-catalog";
import { twoTenantFindings } from "@trovella/testing/tenants/two-tenants";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { TENANT_TABLES } from "../schema/table-names.ts";
import { withClient } from "./open-database.ts";

// Short form of `npm run proof -- tenancy-mutations`.
let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
});
afterEach(() => test.drop());

describe("a hole in the isolation of tenants", () => {
  it("is noticed in the catalog whichever policy is dropped", async () => {
    const noticed = await withClient(test.target, async (client) => {
      const problems: string[][] = [];
      for (const table of TENANT_TABLES) {
        await client.query(`BEGIN; DROP POLICY tenant_isolation ON ${table}`);
        problems.push((await catalogProblems(client)).sort());
        await client.query("ROLLBACK");
      }
      return problems;
    });
    expect(noticed).toEqual(
      TENANT_TABLES.map((table) =>
        ["delete", "insert", "select", "update"].map(
          (verb) => `${table} has no policy for ${verb}.`,
        ),
      ),
    );
  });

  it.each([
    ["does not step down to it", "'role', 'app_tenant', true", "'role', 'none', true"],
    ["keeps the role afterwards", "'role', 'app_tenant', true", "'role', 'app_tenant', false"],
    [
      "keeps the tenant afterwards",
      "'app.organization_id', $1, true",
      "'app.organization_id', $1, false",
    ],
    ["names no tenant", "'app.organization_id', $1, true", "'app.unused', $1, true"],
  ])("is noticed when the context of the request role %s", async (_, from, to) => {
    const database = rewritingDatabase(test.database, [from, to]);
    const problems = await twoTenantFindings({ ...test, database }).then(
      (findings) => findings.problems,
      (error) => [error.message],
    );
    expect(problems).not.toEqual([]);
  });
});
