import { withClient } from "@trovella/db";
import type { Role } from "@trovella/foundation";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import {
  addMember,
  addOutsider,
  Browser,
  fieldOf,
  PASSWORD,
  type TestIdentity,
  unescapeHtml,
} from "@trovella/testing/identity/test-identity";
import { createTestTeam, type TestOwner } from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Identity } from "../identity.ts";

let test: TestDatabase;
let setup: TestIdentity;
let identity: Identity;
let owner: TestOwner;
beforeAll(async () => {
  const team = await createTestTeam(inject("socketDirectory"));
  ({ test, setup, owner } = team);
  identity = team.setup.identity;
});
afterAll(() => test.drop());

describe("an invitation", () => {
  it("creates an account for a new user and signs them in", async () => {
    const { browser } = await openInvitation("nina", "member");
    const form = { as: "new", name: "Nina", password: PASSWORD };
    expect((await browser.post("/api/auth/invitation", form)).status).toBe(303);
    expect(await browser.session()).toMatchObject({
      userEmail: "nina@research.example",
      organizationId: owner.organizationId,
      role: "member",
    });
  });

  it("is accepted with an existing account by way of the sign-in page", async () => {
    await addOutsider(identity, owner.userId, "paul");
    const { browser, page } = await openInvitation("paul", "viewer");
    const [, link = ""] = /href="(\/api\/auth\/sign-in[^"]*)"/.exec(page) ?? [];
    const signIn = await (await browser.get(unescapeHtml(link))).text();
    const returnTo = fieldOf(signIn, "return_to");
    expect(returnTo).toBe("/api/auth/invitation");
    const email = "paul@research.example";
    await browser.post("/api/auth/sign-in", { email, password: PASSWORD, return_to: returnTo });
    const joining = await (await browser.get(returnTo)).text();
    const form = { as: fieldOf(joining, "as") };
    expect(form.as).toBe("member");
    expect((await browser.post("/api/auth/invitation", form)).status).toBe(303);
    const { organizationId } = owner;
    expect(await browser.session()).toMatchObject({ organizationId, role: "viewer" });
    expect([...browser.cookies.keys()].filter((name) => name.includes("invitation"))).toEqual([]);
  });

  it("is accepted once, however many use it at the same time", async () => {
    const { token } = await openInvitation("quin", "member");
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        identity.acceptInvitation({ token, as: { name: "Quin", password: PASSWORD } }),
      ),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(
      identity.acceptInvitation({ token, as: { userId: owner.userId } }),
    ).rejects.toThrow("has been used, was revoked, or has expired");
  });

  it("is accepted once with an existing account, however often the button is pressed", async () => {
    const { userId } = await addOutsider(identity, owner.userId, "qara");
    const { token } = await openInvitation("qara", "member");
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => identity.acceptInvitation({ token, as: { userId } })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("is for its own e-mail address alone", async () => {
    const { userId } = await addOutsider(identity, owner.userId, "rosa");
    const { token, link } = await openInvitation("somebody", "member");
    await expect(identity.acceptInvitation({ token, as: { userId } })).rejects.toThrow(
      "for another e-mail address",
    );
    const browser = new Browser(identity);
    await browser.signIn("rosa@research.example");
    await browser.get(link);
    const response = await browser.post("/api/auth/invitation", { as: "member" });
    expect(response.status).toBe(403);
  });

  it("does not take over an existing account", async () => {
    await addOutsider(identity, owner.userId, "tina");
    const { browser } = await openInvitation("tina", "member");
    const form = { as: "new", name: "Thief", password: "another long password" };
    const response = await browser.post("/api/auth/invitation", form);
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining("if you have one, sign in"),
    ]);
    expect((await new Browser(identity).signIn("tina@research.example")).status).toBe(303);
  });

  it.each([
    ["expires after seven days", async () => undefined, 7 * 24 * 60 * 60 * 1000],
    [
      "ends when it is revoked",
      async (invitationId: string) => identity.revokeInvitation({ ...asOwner(), invitationId }),
      0,
    ],
    [
      "ends when the address is invited again",
      async () => {
        await identity.invite({ ...asOwner(), email: "uma@research.example", role: "viewer" });
      },
      0,
    ],
  ])("%s", async (_, end, later) => {
    const { browser, invitationId } = await openInvitation("uma", "member");
    await end(invitationId);
    const before = setup.clock.now;
    setup.clock.now = new Date(before.getTime() + later);
    const shown = await browser.get("/api/auth/invitation");
    const form = { as: "new", name: "Uma", password: PASSWORD };
    const posted = await browser.post("/api/auth/invitation", form);
    setup.clock.now = before;
    expect([shown.status, posted.status]).toEqual([404, 404]);
  });

  it("ends with the role of the member who created it", async () => {
    const { organizationId, userId: actorId } = owner;
    const admin = await addMember(identity, {
      organizationId,
      actorId,
      name: "Vera",
      role: "admin",
    });
    const invite = () =>
      identity.invite({
        organizationId,
        actorId: admin.userId,
        email: "vera2@research.example",
        role: "admin",
      });
    for (const end of [
      () => identity.changeRole({ organizationId, actorId, userId: admin.userId, role: "member" }),
      () => identity.removeMember({ organizationId, actorId, userId: admin.userId }),
    ]) {
      await identity
        .changeRole({ organizationId, actorId, userId: admin.userId, role: "admin" })
        .catch(() => undefined);
      const { link } = await invite();
      await end();
      const browser = new Browser(identity);
      await browser.get(link);
      expect((await browser.get("/api/auth/invitation")).status).toBe(404);
    }
  });

  it("leaves the URL at once, for a short-lived cookie that ends when it is used", async () => {
    const email = "xena@research.example";
    const { link } = await identity.invite({ ...asOwner(), email, role: "member" });
    const browser = new Browser(identity);
    const response = await browser.get(link);
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      "https://research.example/api/auth/invitation",
    ]);
    expect(browser.setCookies.at(-1)).toMatch(
      /^__Host-trovella\.invitation=troi_.*Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const page = await (await browser.get("/api/auth/invitation")).text();
    expect(page).not.toContain("troi_");
    await browser.post("/api/auth/invitation", { as: "new", name: "Xena", password: PASSWORD });
    expect([...browser.cookies.keys()]).toEqual(["__Host-trovella.session_token"]);
  });

  it("is stored as a hash alone", async () => {
    const { token } = await openInvitation("wanda", "member");
    const { rows } = await withClient(test.target, (client) =>
      client.query("SELECT json_agg(invitation)::text AS all FROM invitation"),
    );
    expect(rows[0].all).not.toContain(token.slice(5));
  });
});

function asOwner() {
  return { organizationId: owner.organizationId, actorId: owner.userId };
}

async function openInvitation(name: string, role: Role) {
  const email = `${name}@research.example`;
  const { link, invitationId } = await identity.invite({ ...asOwner(), email, role });
  const browser = new Browser(identity);
  await browser.get(link);
  const page = await (await browser.get("/api/auth/invitation")).text();
  const token = new URL(link).searchParams.get("token") ?? "";
  expect(page).toContain(`invites ${email} to Research as ${role}`);
  return { browser, token, link, page, invitationId };
}
