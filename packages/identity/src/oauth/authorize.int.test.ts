import type { TestDatabase } from "@trovella/testing/database/test-database";
import {
  Browser,
  createTestIdentity,
  fieldOf,
  ORIGIN,
  type TestIdentity,
} from "@trovella/testing/identity/test-identity";
import {
  CALLBACK,
  errorOf,
  Program,
  RESOURCE,
  tokensIn,
} from "@trovella/testing/identity/test-program";
import { createTestTeamWithClient, type TestOwner } from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

let test: TestDatabase;
let setup: TestIdentity;
let owner: TestOwner;
let browser: Browser;
let program: Program;
beforeAll(async () => {
  const team = await createTestTeamWithClient(inject("socketDirectory"));
  ({ test, setup, owner, browser, program } = team);
});
afterAll(() => test.drop());

describe("the metadata", () => {
  it.each(["oauth-authorization-server", "openid-configuration"])(
    "at %s describes the authorization server",
    async (name) => {
      const response = await browser.get(`/.well-known/${name}`);
      expect(await response.json()).toEqual({
        issuer: ORIGIN,
        authorization_endpoint: `${ORIGIN}/api/auth/oauth2/authorize`,
        token_endpoint: `${ORIGIN}/api/auth/oauth2/token`,
        registration_endpoint: `${ORIGIN}/api/auth/oauth2/register`,
        revocation_endpoint: `${ORIGIN}/api/auth/oauth2/revoke`,
        scopes_supported: ["read", "write", "offline_access"],
        response_types_supported: ["code"],
        response_modes_supported: ["query"],
        grant_types_supported: ["authorization_code", "refresh_token"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
        revocation_endpoint_auth_methods_supported: ["none"],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: false,
      });
    },
  );

  it.each(["", "/mcp"])(
    "of the protected resource%s names the audience of tokens",
    async (suffix) => {
      const response = await browser.get(`/.well-known/oauth-protected-resource${suffix}`);
      expect(await response.json()).toEqual({
        resource: RESOURCE,
        resource_name: "Trovella",
        authorization_servers: [ORIGIN],
        scopes_supported: ["read", "write"],
        bearer_methods_supported: ["header"],
      });
    },
  );
});

describe("a client that asks for authorization", () => {
  it("gets a code, its state and the issuer", async () => {
    const page = await (await browser.get(program.authorizePath())).text();
    const response = await decide(page, "allow");
    const location = new URL(response.headers.get("location") ?? "");
    expect(response.status).toBe(303);
    expect(location.origin + location.pathname).toBe(CALLBACK);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      code: expect.stringMatching(/^troc_[\w-]{43}$/),
      state: "a state & more",
      iss: ORIGIN,
    });
  });

  it("gets access_denied when the user denies it", async () => {
    const page = await (await browser.get(program.authorizePath())).text();
    const location = new URL((await decide(page, "deny")).headers.get("location") ?? "");
    expect(Object.fromEntries(location.searchParams)).toEqual({
      error: "access_denied",
      error_description: expect.any(String),
      state: "a state & more",
      iss: ORIGIN,
    });
  });

  it("gets no state that it did not send", async () => {
    const page = await (await browser.get(program.authorizePath({ state: undefined }))).text();
    const location = new URL((await decide(page, "allow")).headers.get("location") ?? "");
    expect([...location.searchParams.keys()]).toEqual(["code", "iss"]);
  });

  it("sends a user who is not signed in to the sign-in page, and gets them back", async () => {
    const stranger = new Browser(setup.identity);
    const path = program.authorizePath();
    const response = await stranger.get(path);
    const signIn = response.headers.get("location") ?? "";
    expect([response.status, signIn.startsWith(`${ORIGIN}/api/auth/sign-in?`)]).toEqual([
      303,
      true,
    ]);
    const page = await (await stranger.get(signIn)).text();
    expect(fieldOf(page, "return_to")).toBe(path);
  });

  it.each([
    ["an unknown client", { client_id: "client_00000000000000000000000000000000" }],
    ["no client", { client_id: undefined }],
    ["a client that is no id", { client_id: "' OR 1=1" }],
    ["two redirect URIs", { redirect_uri: [CALLBACK, CALLBACK] }],
    ["no redirect URI", { redirect_uri: undefined }],
    ["another host", { redirect_uri: "https://evil.example/callback" }],
    ["another path", { redirect_uri: "http://127.0.0.1:33418/callback/more" }],
    ["a path that ends with a slash", { redirect_uri: "http://127.0.0.1:33418/callback/" }],
    ["a query of its own", { redirect_uri: "http://127.0.0.1:33418/callback?x=1" }],
    ["another name of this computer", { redirect_uri: "http://localhost:33418/callback" }],
    ["another way to write it", { redirect_uri: "http://127.1:33418/callback" }],
    ["dots in the path", { redirect_uri: "http://127.0.0.1:33418/x/../callback" }],
    ["a path in capitals", { redirect_uri: "http://127.0.0.1:33418/Callback" }],
    ["an encoded path", { redirect_uri: "http://127.0.0.1:33418/%63allback" }],
    ["https instead of http", { redirect_uri: "https://127.0.0.1:33418/callback" }],
    ["a user", { redirect_uri: "http://127.0.0.1:33418@evil.example/callback" }],
    ["a user before it", { redirect_uri: "http://evil@127.0.0.1:33418/callback" }],
    ["a fragment", { redirect_uri: "http://127.0.0.1:33418/callback#x" }],
    ["a backslash", { redirect_uri: "http://127.0.0.1:33418\\@evil.example/callback" }],
    ["a line break", { redirect_uri: "http://127.0.0.1:33418/callback\r\nX: y" }],
    ["a script", { redirect_uri: "javascript:alert(1)" }],
  ])("gets no redirect with %s: the user sees the error", async (_, changes) => {
    const response = await browser.get(program.authorizePath(changes));
    expect([response.status, response.headers.get("location")]).toEqual([400, null]);
    expect(headersOf(response)).toEqual(["text/html; charset=utf-8", "no-store", "DENY"]);
    expect(await response.text()).toContain("Next:");
  });

  it.each([
    ["response_type=token", { response_type: "token" }, "unsupported_response_type"],
    ["no response_type", { response_type: undefined }, "invalid_request"],
    ["response_mode=fragment", { response_mode: "fragment" }, "invalid_request"],
    ["no PKCE", { code_challenge: undefined }, "invalid_request"],
    ["PKCE without a method", { code_challenge_method: undefined }, "invalid_request"],
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["a short challenge", { code_challenge: "abc" }, "invalid_request"],
    ["a challenge of other letters", { code_challenge: "=".repeat(43) }, "invalid_request"],
    ["another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["the resource with a slash", { resource: `${RESOURCE}/` }, "invalid_target"],
    ["the origin as resource", { resource: ORIGIN }, "invalid_target"],
    ["a second resource", { resource: [RESOURCE, "https://other.example"] }, "invalid_target"],
    ["an unknown scope", { scope: "read everything" }, "invalid_scope"],
    ["a request object", { request: "x" }, "request_not_supported"],
    ["a request URI", { request_uri: "https://x.example" }, "request_uri_not_supported"],
    ["a scope twice", { scope: ["read", "admin"] }, "invalid_request"],
    ["prompt=none", { prompt: "none" }, "consent_required"],
  ])("is refused with %s", async (_, changes, error) => {
    const response = await browser.get(program.authorizePath(changes));
    const location = new URL(response.headers.get("location") ?? "");
    expect([response.status, location.origin + location.pathname]).toEqual([303, CALLBACK]);
    expect(location.searchParams.get("error")).toBe(error);
    expect(location.searchParams.get("state")).toBe("a state & more");
    expect(location.searchParams.get("iss")).toBe(ORIGIN);
    expect(location.searchParams.has("code")).toBe(false);
    expect(headersOf(response)).toEqual([null, "no-store", "DENY"]);
  });

  it("learns nothing when it wants no page and no user is signed in", async () => {
    const response = await new Browser(setup.identity).get(
      program.authorizePath({ prompt: "none" }),
    );
    expect(response.headers.get("location")).toMatch(`${ORIGIN}/api/auth/sign-in?return_to=`);
  });

  it("may use any port of this computer", async () => {
    const redirect_uri = "http://127.0.0.1:50001/callback";
    const code = await program.codeBy(browser, owner.organizationId, { redirect_uri });
    expect((await program.exchange(code)).status).toBe(400);
    expect((await program.exchange(code, { redirect_uri })).status).toBe(200);
  });

  it.each([{ scope: undefined }, { scope: "" }, { scope: "offline_access" }])(
    "may read and write when it asks for nothing else: %o",
    async (changes) => {
      const code = await program.codeBy(browser, owner.organizationId, changes);
      expect(await (await program.exchange(code)).json()).toMatchObject({ scope: "read write" });
    },
  );

  it("needs no resource: there is only one", async () => {
    const code = await program.codeBy(browser, owner.organizationId, { resource: undefined });
    const { access_token } = await tokensIn(program.exchange(code, { resource: undefined }));
    expect(await setup.identity.grantOf(access_token)).not.toBeNull();
  });
});

