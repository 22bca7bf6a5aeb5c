import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { AppError } from "@trovella/foundation";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectDatabase } from "../connection/database.ts";
import { withClient } from "../connection/open-database.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import { withTenantContext } from "../connection/tenant-context.ts";
import { checkTenantSafety } from "../connection/tenant-role.ts";
import { ensurePostgres, readPassword, stopPostgres } from "../embedded/index.ts";
import { migrate } from "./migrate.ts";

const DATABASE = "team";

// Roles belong to a whole cluster, so these tests have one of their own.
const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-roles-"));
let socketDirectory: string;
beforeAll(async () => {
  chmodSync(dataDirectory, 0o755);
  ({ socketDirectory } = await ensurePostgres({ dataDirectory, idleStopMs: 0 }));
});
beforeEach(() =>
  asAdministrator(
    `DROP DATABASE IF EXISTS ${DATABASE}`,
    "DROP ROLE IF EXISTS app_tenant, visitor",
    `CREATE ROLE visitor LOGIN PASSWORD '${readPassword(dataDirectory)}'`,
    `CREATE DATABASE ${DATABASE} OWNER visitor`,
  ),
);
afterAll(async () => {
  await stopPostgres({ dataDirectory });
  rmSync(dataDirectory, { recursive: true, force: true });
});

describe("the role that requests run as", () => {
  it("is asked for, with the statements to run, when the login may not create it", async () => {
    const refusal = await migrateAsVisitor().catch((error) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal.message).toContain("CREATE ROLE app_tenant NOLOGIN; GRANT app_tenant TO");
    expect(await tableCount()).toBe(0);

    await asAdministrator("CREATE ROLE app_tenant NOLOGIN", "GRANT app_tenant TO visitor");
    await migrateAsVisitor();
    expect(await roleOfRequests()).toBe("app_tenant");
  });

  it("is asked for when it exists but is not the login's to take", async () => {
    await asAdministrator("CREATE ROLE app_tenant NOLOGIN");
    const refusal = await migrateAsVisitor().catch((error) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal.message).toContain("GRANT app_tenant TO");
    expect(await tableCount()).toBe(0);
  });

  it("is created, and can be taken, by a login that may create roles", async () => {
    await asAdministrator("ALTER ROLE visitor CREATEROLE");
    await migrateAsVisitor();
    expect(await roleOfRequests()).toBe("app_tenant");
  });

  it("is created once when 8 programs start at the same time", async () => {
    await asAdministrator("ALTER ROLE visitor CREATEROLE");
    await Promise.all(Array.from({ length: 8 }, migrateAsVisitor));
    expect(await roleOfRequests()).toBe("app_tenant");
  });
});

function visitor() {
  return { socketDirectory, user: "visitor", database: DATABASE };
}

async function asAdministrator(...statements: string[]): Promise<void> {
  const administrator = { socketDirectory, user: "trovella", database: "postgres" };
  await withClient(administrator, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

function migrateAsVisitor(): Promise<string[]> {
  return withClient(visitor(), async (client) => {
    const done = await migrate(client);
    await checkTenantSafety(client);
    return done;
  });
}

function tableCount(): Promise<number> {
  return withClient(visitor(), async (client) => {
    const { rows } = await client.query(
      "SELECT count(*)::integer AS count FROM pg_tables WHERE schemaname = 'public'",
    );
    return rows[0].count;
  });
}

async function roleOfRequests(): Promise<unknown> {
  const database = connectDatabase({ target: visitor() });
  try {
    return await withTenantContext(database, { organizationId: "org_a" }, async (context) => {
      const look = defineStatement(
        "SELECT current_user::text AS role FROM corpus_stat RIGHT JOIN (VALUES (1)) ON true",
      );
      const [result] = await context.send([execution(look)]);
      return result?.rows[0]?.role;
    });
  } finally {
    await database.close();
  }
}
