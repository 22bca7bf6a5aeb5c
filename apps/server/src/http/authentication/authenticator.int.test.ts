import { once } from "node:events";
import { createServer, type Server, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { RateLimits, TokenVerifier } from "@trovella/db/identity";
import type { Permission } from "@trovella/foundation";
import { CASES, type Case, type Expected } from "@trovella/testing/credentials/cases";
import { type Credentials, NOW, prepareWorld } from "@trovella/testing/credentials/world";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { ORIGIN } from "@trovella/testing/identity/test-identity";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { teamAuthentication } from "./authentication.ts";
import { AuthenticationRefusal } from "./authentication-refusal.ts";
import { type Authenticated, Authenticator, type AuthenticatorOptions } from "./authenticator.ts";

let test: TestDatabase;
let tokens: Credentials;
let identity: AuthenticatorOptions["identity"];
let server: Server;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  ({ identity, credentials: tokens } = await prepareWorld(test));
  const now = () => NOW;
  server = await startServer(
    new Authenticator({
      publicUrl: `${ORIGIN}/`,
      identity,
      tokens: new TokenVerifier(test.database, { now }),
      limits: { limit: () => Promise.resolve({ ok: true }) },
    }),
  );
});
afterAll(async () => {
  server.close();
  await test.drop();
});

describe("the caller of a request", () => {
  it("is resolved in more than 60 cases", () => {
    expect(CASES.length).toBeGreaterThan(60);
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
  });

  it.each(CASES)("at the MCP endpoint, with $name", async (given) => {
    expect(await ask(server, "message", given)).toEqual(given.forPrograms ?? given.expected);
  });

  it.each(CASES)("at the HTTP API, with $name", async (given) => {
    expect(await ask(server, "request", given)).toEqual(given.expected);
  });

  it("has only the permissions that role and scopes both grant", async () => {
    const authenticator = new Authenticator({
      publicUrl: ORIGIN,
      identity,
      tokens: new TokenVerifier(test.database, { now: () => NOW }),
      limits: new RateLimits(test.database),
    });
    const permissionsOf = async (token: string | undefined) => {
      const headers = { authorization: `Bearer ${token}` };
      const request = new Request(ORIGIN, { headers });
      const { caller } = await authenticator.authenticateRequest(request, { acceptsOAuth: true });
      return [...caller.permissions];
    };
    expect(await permissionsOf(tokens.reads)).toEqual(["read"]);
    // Its scope for administration is worth no more than the role: their own tokens and account.
    expect(await permissionsOf(tokens.viewer)).toEqual(["read", "token", "account"]);
    expect(await permissionsOf(tokens.owner)).toEqual(["read", "write", "review"]);
    expect(await permissionsOf(tokens["grant-good"])).toEqual(["read", "write"]);
  });
});

describe("the access token of an OAuth client", () => {
  it("is refused by the console's API and events, and counts for files that tools link to", async () => {
    const authentication = teamAuthentication({
      publicUrl: ORIGIN,
      database: test.database,
      identity,
      limits: new RateLimits(test.database),
      logger: pino({ level: "silent" }),
    });
    const requestWith = (token = "") =>
      new Request(ORIGIN, { headers: { authorization: `Bearer ${token}` } });
    const granted = requestWith(tokens["grant-good"]);
    await expect(authentication.callerOf(granted)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining("MCP endpoint only"),
    });
    const caller = await authentication.downloaderOf(granted);
    expect(caller).toMatchObject({ userId: "usr_owner", tenant: { organizationId: "org_b" } });
    expect(await authentication.isStillAuthorized(granted, caller)).toBe(false);
    await authentication.close();
  });
});

describe("too many requests", () => {
  it("get 429 with Retry-After, per token and per organization, across all replicas", async () => {
    const replicas = [0, 1].map(
      () =>
        new Authenticator({
          publicUrl: ORIGIN,
          identity,
          tokens: new TokenVerifier(test.database, { now: () => NOW }),
          limits: new RateLimits(test.database),
        }),
    );
    const request = () =>
      new Request(ORIGIN, { headers: { authorization: `Bearer ${tokens.flooder}` } });
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 1_500 }, (_, call) =>
        (replicas[call % 2] as Authenticator)
          .authenticateRequest(request())
          .catch((error: AuthenticationRefusal) => error),
      ),
    );
    const refused = answers.filter((answer) => answer instanceof AuthenticationRefusal);
    const flowedIn = Math.ceil((performance.now() - startedAt) / 100);
    expect(1_500 - refused.length).toBeGreaterThanOrEqual(600);
    expect(1_500 - refused.length).toBeLessThanOrEqual(600 + flowedIn);
    expect(refused.at(-1)).toMatchObject({
      status: 429,
      error: "RATE_LIMITED",
      headers: { "Retry-After": "1" },
    });
    // Another token of the same organization goes on.
    const headers = { authorization: `Bearer ${tokens.reads}` };
    const [replica] = replicas as [Authenticator];
    await replica.authenticateRequest(new Request(ORIGIN, { headers }));
  });

  it("count the calls of a batch, not the requests", async () => {
    const asked: number[] = [];
    const authenticator = new Authenticator({
      publicUrl: ORIGIN,
      identity,
      tokens: new TokenVerifier(test.database, { now: () => NOW }),
      limits: {
        limit: (_rule, _key, calls = 1) => {
          asked.push(calls);
          return Promise.resolve({ ok: true });
        },
      },
    });
    const headers = { authorization: `Bearer ${tokens.owner}` };
    await authenticator.authenticateRequest(new Request(ORIGIN, { headers }), { calls: 20 });
    expect(asked).toEqual([20, 20]);
  });
});

/** Both edges of the server: MCP, which gets Node's IncomingMessage, and the app, which gets a web Request. */
async function startServer(authenticator: Authenticator): Promise<Server> {
  const needsOf = (path: string) => {
    const permission = /^\/\w+\/(\w+)/.exec(path)?.[1] as Permission | undefined;
    return permission ? { permission } : {};
  };
  const asRequest = getRequestListener((request) =>
    answerOf(authenticator.authenticateRequest(request, needsOf(new URL(request.url).pathname))),
  );
  const started = createServer(async (message, response) => {
    if (!message.url?.startsWith("/message")) return void asRequest(message, response);
    const answer = await answerOf(authenticator.authenticateMessage(message, needsOf(message.url)));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end();
  });
  await once(started.listen(0, "127.0.0.1"), "listening");
  return started;
}

async function answerOf(authenticated: Promise<Authenticated>): Promise<Response> {
  try {
    const { caller } = await authenticated;
    const who = `${caller.userId}@${caller.tenant.organizationId}`;
    return new Response(null, { status: 200, headers: { "x-caller": who } });
  } catch (error) {
    if (!(error instanceof AuthenticationRefusal)) return new Response(null, { status: 500 });
    return new Response(null, { status: error.status, headers: error.headers });
  }
}

/** The status, and the challenge or the caller. */
async function ask(
  { address }: Pick<Server, "address">,
  edge: "message" | "request",
  { headers, method = "GET", query, needs }: Case,
): Promise<Expected> {
  const { port } = address.call(server) as AddressInfo;
  const path = `/${edge}${needs ? `/${needs}` : ""}${query?.(tokens) ?? ""}`;
  const outgoing = send({ host: "127.0.0.1", port, path, method });
  for (const [name, value] of Object.entries(headers(tokens))) outgoing.setHeader(name, value);
  outgoing.end();
  const [response] = await once(outgoing, "response");
  response.resume();
  const { "www-authenticate": challenge, "x-caller": who } = response.headers;
  return [response.statusCode, challenge ?? who ?? null];
}
