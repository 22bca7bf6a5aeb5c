import { auth } from "@modelcontextprotocol/client";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import { OfficialProgram } from "@trovella/testing/identity/official-program";
import {
  Browser,
  fieldOf,
  ORIGIN,
  PASSWORD,
  type TestIdentity,
  tickedFields,
} from "@trovella/testing/identity/test-identity";
import { RESOURCE } from "@trovella/testing/identity/test-program";
import { createTestTeam, type TestOwner } from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const DOCUMENT_ID = "https://app.example/client.json";

let test: TestDatabase;
let setup: TestIdentity;
let owner: TestOwner;
beforeAll(async () => {
  ({ test, setup, owner } = await createTestTeam(inject("socketDirectory"), {
    network: {
      timeoutMs: 1_000,
      resolve: async () => ["93.184.216.34"],
      request: async () => ({
        status: 200,
        headers: { "content-type": "application/json" },
        body: (async function* () {
          yield Buffer.from(
            JSON.stringify({
              client_id: DOCUMENT_ID,
              client_name: "Described program",
              redirect_uris: ["http://127.0.0.1/callback"],
            }),
          );
        })(),
      }),
    },
  }));
});
afterAll(() => test.drop());

describe("the official MCP client", () => {
  it.each([
    ["registers itself", undefined, "Test program", /^client_/],
    ["has a metadata document", DOCUMENT_ID, "Described program", /^https:/],
  ])("%s, signs a user in, and refreshes", async (_, documentId, name, clientId) => {
    const program = new OfficialProgram(documentId);
    const options = { serverUrl: RESOURCE, fetchFn: fetchIdentity };
    expect(await auth(program, options)).toBe("REDIRECT");
    const callback = await throughBrowser(program.authorizationUrl, name);

    const answer = callback.searchParams;
    const authorizationCode = answer.get("code") ?? "";
    const iss = answer.get("iss") ?? "";
    expect(await auth(program, { ...options, authorizationCode, iss })).toBe("AUTHORIZED");
    const first = program.stored;
    expect(await setup.identity.grantOf(first?.access_token ?? "")).toMatchObject({
      userId: owner.userId,
      organizationId: owner.organizationId,
      clientId: expect.stringMatching(clientId),
      scopes: ["read", "write"],
    });

    expect(await auth(program, options)).toBe("AUTHORIZED");
    expect(program.stored?.access_token).not.toBe(first?.access_token);
    expect(await setup.identity.grantOf(program.stored?.access_token ?? "")).not.toBeNull();
  });

  it("refuses an answer that names another issuer", async () => {
    const program = new OfficialProgram(undefined);
    const options = { serverUrl: RESOURCE, fetchFn: fetchIdentity };
    await auth(program, options);
    const callback = await throughBrowser(program.authorizationUrl, "Test program");
    const authorizationCode = callback.searchParams.get("code") ?? "";
    const iss = "https://evil.example";
    await expect(auth(program, { ...options, authorizationCode, iss })).rejects.toThrow();
  });
});

/** From the client's authorization URL through sign-in and consent back to the client. */
async function throughBrowser(address: URL, programName: string): Promise<URL> {
  const browser = new Browser(setup.identity);
  const start = await browser.get(address.href);
  const signIn = await (await browser.get(start.headers.get("location") ?? "")).text();
  const signedIn = await browser.post("/api/auth/sign-in", {
    email: owner.email,
    password: PASSWORD,
    return_to: fieldOf(signIn, "return_to"),
  });
  const consent = await (await browser.get(signedIn.headers.get("location") ?? "")).text();
  expect(consent).toContain(`<dd>${programName}</dd>`);
  const answer = await browser.post("/api/auth/oauth2/consent", {
    ...tickedFields(consent),
    request: fieldOf(consent, "request"),
    organization: owner.organizationId,
    decision: "allow",
  });
  const callback = new URL(answer.headers.get("location") ?? "");
  expect(callback.searchParams.get("state")).toBe("the state");
  return callback;
}

async function fetchIdentity(url: string | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(url, init);
  expect(request.url.startsWith(ORIGIN)).toBe(true);
  const response = await setup.identity.handle(request, { address: "203.0.113.9" });
  return response ?? new Response(null, { status: 404 });
}
