import { AppError } from "@trovella/foundation";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import type { ClientBase } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { TENANT_TABLES } from "../schema/table-names.ts";
import { withClient } from "./open-database.ts";
import { checkTenantSafety } from "./tenant-role.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
});
afterAll(() => test.drop());

describe("the check before serving", () => {
  it("accepts the ordinary login", async () => {
    await withClient(test.target, checkTenantSafety);
  });

  it("refuses a superuser's login", async () => {
    const refusal = await withClient(test.asSuperuser, problemOf);
    expect(refusal).toContain("a superuser");
  });

  it.each([
    ["is exempt from row-level security", "CREATE ROLE visitor BYPASSRLS"],
    [
      "is a superuser by membership",
      "CREATE ROLE boss SUPERUSER; CREATE ROLE visitor IN ROLE boss",
    ],
    [
      "belongs to a role that is exempt",
      "CREATE ROLE boss BYPASSRLS; CREATE ROLE visitor IN ROLE boss",
    ],
    [
      "belongs to it through another role",
      "CREATE ROLE boss BYPASSRLS; CREATE ROLE clerk IN ROLE boss; CREATE ROLE visitor IN ROLE clerk",
    ],
    [
      "could only give itself that role",
      "CREATE ROLE boss BYPASSRLS; CREATE ROLE visitor; GRANT boss TO visitor WITH ADMIN TRUE, INHERIT FALSE, SET FALSE",
    ],
    [
      "may become a request role that is exempt",
      "ALTER ROLE app_tenant BYPASSRLS; CREATE ROLE visitor IN ROLE app_tenant",
    ],
  ])("refuses a login that %s", async (_, roles) => {
    const refusal = await problemWith(roles, "visitor");
    expect(refusal).toContain("the database user is, or may become");
    expect(refusal).toContain("Next: connect as an ordinary user");
  });

  it("accepts a login that belongs to harmless roles", async () => {
    const roles = "CREATE ROLE clerk; CREATE ROLE visitor IN ROLE clerk, app_tenant";
    expect(await problemWith(roles, "visitor")).toBeUndefined();
  });

  it.each(TENANT_TABLES)(
    "refuses %s without row-level security, and with it not forced",
    async (table) => {
      for (const loosening of ["DISABLE", "NO FORCE"]) {
        const statement = `ALTER TABLE ${table} ${loosening} ROW LEVEL SECURITY`;
        const refusal = await problemWith(statement, "trovella_server");
        expect(refusal).toContain(`the table ${table} is open to requests`);
      }
    },
  );
});

/** What is said to a login after such changes, which are never committed. */
function problemWith(changes: string, login: string): Promise<string | undefined> {
  return withClient(test.asSuperuser, async (client) => {
    await client.query("BEGIN");
    await client.query(changes);
    await client.query(`SET LOCAL SESSION AUTHORIZATION ${login}`);
    return problemOf(client);
  });
}

async function problemOf(client: ClientBase): Promise<string | undefined> {
  try {
    await checkTenantSafety(client);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return (error as AppError).message;
  }
}