describe("the consent page", () => {
  it("names the client, the recipient of the code, the scopes, and the organizations", async () => {
    const page = await (await browser.get(program.authorizePath({ scope: "review read" }))).text();
    expect(page).toContain("<dd>Test program</dd>");
    expect(page).toContain("<dd>127.0.0.1:33418</dd>");
    expect(page).toContain("a program on this computer");
    expect(page).toContain("<li>Read plans, findings and reports</li>");
    expect(page).toContain('name="scope_review" value="on" checked> Decide reviews in your name');
    expect(page).toContain(
      `<option value="${owner.organizationId}" selected>Research (owner)</option>`,
    );
  });

  it("shows names as text, without characters that cannot be seen", async () => {
    const evil = new Program(setup.identity);
    await evil.register({ client_name: `<img src=x onerror=alert(1)>\u202e"'&` });
    const page = await (await browser.get(evil.authorizePath())).text();
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt; &quot;&#39;&amp;");
    expect(page).not.toContain("<img");
    expect(page).not.toContain("\u202e");
  });

  it("cannot be embedded, and leads to the client and nowhere else", async () => {
    const { headers } = await browser.get(program.authorizePath());
    expect(headers.get("content-security-policy")).toMatch(
      /form-action 'self' http:\/\/127\.0\.0\.1:33418; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("makes a user with several organizations choose", async () => {
    const second = await setup.identity.createOrganization({
      ownerId: owner.userId,
      name: "Second",
      type: "personal",
    });
    const other = new Browser(setup.identity);
    await other.signIn(owner.email);
    const page = await (await other.get(program.authorizePath())).text();
    expect(page).toContain('<option value="">Choose one</option>');
    expect(page).not.toContain(" selected>");
    const request = fieldOf(page, "request");
    const none = await consent(other, { request, organization: "", decision: "allow" });
    expect(none.status).toBe(400);
    const code = await program.codeBy(other, second);
    const { access_token } = await tokensIn(program.exchange(code));
    expect(await setup.identity.grantOf(access_token)).toMatchObject({ organizationId: second });
    await setup.identity
      .removeMember({
        organizationId: second,
        actorId: owner.userId,
        userId: owner.userId,
      })
      .catch(() => undefined);
  });

  it("accepts no organization that the user does not belong to", async () => {
    const page = await (await browser.get(program.authorizePath())).text();
    const request = fieldOf(page, "request");
    const response = await consent(browser, {
      request,
      organization: "org_foreign",
      decision: "allow",
    });
    expect([response.status, response.headers.get("location")]).toEqual([400, null]);
  });

  it.each([
    ["nothing", () => ""],
    ["a changed request", (sealed: string) => `x${sealed.slice(1)}`],
    ["another signature", (sealed: string) => `${sealed.split(".")[0]}.${"A".repeat(43)}`],
    ["no signature", (sealed: string) => sealed.split(".")[0] ?? ""],
  ])("accepts no decision with %s", async (_, change) => {
    const page = await (await browser.get(program.authorizePath())).text();
    const response = await consent(browser, {
      request: change(fieldOf(page, "request")),
      organization: owner.organizationId,
      decision: "allow",
    });
    expect([response.status, response.headers.get("location")]).toEqual([400, null]);
  });

  it("accepts no decision of another session, without a session, or after ten minutes", async () => {
    const page = await (await browser.get(program.authorizePath())).text();
    const form = {
      request: fieldOf(page, "request"),
      organization: owner.organizationId,
      decision: "allow",
    };
    const other = new Browser(setup.identity);
    await other.signIn(owner.email);
    expect((await consent(other, form)).status).toBe(400);
    expect((await consent(new Browser(setup.identity), form)).status).toBe(400);
    const before = setup.clock.now;
    setup.clock.now = new Date(before.getTime() + 10 * 60 * 1000);
    const late = await consent(browser, form);
    setup.clock.now = before;
    expect(late.status).toBe(400);
    expect((await consent(browser, { ...form, decision: "perhaps" })).status).toBe(400);
    expect((await consent(browser, form)).status).toBe(303);
  });

  it("refuses a user who belongs to no organization", async () => {
    const { identity } = setup;
    const { organizationId, userId: actorId } = owner;
    const email = "leaver@research.example";
    const { link } = await identity.invite({ organizationId, actorId, email, role: "member" });
    const leaver = new Browser(identity);
    await leaver.get(link);
    const form = { as: "new", name: "Leaver", password: "correct horse battery" };
    await leaver.post("/api/auth/invitation", form);
    const userId = (await leaver.session())?.userId ?? "";
    await identity.leave({ organizationId, userId });
    expect((await leaver.get(program.authorizePath())).status).toBe(403);
  });
});

describe("registering a client", () => {
  it("gives it an id and no secret, whatever it asks for", async () => {
    const response = await program.register({
      redirect_uris: [
        CALLBACK,
        "https://app.example/callback",
        "cursor://anysphere.cursor/callback",
      ],
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      scope: "read",
      unknown: 1,
    });
    expect(response.status).toBe(201);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      client_id: expect.stringMatching(/^client_[0-9a-f]{32}$/),
      client_id_issued_at: Math.floor(setup.clock.now.getTime() / 1000),
      client_name: "Test program",
      redirect_uris: [
        CALLBACK,
        "https://app.example/callback",
        "cursor://anysphere.cursor/callback",
      ],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    });
  });

  it.each([
    ["no redirect URIs", { redirect_uris: undefined }, "invalid_redirect_uri"],
    ["an empty list", { redirect_uris: [] }, "invalid_redirect_uri"],
    ["a text instead of a list", { redirect_uris: CALLBACK }, "invalid_redirect_uri"],
    [
      "too many",
      { redirect_uris: Array.from({ length: 11 }, () => CALLBACK) },
      "invalid_redirect_uri",
    ],
    [
      "one bad among good",
      { redirect_uris: [CALLBACK, "http://x.example/"] },
      "invalid_redirect_uri",
    ],
    ["no text", { redirect_uris: [1] }, "invalid_redirect_uri"],
    ["other grants", { grant_types: ["client_credentials"] }, "invalid_client_metadata"],
    [
      "the implicit grant",
      { grant_types: ["authorization_code", "implicit"] },
      "invalid_client_metadata",
    ],
    ["other responses", { response_types: ["token"] }, "invalid_client_metadata"],
  ])("is refused with %s", async (_, metadata, error) => {
    const response = await new Program(setup.identity).register(metadata);
    expect(await errorOf(response)).toEqual([400, error]);
  });

  it.each([
    ["text/plain", "{}"],
    ["application/json", "{"],
    ["application/json", "[]"],
    ["application/json", `{"client_name":"${"x".repeat(70_000)}"}`],
  ])("is refused as %s with %.20s", async (type, body) => {
    const response = await program.send("register", body, { "content-type": type });
    expect(await errorOf(response)).toEqual([400, "invalid_client_metadata"]);
  });

  it("is limited by IP address", async () => {
    const { identity, limits } = createTestIdentity(test.database);
    limits.answer = () => ({ ok: false, retryAfterSeconds: 3 });
    const response = await new Program(identity).register();
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "3"]);
    expect(limits.keys).toEqual(["oauth-register:address:203.0.113.8"]);
  });

  it("is limited over all IP addresses", async () => {
    const { identity, limits } = createTestIdentity(test.database);
    limits.answer = (key) =>
      key === "oauth-register:everywhere" ? { ok: false, retryAfterSeconds: 3 } : { ok: true };
    expect((await new Program(identity).register()).status).toBe(429);
  });
});

function headersOf({ headers }: Response): (string | null)[] {
  return ["content-type", "cache-control", "x-frame-options"].map((name) => headers.get(name));
}

function decide(page: string, decision: string): Promise<Response> {
  const organization = owner.organizationId;
  return consent(browser, { request: fieldOf(page, "request"), organization, decision });
}

function consent(who: Browser, form: Record<string, string>): Promise<Response> {
  return who.post("/api/auth/oauth2/consent", form);
}
