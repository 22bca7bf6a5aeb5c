import path from "node:path";
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { withClient } from "@trovella/db";
import { createIdentity } from "@trovella/identity";
import { OfficialProgram } from "@trovella/testing/identity/official-program";
import { fieldOf } from "@trovella/testing/identity/test-identity";
import { callTool, ToolError } from "@trovella/testing/mcp/mcp-client";
import { freePort } from "@trovella/testing/programs/free-port";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installSuite } from "../conformance/install-suite.ts";
import { runAuthorizationSuite } from "../conformance/run-authorization.ts";
import { startTeam, TEAM_SECRET, type TeamServer } from "./support/team-server.ts";
import { testDirectory } from "./support/test-directory.ts";
import { runTrovella } from "./support/trovella-process.ts";
import { locationOf, WebBrowser } from "./support/web-browser.ts";

const EMAIL = "ada@test.example";
const WEB_CLIENT = "https://client.example";

let team: TeamServer;
let password: string;
let organizationId: string;
beforeAll(async () => {
  team = await startTeam(path.join(testDirectory(), "run"), {
    TROVELLA_PROXIES: "1",
    TROVELLA_WEB_CLIENTS: WEB_CLIENT,
  });
  const limit = async () => ({ ok: true }) as const;
  const { database, url: publicUrl } = team;
  const parts = { database, publicUrl, secret: TEAM_SECRET, limit, now: () => new Date() };
  const owner = { name: "Ada", email: EMAIL, password: "forgotten by now, alas" };
  const created = await createIdentity(parts).createOwner({
    ...owner,
    organizationName: "Analytical Engines",
  });
  organizationId = created.organizationId;
  const reset = await runTrovella(
    ["user", "reset-password", "--email", EMAIL, "--json"],
    team.environment,
  );
  password = JSON.parse(reset.stdout).password;
});
afterAll(() => team.stop());

