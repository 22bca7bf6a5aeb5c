import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { databaseUrl } from "@trovella/testing/database/empty-database";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { readPassword } from "../embedded/index.ts";
import { migrate } from "../maintenance/migrate.ts";
import { withClient } from "./open-database.ts";
import { checkTenantSafety, findRolePowers } from "./tenant-role.ts";

const NAME = `prepared_${randomBytes(6).toString("hex")}`;
const FILE = new URL("../../../../deploy/postgres/init.sql", import.meta.url);

const administrator = {
  socketDirectory: inject("socketDirectory"),
  user: "trovella",
  database: "postgres",
};
const login = databaseUrl(inject("socketDirectory"), NAME, NAME);

beforeAll(() =>
  withClient(administrator, async (client) => {
    for (const statement of statementsOf(readFileSync(FILE, "utf8"))) await client.query(statement);
  }),
);
afterAll(() =>
  withClient(administrator, async (client) => {
    await client.query(`DROP DATABASE ${NAME} WITH (FORCE)`);
    await client.query(`DROP ROLE ${NAME}`);
  }),
);

describe("a PostgreSQL that deploy/postgres/init.sql prepared", () => {
  it("takes the migrations, from a login that may create no role", async () => {
    await withClient(login, async (client) => {
      expect((await migrate(client)).length).toBeGreaterThan(0);
      await checkTenantSafety(client);
    });
  });

  it("has a login that is bound by row-level security and may become nothing that is not", async () => {
    await withClient(login, async (client) => {
      expect(await findRolePowers(client)).toBeNull();
      const { rows } = await client.query(
        "SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = $1",
        [NAME],
      );
      expect(Object.values(rows[0])).toEqual([false, false, false, false, false]);
      await expect(client.query("CREATE ROLE somebody")).rejects.toThrow(/permission denied/);
    });
  });

  it("accepts no other login", async () => {
    await withClient(administrator, async (client) => {
      const { rows } = await client.query(
        "SELECT has_database_privilege('public', $1, 'CONNECT')",
        [NAME],
      );
      expect(rows).toEqual([{ has_database_privilege: false }]);
    });
  });
});

/** The statements without what psql adds, for a login and a database of this name. */
function statementsOf(text: string): string[] {
  const plain = text
    .replace(/\\if[\s\S]*?\\endif/, "")
    .replace(/^(--|\\).*$/gm, "")
    .replace(":'password'", `'${readPassword(path.dirname(inject("socketDirectory")))}'`)
    .replace(/\btrovella(_server)?\b/g, NAME);
  return plain.match(/\s*DO \$\$[\s\S]*?\$\$;|[^;]+;/g)?.map((statement) => statement.trim()) ?? [];
}
