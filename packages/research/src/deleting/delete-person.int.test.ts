import { withClient } from "@trovella/db";
import { verifyDatabase } from "@trovella/db/maintenance";
import { storedRows } from "@trovella/testing/database/stored-rows";
import { seedTwoPlans } from "@trovella/testing/exchange/two-plans";
import { createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { findText } from "@trovella/testing/tenants/find-text";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { deletePerson, previewPersonDeletion } from "./delete-person.ts";
import { OPERATOR } from "./may-delete.ts";

const A = { organizationId: "org_a" };
const USER = "usr_org_a";
const OWNER = { userId: "usr_owner", isPerson: true, isAdmin: true };

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

describe("deleting a person", () => {
  it("takes their name and address out of every row, and leaves their research to another", async () => {
    await seedTwoPlans(server, ["zebrafish", "quokkas"]);
    await seedPerson();
    const research = await textsOf("zebrafish");
    const preview = await previewPersonDeletion(server.test.database, A, OWNER, USER);
    expect(preview).toMatchObject({ name: "Grace Canaryname", plans: 2 });
    const deletion = { userId: USER, heirId: "usr_owner", now: new Date() };
    const remove = (confirmation: string, more: object = {}, deleter = OWNER) =>
      deletePerson(server.test.database, A, deleter, { ...deletion, confirmation, ...more });
    await expect(remove("grace")).rejects.toThrow("does not match");
    await expect(remove("Grace Canaryname", { heirId: USER })).rejects.toThrow("another member");
    await expect(remove("Grace Canaryname", {}, { ...OWNER, isAdmin: false })).rejects.toThrow(
      "Only an owner",
    );
    await expect(remove("Grace Canaryname", { userId: "usr_org_b" })).rejects.toThrow(
      "no such member",
    );
    await expect(remove("x", { userId: "usr_owner" })).rejects.toThrow("last owner");

    await remove("grace@canary.example");

    for (const word of ["Canaryname", "grace@canary", "192.0.2.77", "canary agent"]) {
      expect(await textsOf(word)).toEqual([]);
    }
    // What they kept for retries is theirs, and goes.
    const isKept = ({ table }: { table: string }) => table !== "idempotency_key";
    expect(await textsOf("zebrafish")).toEqual(research.filter(isKept));
    expect(await storedRows(server, "SELECT DISTINCT created_by FROM research_plan")).toEqual([
      { created_by: "usr_owner" },
    ]);
    expect(await storedRows(server, `SELECT name FROM "user" WHERE id = $1`, [USER])).toEqual([
      { name: "Deleted user" },
    ]);
    const log =
      "SELECT kind, actor_user_id, actor_name FROM security_event WHERE actor_user_id = $1";
    expect(await storedRows(server, log, [USER])).toEqual([
      { kind: "sign_in", actor_user_id: USER, actor_name: "Deleted user" },
    ]);
    expect((await verifyDatabase(server.test.database)).differences).toEqual([]);
  });

  it("deletes their plans where nobody gets them", async () => {
    await storedRows(
      server,
      `INSERT INTO "user" (id, name, email) VALUES ('usr_second', 'Second', 'second@test.example')`,
    );
    await storedRows(
      server,
      "INSERT INTO member (id, organization_id, user_id, role) VALUES ('mem_second', 'org_a', 'usr_second', 'member')",
    );
    await storedRows(server, "UPDATE research_plan SET created_by = 'usr_second'");
    await deletePerson(server.test.database, A, OPERATOR, {
      userId: "usr_second",
      confirmation: "Second",
      heirId: null,
      now: new Date(),
    });
    expect(await textsOf("zebrafish")).toEqual([]);
    expect((await verifyDatabase(server.test.database)).differences).toEqual([]);
  });
});

/** A row of everything by which a person is known. */
async function seedPerson(): Promise<void> {
  const run = (text: string) => storedRows(server, text);
  await run(
    `UPDATE "user" SET name = 'Grace Canaryname', email = 'grace@canary.example', image = 'https://canary.example/grace@canary' WHERE id = '${USER}'`,
  );
  await run(
    `INSERT INTO "user" (id, name, email) VALUES ('usr_owner', 'Owner', 'owner@test.example')`,
  );
  await run(
    "INSERT INTO member (id, organization_id, user_id, role) VALUES ('mem_o', 'org_a', 'usr_owner', 'owner')",
  );
  await run(
    `INSERT INTO member (id, organization_id, user_id, role) VALUES ('mem_g', 'org_a', '${USER}', 'admin')`,
  );
  await run(
    `INSERT INTO session (id, token, user_id, expires_at, ip_address, user_agent) VALUES ('ses_g', 'x', '${USER}', now(), '192.0.2.77', 'canary agent')`,
  );
  await run(
    `INSERT INTO account (id, user_id, provider_id, account_id) VALUES ('acc_g', '${USER}', 'oidc', 'grace@canary.example')`,
  );
  await run(
    `INSERT INTO invitation (id, organization_id, email, inviter_id, expires_at) VALUES ('inv_1', 'org_a', 'GRACE@canary.example', 'usr_owner', now()), ('inv_2', 'org_a', 'else@test.example', '${USER}', now())`,
  );
  await run(
    `INSERT INTO personal_access_token (organization_id, id, user_id, name, token_ending, scopes, expires_at) VALUES ('org_a', 'pat_g', '${USER}', 'Canaryname laptop', 'abcd', '{}', now())`,
  );
  await run(
    `INSERT INTO notification_setting (organization_id, user_id, choices, plans, time_zone, digest_hour, address) VALUES ('org_a', '${USER}', '{}', 'all', 'UTC', 8, 'grace@canary.example')`,
  );
  await run(
    `INSERT INTO security_event (organization_id, id, kind, actor_user_id, actor_name, ip_address, credential_name) VALUES ('org_a', 'sec_1', 'sign_in', '${USER}', 'Grace Canaryname', '192.0.2.77', 'Canaryname laptop')`,
  );
  await run(
    `INSERT INTO security_event (organization_id, id, kind, actor_user_id, subject_id, subject_label, after) VALUES ('org_a', 'sec_2', 'role_changed', 'usr_owner', '${USER}', 'grace@canary.example', '{"who": "Grace Canaryname"}'), ('server', 'sec_3', 'sign_in_refused', NULL, NULL, 'Grace@canary.example', NULL)`,
  );
}

function textsOf(word: string) {
  return withClient(server.test.asSuperuser, (client) => findText(client, word));
}
