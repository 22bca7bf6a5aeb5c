import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import {
  Browser,
  createOwner,
  createTestIdentity,
  ORIGIN,
  type TestIdentity,
} from "@trovella/testing/identity/test-identity";
import { errorOf, Program, tokensIn } from "@trovella/testing/identity/test-program";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

let test: TestDatabase;
let setup: TestIdentity;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"), []);
  setup = createTestIdentity(test.database);
});
afterAll(() => test.drop());

const METADATA = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/openid-configuration",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/oauth-protected-resource/api/mcp",
];
const CLIENT_ENDPOINTS = ["token", "revoke", "register"].map((name) => `/api/auth/oauth2/${name}`);
const PAGES = [
  "/api/auth/oauth2/authorize",
  "/api/auth/oauth2/consent",
  "/api/auth/sign-in",
  "/api/auth/sign-out",
  "/api/auth/oidc",
  "/api/auth/callback/oidc",
  "/api/auth/setup",
  "/api/auth/organization",
  "/api/auth/invitation",
];

describe("the routes", () => {
  it("are all known here", () => {
    const paths = setup.identity.routes.map(({ path }) => path).sort();
    expect(paths).toEqual([...METADATA, ...CLIENT_ENDPOINTS, ...PAGES].sort());
  });

  it.each([
    ...METADATA.map((path) => [path, "GET, HEAD"] as const),
    ...CLIENT_ENDPOINTS.map((path) => [path, "POST"] as const),
  ])("%s allows %s from every origin, and answers preflights", async (path, allow) => {
    const asked = await send("OPTIONS", path);
    expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    expect(asked.headers.get("access-control-allow-headers")).toBe(
      "Authorization,Content-Type,MCP-Protocol-Version",
    );
    for (const method of ["PUT", "DELETE", "PATCH", allow === "POST" ? "GET" : "POST"]) {
      const refused = await send(method, path);
      expect([method, refused.status, refused.headers.get("allow")]).toEqual([method, 405, allow]);
      expect(refused.headers.get("access-control-allow-origin")).toBe("*");
    }
    expect(setup.identity.allowsAnyOrigin(path)).toBe(true);
  });

  it.each(PAGES)("%s is same-origin only", async (path) => {
    for (const method of ["OPTIONS", "PUT", "DELETE"]) {
      const refused = await send(method, path);
      expect([method, refused.status]).toEqual([method, 405]);
      expect(refused.headers.get("access-control-allow-origin")).toBeNull();
    }
    expect(setup.identity.allowsAnyOrigin(path)).toBe(false);
  });

  it.each(METADATA)("%s answers HEAD", async (path) => {
    expect((await send("HEAD", path)).status).toBe(200);
  });
});

describe("the alias of the MCP endpoint", () => {
  it("has its own metadata, and tokens are valid for both", async () => {
    const resource = `${ORIGIN}/api/mcp`;
    const described = await send("GET", "/.well-known/oauth-protected-resource/api/mcp");
    expect(await described.json()).toMatchObject({ resource, authorization_servers: [ORIGIN] });
    const owner = await createOwner(setup.identity);
    const browser = new Browser(setup.identity);
    await browser.signIn(owner.email);
    const program = new Program(setup.identity);
    await program.register();
    const code = await program.codeBy(browser, owner.organizationId, { resource });
    const tokens = await tokensIn(program.exchange(code, { resource }));
    expect(await setup.identity.grantOf(tokens.access_token)).not.toBeNull();
    expect((await program.refresh(tokens.refresh_token, { resource })).status).toBe(200);
    const other = { resource: `${ORIGIN}/api/mcp/` };
    expect(await errorOf(program.refresh(tokens.refresh_token, other))).toEqual([
      400,
      "invalid_target",
    ]);
  });
});

async function send(method: string, path: string): Promise<Response> {
  const request = new Request(ORIGIN + path, {
    method,
    headers: { origin: "https://anywhere.example" },
  });
  const response = await setup.identity.handle(request, { address: "203.0.113.5" });
  if (!response) throw new Error(`There is no route for ${path}.`);
  return response;
}