describe.each(["/mcp", "/api/mcp"])("the official MCP client at %s", (mcpPath) => {
  const program = new OfficialProgram();
  const browser = () => new WebBrowser(team.url, `203.0.113.${mcpPath.length}`);
  let requests: string[] = [];

  it("gets from a 401 to the sign-in page", async () => {
    await expect(connect()).rejects.toThrow(UnauthorizedError);
    expect(requests).toEqual([
      `POST ${mcpPath} 401`,
      `GET /.well-known/oauth-protected-resource${mcpPath} 200`,
      "GET /.well-known/oauth-authorization-server 200",
      "POST /api/auth/oauth2/register 201",
    ]);
    expect(Object.fromEntries(program.authorizationUrl.searchParams)).toMatchObject({
      scope: "read write offline_access",
      resource: team.url + mcpPath,
      code_challenge_method: "S256",
    });
  });

  it("gets a code when the user consents, and with it a tool's answer", async () => {
    const callback = await throughBrowser(program.authorizationUrl);
    expect(callback.searchParams.get("state")).toBe("the state");
    await newTransport().finishAuth(callback.searchParams);
    expect(program.stored?.scope).toBe("read write");
    const client = await connect();
    expect(await callTool(client, "ping", {})).toMatchObject({
      message: `Connected to Trovella as Ada (${EMAIL}).`,
    });
    await client.close();
  });

  it("cannot use its token at the console's API or its events", async () => {
    const headers = { authorization: `Bearer ${program.stored?.access_token}` };
    for (const consolePath of ["/api/trpc/member.list", "/api/trpc/toolCall.list", "/api/events"]) {
      const response = await fetch(team.url + consolePath, { headers });
      expect([consolePath, response.status]).toEqual([consolePath, 403]);
      await response.body?.cancel();
    }
  });

  it("asks the user again for a missing scope, and then gets it", async () => {
    const client = await connect();
    const decision = { planId: "plan_none", decision: "approve" };
    const asked = callTool(client, "submit_user_decision", decision);
    await expect(asked).rejects.toThrow(UnauthorizedError);
    expect(requests.at(-1)).toBe(`POST ${mcpPath} 403`);
    expect(program.authorizationUrl.searchParams.get("scope")).toBe(
      "read write review offline_access",
    );
    await client.close();

    const callback = await throughBrowser(program.authorizationUrl);
    await newTransport().finishAuth(callback.searchParams);
    const allowed = await connect();
    const answered = callTool(allowed, "submit_user_decision", decision);
    await expect(answered).rejects.toThrow(ToolError);
    await allowed.close();
  });

  it("refreshes automatically when its token has expired", async () => {
    const client = await connect();
    const before = program.stored?.access_token;
    await withClient(team.target, (database) =>
      database.query("UPDATE oauth_token SET expires_at = now() WHERE kind = 'access'"),
    );
    requests = [];
    await callTool(client, "ping", {});
    expect(requests).toEqual([
      `POST ${mcpPath} 401`,
      "POST /api/auth/oauth2/token 200",
      `POST ${mcpPath} 200`,
    ]);
    expect(program.stored?.access_token).not.toBe(before);
    await client.close();
  });

  it("is refused once its token was revoked", async () => {
    const { access_token = "", refresh_token = "" } = program.stored ?? {};
    const client_id = program.clientInformation()?.client_id ?? "";
    const revoked = await fetch(`${team.url}/api/auth/oauth2/revoke`, {
      method: "POST",
      body: new URLSearchParams({ token: refresh_token, client_id }),
    });
    expect(revoked.status).toBe(200);
    const response = await fetch(team.url + mcpPath, {
      method: "POST",
      headers: { authorization: `Bearer ${access_token}` },
    });
    const metadata = `${team.url}/.well-known/oauth-protected-resource${mcpPath}`;
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer error="invalid_token", resource_metadata="${metadata}", scope="read write"`,
    ]);
    await expect(connect()).rejects.toThrow(UnauthorizedError);
  });

  function newTransport(): StreamableHTTPClientTransport {
    requests = [];
    return new StreamableHTTPClientTransport(new URL(team.url + mcpPath), {
      authProvider: program,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        const { pathname } = new URL(url);
        requests.push(`${init?.method ?? "GET"} ${pathname} ${response.status}`);
        return response;
      },
    });
  }

  async function connect(): Promise<Client> {
    const options = { versionNegotiation: { mode: "auto" } } as const;
    const client = new Client({ name: "test-client", version: "1.2.3" }, options);
    await client.connect(newTransport());
    return client;
  }

  /** The user's steps: sign-in, then a consent page that names the client and the organization. */
  async function throughBrowser(url: URL): Promise<URL> {
    const person = browser();
    const start = await person.get(url.href);
    const signIn = await (await person.get(locationOf(start))).text();
    const signedIn = await person.signIn(EMAIL, password, fieldOf(signIn, "return_to"));
    const consent = await (await person.get(locationOf(signedIn))).text();
    expect(consent).toContain("Allow Test program to use Trovella?");
    expect(consent).toContain("Analytical Engines (owner)</option>");
    return person.allow(consent, organizationId);
  }
});

const installed = installSuite();
const obstacle = "obstacle" in installed ? ` (${installed.obstacle})` : "";
const mayBeSkipped = obstacle !== "" && process.env.CI !== "true";

describe.skipIf(mayBeSkipped)(`the official conformance suite${obstacle}`, () => {
  it("is passed in both scenarios for authorization servers", async () => {
    const port = await freePort("localhost");
    const registered = await fetch(`${team.url}/api/auth/oauth2/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ redirect_uris: [`http://127.0.0.1:${port}/callback`] }),
    });
    const { client_id: clientId } = (await registered.json()) as { client_id: string };
    const { exitCode, output } = await runAuthorizationSuite({
      issuer: team.url,
      clientId,
      resource: `${team.url}/mcp`,
      port,
      async visit(url) {
        const browser = new WebBrowser(team.url, "203.0.113.99");
        await browser.signIn(EMAIL, password);
        const consent = await (await browser.get(url)).text();
        await fetch(await browser.allow(consent, organizationId));
      },
    });
    console.log(output.slice(output.indexOf("=== SUMMARY")));
    expect(exitCode, output).toBe(0);
    const results = [...output.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)];
    expect(results.map(([, name, , failed]) => [name, failed])).toEqual([
      ["authorization-server-metadata-endpoint", "0"],
      ["authorization-code-grant", "0"],
    ]);
  });
});

describe("a client in a web page", () => {
  const preflight = (pathname: string, origin: string) =>
    fetch(team.url + pathname, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });

  it.each(["/mcp", "/api/mcp"])("may call %s from an allowed origin", async (pathname) => {
    const asked = await preflight(pathname, WEB_CLIENT);
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe(WEB_CLIENT);
    expect(asked.headers.get("access-control-allow-headers")).toContain("Authorization");
    expect(asked.headers.get("access-control-allow-credentials")).toBeNull();
    const refused = await fetch(team.url + pathname, {
      method: "POST",
      headers: { origin: WEB_CLIENT },
    });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("access-control-allow-origin")).toBe(WEB_CLIENT);
    expect(refused.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
  });

  it("may not from any other", async () => {
    for (const origin of ["https://evil.example", "null", `${WEB_CLIENT}.evil.example`]) {
      const asked = await preflight("/mcp", origin);
      expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    }
    const elsewhere = await preflight("/api/trpc/review.decide", WEB_CLIENT);
    expect(elsewhere.headers.get("access-control-allow-origin")).toBeNull();
  });

  it.each([
    ["GET", "/.well-known/oauth-protected-resource/mcp", 200],
    ["GET", "/.well-known/oauth-protected-resource/api/mcp", 200],
    ["GET", "/.well-known/oauth-authorization-server", 200],
    ["POST", "/api/auth/oauth2/token", 400],
    ["POST", "/api/auth/oauth2/register", 400],
    ["POST", "/api/auth/oauth2/revoke", 400],
  ])("may %s %s from anywhere, without cookies", async (method, pathname, status) => {
    const origin = "https://anywhere.example";
    const asked = await preflight(pathname, origin);
    expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    const answer = await fetch(team.url + pathname, { method, headers: { origin } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  });
});
