import { withClient } from "@trovella/db";
import { createToken, TokenVerifier } from "@trovella/db/identity";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import {
  addMember,
  Browser,
  PASSWORD,
  type TestIdentity,
} from "@trovella/testing/identity/test-identity";
import { createTestTeam, type TestOwner } from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

let test: TestDatabase;
let setup: TestIdentity;
let owner: TestOwner;
beforeAll(async () => {
  ({ test, setup, owner } = await createTestTeam(inject("socketDirectory")));
});
afterAll(() => test.drop());

it("disables a user: no credential works until they are enabled, and tokens stay ended", async () => {
  const { email, browser, works } = await memberWithToken("Dora");
  expect(await works()).toBe(true);
  expect(await setup.identity.disableUser({ email })).toMatchObject({ sessions: 1, tokens: 1 });
  expect(await browser.session()).toBeNull();
  expect(await works()).toBe(false);
  expect((await new Browser(setup.identity).signIn(email)).status).toBe(401);
  await setup.identity.enableUser({ email });
  expect((await new Browser(setup.identity).signIn(email)).status).toBe(303);
  expect(await works()).toBe(false);
});

it("signs a user out, of sessions alone or of everything", async () => {
  const { email, browser, works } = await memberWithToken("Sina");
  const some = await setup.identity.signOutUser({ email: email.toUpperCase() });
  expect(some).toMatchObject({ sessions: 1, tokens: 0, apps: 0 });
  expect([await browser.session(), await works()]).toEqual([null, true]);
  const all = await setup.identity.signOutUser({ email, everything: true });
  expect(all).toMatchObject({ sessions: 0, tokens: 1, apps: 0 });
  expect(await works()).toBe(false);
});

it("removes a user, whose address is free again", async () => {
  const { email, userId, works } = await memberWithToken("Rita");
  await setup.identity.removeUser({ email });
  expect(await works()).toBe(false);
  expect((await new Browser(setup.identity).signIn(email)).status).toBe(401);
  const { organizationId, userId: actorId } = owner;
  const again = await addMember(setup.identity, {
    organizationId,
    actorId,
    name: "Rita",
    role: "viewer",
  });
  expect(again.userId).not.toBe(userId);
  const { rows } = await withClient(test.target, (client) =>
    client.query('SELECT name, email FROM "user" WHERE id = $1', [userId]),
  );
  expect(rows).toEqual([{ name: "Removed user", email: `${userId}@removed.invalid` }]);
});

it("revokes the open invitations of a user who is removed", async () => {
  const { organizationId, userId: actorId } = owner;
  const act = { organizationId, actorId, name: "Ira", role: "admin" } as const;
  const { userId, email } = await addMember(setup.identity, act);
  const invitation = { email: "guest@research.example", role: "member" } as const;
  await setup.identity.invite({ organizationId, actorId: userId, ...invitation });
  expect(await setup.identity.listInvitations({ organizationId, actorId })).toHaveLength(1);
  await setup.identity.removeUser({ email });
  expect(await setup.identity.listInvitations({ organizationId, actorId })).toEqual([]);
});

it("removes the only owner of an organization with members by force alone", async () => {
  const { userId: founder } = owner;
  const organizationId = await setup.identity.createOrganization({
    ownerId: founder,
    name: "Kept",
    type: "company",
  });
  await addMember(setup.identity, {
    organizationId,
    actorId: founder,
    name: "Solo",
    role: "owner",
  });
  await addMember(setup.identity, {
    organizationId,
    actorId: founder,
    name: "Mia",
    role: "member",
  });
  await setup.identity.leave({ organizationId, userId: founder });
  const email = "solo@research.example";
  await expect(setup.identity.removeUser({ email })).rejects.toThrow('only owner of "Kept"');
  await setup.identity.removeUser({ email, force: true });
});

it("says so when no account has the address", async () => {
  for (const act of ["disableUser", "enableUser", "removeUser", "signOutUser"] as const) {
    await expect(setup.identity[act]({ email: "none@research.example" })).rejects.toThrow(
      "No account has this e-mail address.",
    );
  }
});

async function memberWithToken(name: string) {
  const { organizationId, userId: actorId } = owner;
  const act = { organizationId, actorId, name, role: "member" } as const;
  const { userId, email } = await addMember(setup.identity, act);
  const browser = new Browser(setup.identity);
  await browser.signIn(email, PASSWORD);
  const wish = { name: "t", scopes: ["read"], expiresInDays: 9 } as const;
  const { token } = await createToken(
    test.database,
    { ...wish, tenant: { organizationId }, userId },
    new Date(),
  );
  // A verifier of its own each time: it caches for a second.
  const works = async () =>
    (await new TokenVerifier(test.database, { now: () => new Date() }).verify(token)) !== null;
  return { userId, email, browser, works };
}
