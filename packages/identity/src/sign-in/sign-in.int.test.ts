import { withClient } from "@trovella/db";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import {
  addMember,
  Browser,
  createTestIdentity,
  ORIGIN,
  PASSWORD,
  type TestIdentity,
} from "@trovella/testing/identity/test-identity";
import { createTestTeam, type TestOwner } from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

let test: TestDatabase;
let setup: TestIdentity;
let owner: TestOwner;
beforeAll(async () => {
  ({ test, setup, owner } = await createTestTeam(inject("socketDirectory")));
});
afterAll(() => test.drop());

describe("signing in", () => {
  it("gives a session in the user's only organization, with the role they have in it", async () => {
    const browser = new Browser(setup.identity);
    const response = await browser.signIn("Olga@Research.Example");
    expect([response.status, response.headers.get("location")]).toEqual([303, `${ORIGIN}/`]);
    expect(await browser.session()).toEqual({
      sessionId: expect.stringMatching(/^ses_/),
      userId: owner.userId,
      userName: "Olga",
      userEmail: owner.email,
      organizationId: owner.organizationId,
      role: "owner",
    });
  });

  it("keeps the session in a __Host- cookie that scripts cannot read", async () => {
    const browser = new Browser(setup.identity);
    await browser.signIn(owner.email);
    expect(browser.setCookies).toHaveLength(2);
    const [, line = ""] = browser.setCookies;
    const [pair, ...attributes] = line.split("; ");
    expect(pair).toMatch(/^__Host-trovella\.session_token=/);
    expect(attributes.sort()).toEqual([
      "HttpOnly",
      "Max-Age=1209600",
      "Path=/",
      "SameSite=Lax",
      "Secure",
    ]);
  });

  it("keeps it in a plain cookie on localhost, without https", async () => {
    const publicUrl = "http://127.0.0.1:4737";
    const { identity } = createTestIdentity(test.database, { publicUrl });
    const browser = new Browser(identity, publicUrl);
    await browser.signIn(owner.email);
    expect(browser.setCookies[1]).toMatch(/^trovella\.session_token=.*; HttpOnly; SameSite=Lax$/);
    expect(await browser.session()).toMatchObject({ userId: owner.userId });
  });

  it.each([
    "http://research.example",
    "https://research.example/path",
    "research.example",
    "https://research.example/?x",
  ])("is not offered at %s", (publicUrl) => {
    expect(() => createTestIdentity(test.database, { publicUrl })).toThrow("Next:");
  });

  it("stores no token and no password in plain text", async () => {
    const browser = new Browser(setup.identity);
    await browser.signIn(owner.email);
    const [cookie = ""] = browser.cookies.values();
    const [token = ""] = decodeURIComponent(cookie).split(".");
    expect(token.length).toBeGreaterThanOrEqual(32);
    const { rows } = await withClient(test.target, (client) =>
      client.query(
        "SELECT (SELECT json_agg(session) FROM session)::text || (SELECT json_agg(account) FROM account)::text AS all",
      ),
    );
    expect(rows[0].all).not.toContain(token);
    expect(rows[0].all).not.toContain(PASSWORD);
  });

  it("does not reveal whether an account exists", async () => {
    const answers = await Promise.all(
      ["olga@research.example", "nobody@research.example"].map(async (email) => {
        const browser = new Browser(setup.identity);
        const response = await browser.signIn(email, "wrong horse battery");
        expect(browser.setCookies).toEqual([]);
        return [response.status, (await response.text()).replaceAll(email, "")];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe(401);
  });

  it.each([
    ["no address", { password: PASSWORD }],
    ["no password", { email: "olga@research.example" }],
    ["nothing", {}],
    ["a broken address", { email: "olga", password: PASSWORD }],
    ["an endless password", { email: "olga@research.example", password: "x".repeat(10_000) }],
  ])("is refused with %s", async (_, form) => {
    const browser = new Browser(setup.identity);
    const response = await browser.post("/api/auth/sign-in", form as Record<string, string>);
    expect(response.status).toBe(401);
    expect(browser.setCookies).toEqual([]);
  });

  it("ends the session that the browser had", async () => {
    const browser = new Browser(setup.identity);
    await browser.signIn(owner.email);
    const earlier = browser.headers();
    await browser.signIn(owner.email);
    const request = new Request(ORIGIN, { headers: earlier });
    expect(await setup.identity.sessionOf(request)).toBeNull();
    expect(await browser.session()).not.toBeNull();
  });

  it("is rate-limited by IP address and by account", async () => {
    const { identity, limits } = createTestIdentity(test.database);
    const browser = new Browser(identity);
    await browser.signIn(owner.email);
    expect(limits.keys).toEqual([
      "sign-in:address:203.0.113.7",
      expect.stringMatching(/^sign-in:account:[0-9a-f]{64}$/),
      "sign-in:everywhere",
    ]);
    limits.answer = (key) =>
      key.startsWith("sign-in:account:") ? { ok: false, retryAfterSeconds: 12.2 } : { ok: true };
    const response = await new Browser(identity).signIn(owner.email);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "13"]);
  });

  it("counts the networks of IPv6 and failures alone", async () => {
    const { identity, limits } = createTestIdentity(test.database);
    const browser = new Browser(identity, ORIGIN, "2001:db8:1:2:3:4:5:6");
    await browser.signIn(owner.email, "a wrong password");
    expect(limits.keys.slice(0, 2)).toEqual([
      "sign-in:address:2001:db8:1:2::/64",
      "sign-in:site:2001:db8:1::/48",
    ]);
    expect(limits.refunds).toEqual([]);
    limits.keys.length = 0;
    await browser.signIn(owner.email);
    expect(limits.refunds).toEqual(limits.keys);
  });

  it("stays possible, while a stranger fails, in a browser that signed in here before", async () => {
    const { identity, limits } = createTestIdentity(test.database);
    const known = new Browser(identity);
    await known.signIn(owner.email);
    await known.post("/api/auth/sign-out", {});
    limits.answer = (key) =>
      key.startsWith("sign-in:browser:") ? { ok: true } : { ok: false, retryAfterSeconds: 5 };
    expect((await new Browser(identity).signIn(owner.email)).status).toBe(429);
    expect((await known.signIn(owner.email)).status).toBe(303);
    // What the browser knows is one account.
    expect((await known.signIn("other@research.example")).status).toBe(429);
  });

  it("gives no bucket of its own to a browser that made its cookie itself", async () => {
    const { identity, limits } = createTestIdentity(test.database);
    const known = new Browser(identity);
    await known.signIn(owner.email);
    const name = "__Host-trovella.known_browser";
    const [body = "", signature = ""] = known.cookies.get(name)?.split(".") ?? [];
    const sealed = JSON.parse(Buffer.from(body, "base64url").toString());
    sealed.content.id = "made up";
    const forged = Buffer.from(JSON.stringify(sealed)).toString("base64url");
    const stranger = new Browser(identity);
    stranger.cookies.set(name, `${forged}.${signature}`);
    limits.keys.length = 0;
    await stranger.signIn(owner.email, "a wrong password");
    expect(limits.keys[0]).toBe("sign-in:address:203.0.113.7");
  });

  it.each([
    ["/plans?x=1", "/plans?x=1"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["https://evil.example/", "/"],
    ["/a/..//evil.example", "/"],
    ["javascript:alert(1)", "/"],
    ["", "/"],
  ])("returns from %j to %s", async (returnTo, expected) => {
    const browser = new Browser(setup.identity);
    const form = { email: owner.email, password: PASSWORD, return_to: returnTo };
    const response = await browser.post("/api/auth/sign-in", form);
    expect(response.headers.get("location")).toBe(ORIGIN + expected);
  });
});

describe("a session", () => {
  it("ends when the user signs out", async () => {
    const browser = new Browser(setup.identity);
    await browser.signIn(owner.email);
    const earlier = browser.headers();
    const response = await browser.post("/api/auth/sign-out", {});
    expect(response.status).toBe(303);
    expect([...browser.cookies.keys()]).toEqual(["__Host-trovella.known_browser"]);
    expect(await setup.identity.sessionOf(new Request(ORIGIN, { headers: earlier }))).toBeNull();
  });

  it("expires after fourteen days, and is deleted then", async () => {
    const { identity, clock } = createTestIdentity(test.database);
    const browser = new Browser(identity);
    await browser.signIn(owner.email);
    clock.now = new Date(Date.now() + 13.9 * 24 * 60 * 60 * 1000);
    expect(await browser.session()).not.toBeNull();
    clock.now = new Date(Date.now() + 14.1 * 24 * 60 * 60 * 1000);
    expect(await browser.session()).toBeNull();
    await identity.sweep();
    const { rows } = await withClient(test.target, (client) =>
      client.query("SELECT count(*)::int AS total FROM session"),
    );
    expect(rows).toEqual([{ total: 0 }]);
  });

  it.each([
    ["a changed token", (cookie: string) => `x${cookie.slice(1)}`],
    ["a changed signature", (cookie: string) => `${cookie.slice(0, -8)}AAAAA%3D`],
    ["no signature", (cookie: string) => cookie.split(".")[0] ?? ""],
    ["nothing", () => ""],
    ["broken escapes", () => "%E0%A4%A"],
  ])("is not found with %s", async (_, change) => {
    const browser = new Browser(setup.identity);
    await browser.signIn(owner.email);
    for (const [name, value] of browser.cookies) browser.cookies.set(name, change(value));
    expect(await browser.session()).toBeNull();
  });

  it("shows a new role and a removal at once", async () => {
    const { identity } = setup;
    const { organizationId, userId: actorId } = owner;
    const { userId, email } = await addMember(identity, {
      organizationId,
      actorId,
      name: "Mia",
      role: "member",
    });
    const browser = new Browser(identity);
    await browser.signIn(email);
    expect(await browser.session()).toMatchObject({ organizationId, role: "member" });
    await identity.changeRole({ organizationId, actorId, userId, role: "viewer" });
    expect(await browser.session()).toMatchObject({ organizationId, role: "viewer" });
    await identity.removeMember({ organizationId, actorId, userId });
    expect(await browser.session()).toMatchObject({ userId, organizationId: null, role: null });
  });

  it("is in no organization until one of several is chosen", async () => {
    const { identity } = setup;
    const second = await identity.createOrganization({
      ownerId: owner.userId,
      name: "Second",
      type: "personal",
    });
    const browser = new Browser(identity);
    await browser.signIn(owner.email);
    const session = await browser.session();
    expect(session).toMatchObject({ organizationId: null, role: null });
    const { sessionId = "", userId = "" } = session ?? {};
    await identity.setActiveOrganization({ sessionId, userId, organizationId: second });
    expect(await browser.session()).toMatchObject({ organizationId: second, role: "owner" });
    await expect(
      identity.setActiveOrganization({ sessionId, userId, organizationId: "org_unknown" }),
    ).rejects.toThrow("Organization not found.");
    await expect(
      identity.setActiveOrganization({ sessionId, userId: "usr_x", organizationId: second }),
    ).rejects.toThrow("Organization not found.");
  });
});

describe("the forms of users", () => {
  const FORMS = ["sign-in", "sign-out", "oidc", "setup", "invitation", "oauth2/consent"];
  const FOREIGN: Record<string, string>[] = [
    {},
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://research.example" },
    { origin: `${ORIGIN}:8443` },
    { origin: ORIGIN, "sec-fetch-site": "cross-site" },
    { origin: ORIGIN, "sec-fetch-site": "same-site" },
    { origin: ORIGIN, "sec-fetch-site": "none" },
    { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "none" },
  ];
  it.each(FORMS.flatMap((form) => FOREIGN.map((headers) => [form, headers] as const)))(
    "are refused from another origin (CSRF): %s with %o",
    async (form, headers) => {
      const browser = new Browser(setup.identity);
      const fields = { email: owner.email, password: PASSWORD };
      const response = await browser.post(`/api/auth/${form}`, fields, headers);
      expect(response.status).toBe(403);
      expect(browser.setCookies).toEqual([]);
    },
  );

  it.each([{ origin: ORIGIN }, { "sec-fetch-site": "same-origin" }])(
    "are accepted with %o",
    async (headers) => {
      const fields = { email: owner.email, password: PASSWORD };
      const browser = new Browser(setup.identity);
      const response = await browser.post("/api/auth/sign-in", fields, headers as never);
      expect(response.status).toBe(303);
    },
  );

  it("change nothing by GET", async () => {
    const browser = new Browser(setup.identity);
    await browser.signIn(owner.email);
    for (const path of ["sign-out", "oidc", "oauth2/consent", "oauth2/token", "oauth2/register"]) {
      const response = await browser.get(`/api/auth/${path}`);
      expect([path, response.status, response.headers.get("allow")]).toEqual([path, 405, "POST"]);
    }
    expect(await browser.session()).not.toBeNull();
  });

  it.each(["sign-in", "invitation", "oauth2/authorize"])(
    "are on pages that nothing can embed and that run nothing: %s",
    async (path) => {
      const browser = new Browser(setup.identity);
      // Without a session it only redirects.
      if (path === "oauth2/authorize") await browser.signIn(owner.email);
      const { headers } = await browser.get(`/api/auth/${path}`);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    },
  );
});

describe("the endpoints of the sign-in library", () => {
  it.each([
    "sign-up/email",
    "sign-in/email",
    "sign-in/social",
    "get-session",
    "list-sessions",
    "update-user",
    "change-email",
    "delete-user",
    "request-password-reset",
    "reset-password",
    "callback/google",
    "error",
    "ok",
  ])("are not reachable: %s", async (path) => {
    const browser = new Browser(setup.identity);
    await browser.signIn(owner.email);
    for (const response of [
      await browser.get(`/api/auth/${path}`),
      await browser.post(`/api/auth/${path}`, {}),
    ])
      expect(response.status).toBe(404);
  });

  it("leave every other path to the server", async () => {
    for (const path of ["/", "/plans", "/mcp", "/api/authors", "/.well-known/security.txt"]) {
      const request = new Request(ORIGIN + path);
      expect(await setup.identity.handle(request, { address: "" })).toBeNull();
    }
  });
});
