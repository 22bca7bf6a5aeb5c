import type { TestDatabase } from "@trovella/testing/database/test-database";
import {
  addMember,
  Browser,
  createTestIdentity,
  ORIGIN,
  type TestIdentity,
} from "@trovella/testing/identity/test-identity";
import { Program } from "@trovella/testing/identity/test-program";
import { createTestTeam, type TestOwner } from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

let test: TestDatabase;
let setup: TestIdentity;
let owner: TestOwner;
let secondId: string;
beforeAll(async () => {
  ({ test, setup, owner } = await createTestTeam(inject("socketDirectory")));
  const second = { ownerId: owner.userId, name: "<b>Second</b>", type: "company" } as const;
  secondId = await setup.identity.createOrganization(second);
});
afterAll(() => test.drop());

const PAGE = "/api/auth/organization";

describe("choosing an organization", () => {
  it("comes after signing in with several, and before the requested page", async () => {
    const browser = new Browser(setup.identity);
    const response = await browser.signIn(owner.email);
    const place = `${ORIGIN}${PAGE}?return_to=%2F`;
    expect([response.status, response.headers.get("location")]).toEqual([303, place]);
    expect(await browser.session()).toMatchObject({ organizationId: null });
    // The sign-in page does not ask a signed-in user for a password again.
    const again = await browser.get("/api/auth/sign-in?return_to=%2Fplans");
    expect(again.headers.get("location")).toBe(`${ORIGIN}${PAGE}?return_to=%2Fplans`);
    // Consent asks for the organization itself.
    const program = await browser.get("/api/auth/sign-in?return_to=%2Fapi%2Fauth%2Foauth2%2Fx");
    expect(program.headers.get("location")).toBe(`${ORIGIN}/api/auth/oauth2/x`);

    const page = await (await browser.get(`${PAGE}?return_to=%2Fplans`)).text();
    expect(page).toContain("&lt;b&gt;Second&lt;/b&gt;");
    const form = { organization: secondId, return_to: "/plans" };
    const chosen = await browser.post(PAGE, form);
    expect([chosen.status, chosen.headers.get("location")]).toEqual([303, `${ORIGIN}/plans`]);
    expect(await browser.session()).toMatchObject({ organizationId: secondId, role: "owner" });
  });

  it("is refused for another user's organization like for one that does not exist", async () => {
    const member = await addMember(setup.identity, {
      organizationId: owner.organizationId,
      actorId: owner.userId,
      name: "Max",
      role: "member",
    });
    const browser = new Browser(setup.identity);
    await browser.signIn(member.email);
    const pages = [];
    for (const organization of [secondId, "org_unknown", ""]) {
      const response = await browser.post(PAGE, { organization });
      expect(response.status).toBe(400);
      pages.push(await response.text());
    }
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).not.toContain("Second");
    expect(await browser.session()).toMatchObject({ organizationId: owner.organizationId });
  });

  it("may be creating one, which the user then owns and works in", async () => {
    const browser = new Browser(setup.identity);
    await browser.signIn(owner.email);
    const wrong = await browser.post(PAGE, { as: "owner", name: " " });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain("1 to 100 visible characters");
    await browser.post(PAGE, { as: "owner", name: "Third" });
    const session = await browser.session();
    expect(session).toMatchObject({ role: "owner" });
    const organizations = await setup.identity.listOrganizations(owner.userId);
    const third = organizations.find(({ organizationName }) => organizationName === "Third");
    expect(session?.organizationId).toBe(third?.organizationId);
  });

  it("offers creating one to owners alone, unless the operator lets everybody", async () => {
    const { organizationId, userId: actorId } = owner;
    const role = "viewer";
    const viewer = await addMember(setup.identity, {
      organizationId,
      actorId,
      name: "Mallory",
      role,
    });
    const form = { as: "owner", name: "Research" };
    const browser = new Browser(setup.identity);
    await browser.signIn(viewer.email);
    expect(await (await browser.get(PAGE)).text()).not.toContain("Create it");
    const refused = await browser.post(PAGE, form);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Only owners of an organization can create another");
    expect(await setup.identity.listOrganizations(viewer.userId)).toHaveLength(1);

    const { identity } = createTestIdentity(test.database, { organizations: "anyone" });
    const free = new Browser(identity);
    await free.signIn(viewer.email);
    expect(await (await free.get(PAGE)).text()).toContain("Create it");
    expect((await free.post(PAGE, form)).status).toBe(303);
    expect(await free.session()).toMatchObject({ userId: viewer.userId, role: "owner" });
  });

  it("shows the id of organizations whose names look the same", async () => {
    const { userId: ownerId } = owner;
    const wish = { ownerId, type: "company" } as const;
    const twins = [
      await setup.identity.createOrganization({ ...wish, name: "Engines" }),
      await setup.identity.createOrganization({ ...wish, name: "\uff25NGINES" }),
    ];
    const browser = new Browser(setup.identity);
    await browser.signIn(owner.email);
    const page = await (await browser.get(PAGE)).text();
    const shown = [...page.matchAll(/<code>([^<]*)<\/code>/g)].map(([, id]) => id);
    expect(shown.sort()).toEqual(twins.sort());
    const program = new Program(setup.identity);
    await program.register();
    const consent = await (await browser.get(program.authorizePath())).text();
    for (const id of twins) expect(consent).toContain(`(owner, ${id})</option>`);
    expect(consent).toContain("Research (owner)</option>");
  });

  it("is for those who are signed in", async () => {
    const place = `${ORIGIN}/api/auth/sign-in?return_to=${encodeURIComponent(PAGE)}`;
    const stranger = new Browser(setup.identity);
    for (const response of [await stranger.get(PAGE), await stranger.post(PAGE, {})]) {
      expect([response.status, response.headers.get("location")]).toEqual([303, place]);
    }
  });

  it("is refused from another origin (CSRF), and leads nowhere else", async () => {
    const browser = new Browser(setup.identity);
    await browser.signIn(owner.email);
    const form = { organization: secondId, return_to: "//evil.example" };
    for (const headers of [
      { origin: "https://evil.example" },
      { "sec-fetch-site": "cross-site" },
      {},
    ]) {
      expect((await browser.post(PAGE, form, headers as Record<string, string>)).status).toBe(403);
    }
    expect(await browser.session()).toMatchObject({ organizationId: null });
    expect((await browser.post(PAGE, form)).headers.get("location")).toBe(`${ORIGIN}/`);
  });
});
