import { AppError } from "@trovella/foundation";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { withSetupLock } from "../identity/identity-transaction.ts";
import { insertPerson, listPeople } from "../identity/people.ts";
import { connectDatabase, type Database } from "./database.ts";
import { withIdentityClient } from "./identity-client.ts";

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"), []);
  database = connectDatabase({ target: test.target, maxConnections: 1 });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

it("a refusal costs no connection, and leaves nothing of its transaction behind", async () => {
  const before = await processId();
  for (let count = 0; count < 20; count += 1) {
    const refused = withSetupLock(database, async (transaction) => {
      await insertPerson(transaction, { name: "Ada", email: "ada@test.example", passwordHash: "" });
      throw new AppError("FORBIDDEN", "No.");
    });
    await expect(refused).rejects.toThrow(AppError);
  }
  expect(await listPeople(database)).toEqual([]);
  expect(await processId()).toBe(before);
});

it.each([
  ["begun and left open", "BEGIN; CREATE TEMPORARY TABLE left_open ()"],
  ["begun and failed", "BEGIN; SELECT 1 / 0"],
])("a transaction that was %s is over for the next one", async (_, statements) => {
  const before = await processId();
  const failed = withIdentityClient(database, async (client) => {
    await client.query(statements);
    throw new Error("given up");
  });
  await expect(failed).rejects.toThrow();
  expect(await processId()).toBe(before);
  const { rows } = await withIdentityClient(database, (client) =>
    client.query("SELECT to_regclass('left_open') AS found"),
  );
  expect(rows).toEqual([{ found: null }]);
});

it("a broken connection is replaced", async () => {
  const before = await processId();
  const ended = withIdentityClient(database, (client) =>
    client.query("SELECT pg_terminate_backend(pg_backend_pid())"),
  );
  await expect(ended).rejects.toThrow();
  expect(await processId()).not.toBe(before);
});

function processId(): Promise<number> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query("SELECT pg_backend_pid() AS id");
    return rows[0].id;
  });
}
