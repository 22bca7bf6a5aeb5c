import { createToken } from "@trovella/db/identity";
import type { Role } from "@trovella/foundation";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import { addMember, Browser, type TestIdentity } from "@trovella/testing/identity/test-identity";
import type { Program, Tokens } from "@trovella/testing/identity/test-program";
import { createTestTeamWithClient, type TestOwner } from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

let test: TestDatabase;
let setup: TestIdentity;
let owner: TestOwner;
let program: Program;
beforeAll(async () => {
  const team = await createTestTeamWithClient(inject("socketDirectory"), {
    organizations: "anyone",
  });
  ({ test, setup, owner, program } = team);
});
afterAll(() => test.drop());

describe("ending a member's access", () => {
  it("ends their sessions, tokens and apps in the organization, and nothing elsewhere", async () => {
    const { userId, email } = await join("Mona", "member");
    const elsewhere = await setup.identity.createOrganization({
      ownerId: userId,
      name: "Elsewhere",
      type: "company",
    });
    await tokenOf(userId, owner.organizationId);
    await tokenOf(userId, elsewhere);
    const browser = await signedIn(email, owner.organizationId);
    const other = await signedIn(email, elsewhere);
    const here = await program.tokensBy(browser, owner.organizationId);
    const there = await program.tokensBy(other, elsewhere);
    const act = { organizationId: owner.organizationId, actorId: owner.userId, userId };
    expect(await setup.identity.listMemberAccess(act)).toMatchObject({
      sessions: [{ id: (await browser.session())?.sessionId }],
      grants: [{ organizationId: owner.organizationId }],
    });
    const ended = { sessions: 1, tokens: 1, apps: 1 };
    expect(await setup.identity.endMemberAccess(act)).toEqual(ended);
    expect([await browser.session(), await other.session()]).toEqual([null, expect.anything()]);
    expect([await isValid(here), await isValid(there)]).toEqual([false, true]);
  });

  it.each([
    ["member", "viewer", "Only owners and admins"],
    ["admin", "owner", "Only an owner can manage owners"],
  ] as const)("is not for a role like %s, of a role like %s", async (role, other, reason) => {
    const [actor, subject] = [await join(`A${role}`, role), await join(`B${other}`, other)];
    const act = {
      organizationId: owner.organizationId,
      actorId: actor.userId,
      userId: subject.userId,
    };
    await expect(setup.identity.listMemberAccess(act)).rejects.toThrow(reason);
    await expect(setup.identity.endMemberAccess(act)).rejects.toThrow(reason);
  });
});

it("the operator ends a user's apps with everything else", async () => {
  for (const [name, end] of [
    ["Nora", (email: string) => setup.identity.signOutUser({ email, everything: true })],
    ["Otto", (email: string) => setup.identity.disableUser({ email })],
  ] as const) {
    const { email } = await join(name, "member");
    const browser = await signedIn(email, owner.organizationId);
    const tokens = await program.tokensBy(browser, owner.organizationId);
    expect(await isValid(tokens)).toBe(true);
    expect(await end(email)).toMatchObject({ sessions: 1, apps: 1 });
    expect(await isValid(tokens)).toBe(false);
    expect((await program.refresh(tokens.refresh_token)).status).toBe(400);
  }
});

function join(name: string, role: Role) {
  const { organizationId, userId: actorId } = owner;
  return addMember(setup.identity, { organizationId, actorId, name, role });
}

async function signedIn(email: string, organizationId: string): Promise<Browser> {
  const browser = new Browser(setup.identity);
  await browser.signIn(email);
  await browser.post("/api/auth/organization", { organization: organizationId });
  return browser;
}

async function tokenOf(userId: string, organizationId: string): Promise<void> {
  const wish = { name: "t", scopes: ["read"], expiresInDays: 9 } as const;
  const holder = { tenant: { organizationId }, userId };
  await createToken(test.database, { ...wish, ...holder }, new Date());
}

async function isValid({ access_token }: Tokens): Promise<boolean> {
  return (await setup.identity.grantOf(access_token)) !== null;
}
