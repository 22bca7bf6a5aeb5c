import { withTenantContext } from "@trovella/db";
import {
  flushSecurityEvents,
  listSecurityEvents,
  listServerSecurityEvents,
} from "@trovella/db/identity";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import {
  addMember,
  Browser,
  createTestIdentity,
  PASSWORD,
  type TestIdentity,
} from "@trovella/testing/identity/test-identity";
import { createTestTeam, type TestOwner } from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from "vitest";

const ADDRESS = "198.51.100.77";

let test: TestDatabase;
let setup: TestIdentity;
let owner: TestOwner;
let lastId: string;
beforeAll(async () => {
  ({ test, setup, owner } = await createTestTeam(inject("socketDirectory")));
});
afterAll(() => test.drop());
beforeEach(async () => {
  await flushSecurityEvents(test.database);
  lastId = (await events())[0]?.id ?? "";
});

it("records sign-in and sign-out with address, session and user", async () => {
  const browser = newBrowser();
  await browser.signIn(owner.email);
  const session = await browser.session();
  await browser.post("/api/auth/sign-out", {});
  const who = { actorUserId: owner.userId, actorName: "Olga", ipAddress: ADDRESS };
  expect(await recent()).toMatchObject([
    { kind: "sign_in", credentialKind: "session", credentialId: session?.sessionId, ...who },
    { kind: "sign_out", credentialKind: "session", credentialId: session?.sessionId, ...who },
  ]);
});

it("records refused sign-ins for the owners of the account, or for the operator", async () => {
  await newBrowser().signIn(owner.email, "a wrong password");
  await newBrowser().signIn("stranger@evil.example", "a wrong password");
  await vi.waitFor(async () => {
    expect(await recent()).toMatchObject([
      { kind: "sign_in_refused", subjectLabel: owner.email, ipAddress: ADDRESS, actorUserId: null },
    ]);
    expect(await listServerSecurityEvents(test.database, { limit: 1 })).toMatchObject([
      { kind: "sign_in_refused", subjectLabel: "stranger@evil.example", ipAddress: ADDRESS },
    ]);
  });
});

it("records the setup of the server: a wrong code, the organization and its owner's sign-in", async () => {
  const empty = await createTestDatabase(inject("socketDirectory"), []);
  const { identity } = createTestIdentity(empty.database);
  const browser = new Browser(identity, undefined, ADDRESS);
  const person = { name: "Ada", email: "ada@research.example", password: PASSWORD };
  const form = { ...person, organization: "Engines" };
  await browser.post("/api/auth/setup", { ...form, code: "wrong" });
  expect(await listServerSecurityEvents(empty.database, { limit: 10 })).toMatchObject([
    { kind: "credential_refused", subjectLabel: "setup code", ipAddress: ADDRESS },
  ]);
  await browser.post("/api/auth/setup", { ...form, code: (await identity.setupCode()) ?? "" });
  const organizationId = (await browser.session())?.organizationId ?? "";
  const found = await withTenantContext(empty.database, { organizationId }, (context) =>
    listSecurityEvents(context, { limit: 10 }),
  );
  expect(found).toMatchObject([
    { kind: "sign_in", actorName: "Ada", ipAddress: ADDRESS },
    { kind: "organization_created", subjectLabel: "Engines" },
  ]);
  await empty.drop();
});

it("records who signed in by an invitation, and links that are refused", async () => {
  const act = { organizationId: owner.organizationId, actorId: owner.userId };
  const invited = { ...act, email: "ines@research.example", role: "viewer" } as const;
  const { link } = await setup.identity.invite(invited);
  const browser = newBrowser();
  await browser.get(link);
  await browser.post("/api/auth/invitation", { as: "new", name: "Ines", password: PASSWORD });
  expect(await recent()).toMatchObject([
    { kind: "invitation_created" },
    { kind: "invitation_accepted", actorName: "Ines", ipAddress: ADDRESS },
    { kind: "sign_in", actorName: "Ines", ipAddress: ADDRESS },
  ]);
  const late = newBrowser();
  await late.get(link);
  expect((await late.get("/api/auth/invitation")).status).toBe(404);
  expect(await listServerSecurityEvents(test.database, { limit: 1 })).toMatchObject([
    { kind: "credential_refused", subjectKind: "invitation", ipAddress: ADDRESS },
  ]);
});

it("records passwords that are changed, refused and reset", async () => {
  const { userId, email } = await member("Petra");
  const before = (await recent()).length;
  const change = { userId, current: "not the password", next: `${PASSWORD} 2` };
  await setup.identity.changePassword(change).catch(() => undefined);
  await setup.identity.changePassword({ ...change, current: PASSWORD });
  await setup.identity.resetPassword({ email, password: PASSWORD });
  expect((await recent()).slice(before).map(({ kind }) => kind)).toEqual([
    "credential_refused",
    "password_changed",
    "password_reset",
  ]);
});

