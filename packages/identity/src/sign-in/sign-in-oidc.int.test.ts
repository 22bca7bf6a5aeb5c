import { withClient, withTenantContext } from "@trovella/db";
import {
  createToken,
  flushSecurityEvents,
  listSecurityEvents,
  listServerSecurityEvents,
  TokenVerifier,
} from "@trovella/db/identity";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import { type FakeIssuer, startFakeIssuer } from "@trovella/testing/identity/fake-issuer";
import {
  addMember,
  Browser,
  createTestIdentity,
  ORIGIN,
  type TestIdentity,
  unescapeHtml,
} from "@trovella/testing/identity/test-identity";
import { createTestTeam, type TestOwner } from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";

let test: TestDatabase;
let issuer: FakeIssuer;
let setup: TestIdentity;
let owner: TestOwner;
beforeAll(async () => {
  issuer = await startFakeIssuer();
  const team = await createTestTeam(inject("socketDirectory"), { oidc: provider() });
  ({ test, setup, owner } = team);
});
afterAll(async () => {
  await issuer.close();
  await test.drop();
});
beforeEach(() => {
  issuer.algorithm = "RS256";
});

describe("signing in at a provider", () => {
  it("asks with PKCE, state and nonce, and keeps the state in the browser", async () => {
    const browser = new Browser(setup.identity);
    const address = await depart(browser);
    expect(address.origin + address.pathname).toBe(`${issuer.issuer}/authorize`);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "trovella",
      redirect_uri: `${ORIGIN}/api/auth/callback/oidc`,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^.{32,}$/),
      nonce: expect.stringMatching(/^.{16,}$/),
      scope: expect.stringContaining("openid"),
    });
    expect(browser.setCookies[0]).toMatch(
      /^__Host-trovella\.oauth_state=.*Path=\/.*HttpOnly.*Secure.*SameSite=Lax/,
    );
  });

  it("creates an account for an invited user, who joins with the link", async () => {
    const email = "ida@research.example";
    const { link } = await invite(email);
    const path = link.slice(ORIGIN.length);
    const browser = new Browser(setup.identity);
    const response = await comeBack(browser, { email, email_verified: true, sub: "ida" }, path);
    expect(response.headers.get("location")).toBe(link);
    expect(await browser.session()).toMatchObject({ userEmail: email, organizationId: null });
    await browser.get(link);
    await browser.post("/api/auth/invitation", { as: "member" });
    expect(await browser.session()).toMatchObject({ role: "member" });
    const again = new Browser(setup.identity);
    await comeBack(again, { email, email_verified: true, sub: "ida" });
    expect(await again.session()).toMatchObject({ userEmail: email, role: "member" });
  });

  it("stores no token of the provider", async () => {
    const { rows } = await withClient(test.target, (client) =>
      client.query("SELECT json_agg(account)::text AS all FROM account"),
    );
    expect(rows[0].all).toContain('"provider_id":"oidc"');
    expect(rows[0].all).not.toContain("provider-access-token");
  });

  it.each([
    ["was not invited", { email: "nobody@research.example", email_verified: true, sub: "n" }],
    ["has an address that is not verified", { email: "jan@research.example", sub: "j" }],
    ["says so itself", { email: "jan@research.example", email_verified: "true", sub: "j" }],
    ["has no address", { sub: "j" }],
    ["has no id", { email: "jan@research.example", email_verified: true }],
    [
      "has the address of an account here, but not verified",
      { email: "olga@research.example", sub: "o" },
    ],
  ])("refuses a user who %s", async (_, claims) => {
    await invite("jan@research.example");
    const browser = new Browser(setup.identity);
    await flushSecurityEvents(test.database);
    const [last] = await listServerSecurityEvents(test.database, { limit: 1 });
    await expectRefusal(browser, await comeBack(browser, claims));
    const [recorded] = await listServerSecurityEvents(test.database, { limit: 1 });
    expect(recorded).toMatchObject({ kind: "sign_in_refused", subjectKind: "server" });
    expect(recorded?.id).not.toBe(last?.id);
  });

  it("signs a user in to the account of a proven address, whose password stays", async () => {
    const browser = new Browser(setup.identity);
    await comeBack(browser, { email: owner.email, email_verified: true, sub: "olga" });
    expect(await browser.session()).toMatchObject({ userId: owner.userId });
    expect((await new Browser(setup.identity).signIn(owner.email)).status).toBe(303);
  });

  it("gives an account that was made without proof to the person who proves its address", async () => {
    const { organizationId, userId: actorId } = owner;
    const squatted = await addMember(setup.identity, {
      organizationId,
      actorId,
      name: "Ceo",
      role: "member",
    });
    const squatter = new Browser(setup.identity);
    await squatter.signIn(squatted.email);
    const { token } = await createToken(
      test.database,
      {
        tenant: { organizationId },
        userId: squatted.userId,
        name: "t",
        scopes: ["read"],
        expiresInDays: 9,
      },
      new Date(),
    );
    const verifier = new TokenVerifier(test.database, { now: () => new Date() });
    const person = new Browser(setup.identity);
    await comeBack(person, { email: squatted.email, email_verified: true, sub: "ceo" });
    expect(await person.session()).toMatchObject({ userId: squatted.userId, organizationId });
    expect(await squatter.session()).toBeNull();
    expect(await verifier.verify(token)).toBeNull();
    expect((await new Browser(setup.identity).signIn(squatted.email)).status).toBe(401);
    const events = await withTenantContext(test.database, { organizationId }, (context) =>
      listSecurityEvents(context, { kind: "sessions_ended", userId: squatted.userId, limit: 9 }),
    );
    expect(events).toMatchObject([{ after: { sessions: 1, tokens: 1, apps: 0 } }]);
  });

  it.each([
    ["unsigned", () => ({}), "none"],
    ["signed with another key", () => ({}), "other key"],
    ["for another audience", () => ({ aud: "another" }), "RS256"],
    ["from another issuer", () => ({ iss: "https://evil.example" }), "RS256"],
    ["for another attempt", () => ({ nonce: "another" }), "RS256"],
    ["expired", () => ({ exp: Math.floor(Date.now() / 1000) - 600 }), "RS256"],
  ] as const)("accepts no ID token that is %s", async (_, changes, algorithm) => {
    await invite("kim@research.example");
    issuer.algorithm = algorithm;
    const browser = new Browser(setup.identity);
    const claims = { email: "kim@research.example", email_verified: true, sub: "kim" };
    await expectRefusal(browser, await comeBack(browser, { ...claims, ...changes() }));
  });

  it("accepts no callback with another state, without the browser's own, or a second time", async () => {
    const email = "lou@research.example";
    await invite(email);
    const claims = { email, email_verified: true, sub: "lou" };
    const browser = new Browser(setup.identity);
    const address = await depart(browser);
    promise(address, claims);
    const state = address.searchParams.get("state") ?? "";
    const answer = (who: Browser, given: string) =>
      who.get(`/api/auth/callback/oidc?${new URLSearchParams({ code: "c", state: given })}`);
    const stranger = new Browser(setup.identity);
    await expectRefusal(stranger, await answer(stranger, state));
    const other = new Browser(setup.identity);
    await depart(other);
    await expectRefusal(other, await answer(other, state));
    expect((await answer(browser, state)).headers.get("location")).toBe(
      `${ORIGIN}/api/auth/organization?return_to=%2F`,
    );
    expect(await browser.session()).toMatchObject({ userEmail: email });
    browser.cookies.delete("__Host-trovella.session_token");
    await expectRefusal(browser, await answer(browser, state));
  });

  it("shows the user that it failed", async () => {
    const page = await new Browser(setup.identity).get("/api/auth/sign-in?failed=provider");
    expect(await page.text()).toContain("failed. Next:");
  });

  it("is possible as soon as the provider is available, without a restart", async () => {
    const late = await startFakeIssuer();
    const oidc = { ...provider(), issuer: late.issuer };
    await late.close();
    const { identity } = createTestIdentity(test.database, { oidc });
    const browser = new Browser(identity);
    const response = await browser.post("/api/auth/oidc", { return_to: "/" });
    expect([response.status, await response.text()]).toEqual([
      503,
      expect.stringContaining("is not responding"),
    ]);
    // Signing in with a password works all the while.
    expect((await browser.signIn(owner.email)).status).toBe(303);
    const back = await startFakeIssuer(Number(new URL(late.issuer).port));
    const address = await depart(new Browser(identity));
    await back.close();
    expect(address.origin).toBe(late.issuer);
  });

  it("is not offered without a provider", async () => {
    const { identity } = createTestIdentity(test.database);
    const browser = new Browser(identity);
    expect(await (await browser.get("/api/auth/sign-in")).text()).not.toContain("/api/auth/oidc");
    expect((await browser.post("/api/auth/oidc", {})).status).toBe(404);
    expect((await browser.get("/api/auth/callback/oidc?code=x&state=y")).status).toBe(404);
  });
});

