import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { withClient } from "../connection/open-database.ts";
import { inIdentityTransaction } from "./identity-transaction.ts";
import {
  adoptLocalOrganization,
  isLocalOrganization,
  LOCAL_ORGANIZATION_ID,
  prepareLocalIdentity,
} from "./local-identity.ts";
import { listMembers } from "./members.ts";
import { insertPerson } from "./people.ts";
import { arePublicLinksAllowed } from "./share-links.ts";

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

  it("gives its organization to the first owner of a team, once", async () => {
    expect(await isLocalOrganization(test.database, LOCAL_ORGANIZATION_ID)).toBe(true);
    const adopt = () =>
      inIdentityTransaction(test.database, async (transaction) => {
        const person = { name: "Olga", email: `${Math.random()}@test.example`, passwordHash: "x" };
        const ownerId = (await insertPerson(transaction, person)) ?? "";
        return adoptLocalOrganization(transaction, { ownerId, name: "Research" });
      });
    expect(await adopt()).toBe(LOCAL_ORGANIZATION_ID);
    expect(await adopt()).toBeNull();
    expect(await isLocalOrganization(test.database, LOCAL_ORGANIZATION_ID)).toBe(false);
    expect(await arePublicLinksAllowed(test.database, { organizationId: "org_local" })).toBe(false);
    const members = await listMembers(test.database, LOCAL_ORGANIZATION_ID);
    expect(members.map(({ name, role }) => [name, role])).toEqual([["Olga", "owner"]]);
  });
});
