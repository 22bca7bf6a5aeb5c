import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { withClient } from "../connection/open-database.ts";
import { withTenantContext } from "../connection/tenant-context.ts";
import { runWithOrigin } from "./request-origin.ts";
import {
  deleteSecurityEvents,
  listSecurityEvents,
  listServerSecurityEvents,
} from "./security-event-rows.ts";
import {
  flushSecurityEvents,
  recordForUser,
  recordSecurityEvent,
  SECURITY_EVENT_CHANNEL,
  type SecurityEventMessage,
  saveSecurityEvent,
} from "./security-events.ts";

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
});
afterAll(() => test.drop());
beforeEach(async () => {
  await flushSecurityEvents(test.database);
  await withClient(test.asSuperuser, (client) => client.query("TRUNCATE security_event"));
});

const ADA = { userId: "usr_org_a", name: "Ada" };
const TOKEN = { kind: "token", id: "pat_1", name: "CI" } as const;

it("records who did what, with which credential, from which address, in one organization", async () => {
  await runWithOrigin({ address: "203.0.113.9", credential: TOKEN, actor: ADA }, () =>
    recordSecurityEvent(test.database, {
      kind: "role_changed",
      organizationId: "org_a",
      subject: { kind: "user", id: "usr_2", label: "Bob" },
      before: { role: "member" },
      after: { role: "admin" },
    }),
  );
  expect(await eventsOf("org_a")).toEqual([
    {
      id: expect.stringMatching(/^sec_/),
      kind: "role_changed",
      count: 1,
      actorUserId: "usr_org_a",
      actorName: "Ada",
      credentialKind: "token",
      credentialId: "pat_1",
      credentialName: "CI",
      ipAddress: "203.0.113.9",
      subjectKind: "user",
      subjectId: "usr_2",
      subjectLabel: "Bob",
      before: { role: "member" },
      after: { role: "admin" },
      createdAt: expect.any(Date),
    },
  ]);
  expect(await eventsOf("org_b")).toEqual([]);
});

it("keeps attempts of no organization from every tenant, for the operator alone", async () => {
  await recordSecurityEvent(test.database, { kind: "token_refused", organizationId: null });
  expect(await eventsOf("org_a")).toEqual([]);
  expect(await eventsOf("org_b")).toEqual([]);
  const found = await listServerSecurityEvents(test.database, { limit: 10 });
  expect(found.map(({ kind }) => kind)).toEqual(["token_refused"]);
});

it("records an act of a user in each of their organizations", async () => {
  await withClient(test.target, (client) =>
    client.query(`INSERT INTO member (id, organization_id, user_id)
      VALUES ('m1', 'org_a', 'usr_org_a'), ('m2', 'org_b', 'usr_org_a')`),
  );
  await recordForUser(test.database, "usr_org_a", { kind: "sign_in", actor: ADA });
  await recordForUser(test.database, "usr_org_b", { kind: "sign_in", actor: null });
  expect((await eventsOf("org_a")).map(({ actorName }) => actorName)).toEqual(["Ada"]);
  expect((await eventsOf("org_b")).map(({ actorName }) => actorName)).toEqual(["Ada"]);
  expect(await listServerSecurityEvents(test.database, { limit: 10 })).toHaveLength(1);
});

it("counts repeated refusals of one network in one further row", async () => {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await runWithOrigin({ address: `2001:db8:1:2::${attempt.toString(16)}` }, () =>
      recordSecurityEvent(test.database, { kind: "sign_in_refused", organizationId: "org_a" }),
    );
  }
  expect((await eventsOf("org_a")).map(({ count }) => count)).toEqual([1]);
  await flushSecurityEvents(test.database);
  expect((await eventsOf("org_a")).map(({ count }) => count)).toEqual([19, 1]);
});

it("bounds the rows of refusals from many addresses, and still counts each", async () => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    await runWithOrigin({ address: `198.51.100.${attempt}` }, () =>
      recordSecurityEvent(test.database, { kind: "token_refused", organizationId: null }),
    );
  }
  await flushSecurityEvents(test.database);
  const rows = await listServerSecurityEvents(test.database, { limit: 1_000 });
  expect(rows).toHaveLength(51);
  expect(rows.reduce((total, { count }) => total + count, 0)).toBe(200);
});

it("cuts long texts, and leaves out what the database cannot store", async () => {
  await recordSecurityEvent(test.database, {
    kind: "sign_in_refused",
    organizationId: "org_a",
    subject: { kind: "user", id: null, label: `a\u0000${"x".repeat(5_000)}` },
    after: { text: `\u0000${"y".repeat(50_000)}` },
  });
  const [event] = await eventsOf("org_a");
  expect(event?.subjectLabel).toHaveLength(300);
  expect(event?.after).toEqual({ tooLong: expect.any(Number) });
});

it("publishes every event, also one that could not be stored, and never fails", async () => {
  const messages: SecurityEventMessage[] = [];
  const listen = (message: unknown) => messages.push(message as SecurityEventMessage);
  SECURITY_EVENT_CHANNEL.subscribe(listen);
  const connectIdentity = () => Promise.reject(new Error("unavailable"));
  const broken = { ...test.database, connectIdentity };
  await recordSecurityEvent(test.database, { kind: "sign_out", organizationId: "org_a" });
  await recordSecurityEvent(broken, { kind: "sign_in", organizationId: "org_a" });
  SECURITY_EVENT_CHANNEL.unsubscribe(listen);
  expect(messages).toEqual([
    { event: expect.objectContaining({ kind: "sign_out", organizationId: "org_a" }) },
    { event: expect.objectContaining({ kind: "sign_in" }), error: expect.any(Error) },
  ]);
});

it("is written along with a tenant's transaction, or not at all", async () => {
  const tenant = { organizationId: "org_a" };
  const event = { kind: "plan_deleted", actor: ADA } as const;
  await withTenantContext(test.database, tenant, (context) => saveSecurityEvent(context, event));
  const failing = withTenantContext(test.database, tenant, async (context) => {
    await saveSecurityEvent(context, event);
    throw new Error("undone");
  });
  await expect(failing).rejects.toThrow("undone");
  expect(await eventsOf("org_a")).toHaveLength(1);
});

it("deletes what is older than the retention, in every organization", async () => {
  for (const organizationId of ["org_a", "org_b", null]) {
    await recordSecurityEvent(test.database, { kind: "sign_out", organizationId });
    await recordSecurityEvent(test.database, { kind: "sign_in", organizationId });
  }
  await withClient(test.asSuperuser, (client) =>
    client.query(
      "UPDATE security_event SET created_at = now() - interval '2 days' WHERE kind = 'sign_out'",
    ),
  );
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
  expect(await deleteSecurityEvents(test.database, yesterday)).toBe(3);
  expect((await eventsOf("org_a")).map(({ kind }) => kind)).toEqual(["sign_in"]);
});

function eventsOf(organizationId: string) {
  return withTenantContext(test.database, { organizationId }, (context) =>
    listSecurityEvents(context, { limit: 100 }),
  );
}