function provider() {
  return { issuer: issuer.issuer, clientId: "trovella", clientSecret: "provider-secret" };
}

function invite(email: string) {
  const { organizationId, userId: actorId } = owner;
  return setup.identity.invite({ organizationId, actorId, email, role: "member" });
}

/** The provider's URL, which the page leads to. */
async function depart(browser: Browser, returnTo = "/"): Promise<URL> {
  const response = await browser.post("/api/auth/oidc", { return_to: returnTo });
  const [, address = ""] = /<a href="([^"]*)"/.exec(await response.text()) ?? [];
  return new URL(unescapeHtml(address));
}

function promise(address: URL, claims: Record<string, unknown>): void {
  const nonce = address.searchParams.get("nonce");
  issuer.claims = { aud: "trovella", nonce, name: "Somebody", ...claims };
}

async function comeBack(
  browser: Browser,
  claims: Record<string, unknown>,
  returnTo = "/",
): Promise<Response> {
  const address = await depart(browser, returnTo);
  promise(address, claims);
  const state = address.searchParams.get("state") ?? "";
  return browser.get(`/api/auth/callback/oidc?${new URLSearchParams({ code: "c", state })}`);
}

async function expectRefusal(browser: Browser, response: Response): Promise<void> {
  expect(response.headers.get("location")).toMatch(`${ORIGIN}/api/auth/sign-in?failed=provider`);
  expect(await browser.session()).toBeNull();
}
