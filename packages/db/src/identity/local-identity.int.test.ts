import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { withClient } from "../connection/open-database.ts";
import { LOCAL_ORGANIZATION_ID, prepareLocalIdentity } from "./local-identity.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"), []);
});
afterAll(() => test.drop());

describe("the local identity", () => {
  it("is made once, however many processes see to it at the same time", async () => {
    await Promise.all(Array.from({ length: 8 }, () => prepareLocalIdentity(test.database)));
    await prepareLocalIdentity(test.database);
    const { rows } = await withClient(test.target, (client) =>
      client.query(`
        SELECT "user".name AS person, email, organization.id AS organization, type, role
        FROM member JOIN "user" ON user_id = "user".id JOIN organization ON organization_id = organization.id`),
    );
    expect(rows).toEqual([
      {
        person: "Local user",
        email: "local@localhost",
        organization: LOCAL_ORGANIZATION_ID,
        type: "personal",
        role: "owner",
      },
    ]);
  });

  it("is not overwritten, so that the user may rename it", async () => {
    await withClient(test.target, (client) => client.query(`UPDATE "user" SET name = 'Ada'`));
    await prepareLocalIdentity(test.database);
    const { rows } = await withClient(test.target, (client) =>
      client.query(`SELECT name FROM "user"`),
    );
    expect(rows).toEqual([{ name: "Ada" }]);
  });
});