it("records invitations, roles and members, with what was before and after", async () => {
  const act = { organizationId: owner.organizationId, actorId: owner.userId };
  const { userId } = await member("Rolf");
  await setup.identity.changeRole({ ...act, userId, role: "admin" });
  await setup.identity.removeMember({ ...act, userId });
  const invited = { ...act, email: "late@research.example", role: "viewer" } as const;
  const { invitationId } = await setup.identity.invite(invited);
  await setup.identity.revokeInvitation({ ...act, invitationId });
  await setup.identity.rename({ ...act, name: "Renamed" });
  await setup.identity.setWhoDecides({ ...act, whoDecides: "assignee" });
  await setup.identity.setWhoDecides({ ...act, whoDecides: "assignee" });
  const subject = { subjectId: userId, subjectLabel: "rolf@research.example" };
  expect(await recent()).toMatchObject([
    {
      kind: "invitation_created",
      subjectLabel: "rolf@research.example",
      after: { role: "member" },
    },
    { kind: "invitation_accepted", actorUserId: userId, after: { role: "member", userId } },
    { kind: "role_changed", ...subject, before: { role: "member" }, after: { role: "admin" } },
    { kind: "member_removed", ...subject, before: { role: "admin" } },
    { kind: "invitation_created", subjectId: invitationId },
    { kind: "invitation_revoked", subjectId: invitationId, subjectLabel: "late@research.example" },
    { kind: "organization_renamed", subjectLabel: "Renamed" },
    {
      kind: "who_decides_changed",
      actorUserId: null,
      before: { whoDecides: "anyone" },
      after: { whoDecides: "assignee" },
    },
  ]);
});

it("records that a member left, and what the operator did to a user", async () => {
  const { organizationId } = owner;
  const leaver = await member("Lena");
  const { userId, email } = await member("Udo");
  const before = (await recent()).length;
  await setup.identity.leave({ organizationId, userId: leaver.userId });
  await setup.identity.disableUser({ email });
  await setup.identity.enableUser({ email });
  await setup.identity.signOutUser({ email, everything: true });
  await setup.identity.removeUser({ email });
  const subject = { subjectId: userId, subjectLabel: email };
  expect((await recent()).slice(before)).toMatchObject([
    { kind: "member_left", subjectId: leaver.userId },
    { kind: "user_disabled", ...subject },
    { kind: "user_enabled", ...subject },
    { kind: "sessions_ended", ...subject },
    { kind: "user_removed", ...subject },
  ]);
});

it("records the creation of an organization in it", async () => {
  const wish = { ownerId: owner.userId, name: "Second", type: "company" } as const;
  const organizationId = await setup.identity.createOrganization(wish);
  const found = await withTenantContext(test.database, { organizationId }, (context) =>
    listSecurityEvents(context, { limit: 10 }),
  );
  expect(found).toMatchObject([{ kind: "organization_created", subjectLabel: "Second" }]);
});

it("records nothing of a change that is refused", async () => {
  const act = { organizationId: owner.organizationId, actorId: owner.userId };
  const change = { ...act, userId: owner.userId, role: "viewer" } as const;
  await expect(setup.identity.changeRole(change)).rejects.toThrow("at least one owner");
  expect(await recent()).toEqual([]);
});

it("records that sessions were ended, by the user and by an owner", async () => {
  const { userId, email } = await member("Sven");
  const before = (await recent()).length;
  const [one, two] = [newBrowser(), newBrowser()];
  await one.signIn(email);
  await two.signIn(email);
  const keptSessionId = (await one.session())?.sessionId ?? "";
  const listed = await setup.identity.listSessions(userId);
  expect(listed).toHaveLength(2);
  expect(listed[0]).toMatchObject({ ipAddress: ADDRESS });
  await setup.identity.endOwnSessions({ userId, sessionId: null, keptSessionId });
  expect([await one.session(), await two.session()]).toEqual([expect.anything(), null]);
  const act = { organizationId: owner.organizationId, actorId: owner.userId, userId };
  expect((await setup.identity.listMemberAccess(act)).sessions).toHaveLength(1);
  expect(await setup.identity.endMemberAccess(act)).toEqual({ sessions: 1, tokens: 0, apps: 0 });
  expect(await one.session()).toBeNull();
  const kinds = (await recent()).slice(before).map(({ kind }) => kind);
  expect(kinds).toEqual(["sign_in", "sign_in", "sessions_ended", "sessions_ended"]);
});

function newBrowser() {
  return new Browser(setup.identity, undefined, ADDRESS);
}

function member(name: string) {
  const { organizationId, userId: actorId } = owner;
  return addMember(setup.identity, { organizationId, actorId, name, role: "member" });
}

function events() {
  const { organizationId } = owner;
  return withTenantContext(test.database, { organizationId }, (context) =>
    listSecurityEvents(context, { limit: 100 }),
  );
}

/** Since the test began, oldest first. */
async function recent() {
  return (await events()).filter(({ id }) => id > lastId).toReversed();
}
