import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ApiServices } from "@trovella/api";
import type { Database } from "@trovella/db";
import { PERMISSIONS, type Permission } from "@trovella/foundation";
import { createIdentity } from "@trovella/identity";
import { createMcpHttp, HttpRefusal, REFUSED } from "@trovella/mcp";
import { callerWith, unauthenticated } from "@trovella/testing/credentials/test-callers";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../app.ts";
import { EventStreams } from "../event-streams.ts";
import { startServer } from "../server.ts";
import { httpPolicy } from "./http-policy.ts";
import { HEADER_SETS, ROUTE_POLICIES, type RoutePolicy } from "./route-policies.ts";

const PUBLIC_URL = "https://research.example";
const WEB_CLIENT = "https://client.example";
const FOREIGN_PAGE = "https://evil.example";
/** Passes the check of origins, but is not same-origin. */
const LOCAL_PAGE = "http://127.0.0.1:3000";

/** Requests for the routes with a pattern. */
const EXAMPLES: Readonly<Record<string, string>> = {
  "/api/outputs/:id": "/api/outputs/out_1",
  "/share/:token": "/share/tvl_unknown",
  "/api/trpc/*": "/api/trpc/home.summary",
  "/assets/*": "/assets/main-abc123.js",
  "/*": "/plans",
};

const routes = Object.entries(ROUTE_POLICIES).map(([route, policy]) => {
  const [method = "", pattern = ""] = route.split(" ");
  const url = EXAMPLES[pattern] ?? pattern;
  return { route, method: method === "ALL" ? "POST" : method, url, policy };
});
const guarded = routes.filter(({ policy }) => policy.permission !== undefined);

const consoleFiles = mkdtempSync(path.join(tmpdir(), "trovella-routes-"));
const database = emptyDatabase();
const identity = createIdentity({
  database,
  publicUrl: PUBLIC_URL,
  secret: "a secret of at least 32 characters",
  limit: () => Promise.resolve({ ok: true }),
  now: () => new Date(),
});
const policy = httpPolicy({
  HOST: "0.0.0.0",
  TROVELLA_MODE: "team",
  TROVELLA_PUBLIC_URL: PUBLIC_URL,
  TROVELLA_WEB_CLIENTS: [WEB_CLIENT],
});

let origin: string;
let running: Server;
beforeAll(async () => {
  mkdirSync(path.join(consoleFiles, "assets"));
  writeFileSync(path.join(consoleFiles, "index.html"), "<title>the page</title>");
  writeFileSync(path.join(consoleFiles, "assets", "main-abc123.js"), "run();");
  const mcp = createMcpHttp({
    createServer: () => Promise.reject(new Error("not reached")),
    authorize() {
      throw new HttpRefusal({ status: 401, code: REFUSED, message: "Sign in first." });
    },
    onError: () => undefined,
  });
  const watch = (_request: unknown, _response: unknown, handle: () => unknown) => void handle();
  const endpoint = { host: "127.0.0.1", port: 0 };
  const { server, url } = await startServer(
    { app: appFor(null, true), mcp, policy, watch },
    endpoint,
  );
  origin = url;
  running = server;
});
afterAll(() => {
  running.close();
  rmSync(consoleFiles, { recursive: true });
});

describe("the table of routes", () => {
  it("names every route of the app and of identity, and no others", () => {
    const ofApp = appFor(null).routes.map(({ method, path }) => `${method} ${path}`);
    const ofIdentity = identity.routes.flatMap((route) =>
      route.methods.map((method) => `${method} ${route.path}`),
    );
    const elsewhere = ["POST /mcp", "POST /api/mcp", "GET /assets/*", "GET /*"];
    // Middleware matches all paths.
    const all = new Set([
      ...ofApp.filter((route) => route !== "ALL /*"),
      ...ofIdentity,
      ...elsewhere,
    ]);
    expect([...all].sort()).toEqual(Object.keys(ROUTE_POLICIES).sort());
  });
});

describe.each(routes)("$route", ({ method, url, policy }) => {
  it(`takes the credential: ${policy.credential}`, async () => {
    const { status } = await send(method, url);
    const isRefused = /bearer|token/.test(policy.credential);
    expect(status === 401).toBe(isRefused);
  });

  it(`is called by pages of ${policy.origins} origins, ${policy.cors ? "with" : "without"} CORS`, async () => {
    const allowed = {
      [PUBLIC_URL]: true,
      [WEB_CLIENT]: policy.origins !== "own",
      [FOREIGN_PAGE]: policy.origins === "any",
    };
    for (const [page, isAllowed] of Object.entries(allowed)) {
      const reply = await send(method, url, { origin: page });
      expect([page, await isOriginRefused(reply)]).toEqual([page, !isAllowed]);
      const allowedOrigin = reply.headers.get("access-control-allow-origin");
      const isReadable = policy.cors && isAllowed && page !== PUBLIC_URL;
      if (page !== PUBLIC_URL) expect(allowedOrigin !== null).toBe(isReadable);
      expect(reply.headers.get("access-control-allow-credentials")).toBeNull();
      const preflight = await send("OPTIONS", url, {
        origin: page,
        "access-control-request-method": method,
      });
      if (page !== PUBLIC_URL) expect(preflight.status === 204).toBe(isReadable);
    }
  });

  it(`is ${policy.csrf ? "protected against CSRF" : "no target of CSRF"}`, async () => {
    const { status } = await send(method, url, { origin: LOCAL_PAGE });
    expect(status === 403).toBe(policy.csrf);
    // A route without the protection changes nothing by GET, or counts no cookies.
    if (!policy.csrf) expect(method === "GET" || policy.credential !== "session").toBe(true);
  });

  it(`has the headers: ${policy.headers}`, async () => {
    const from: Record<string, string> = policy.csrf ? { origin: LOCAL_PAGE } : {};
    const { status, headers } = await send(method, url, from);
    expect(status).toBeLessThan(500);
    const expected = status === 303 ? HEADER_SETS.api : headersOf(policy);
    for (const [name, value] of Object.entries(expected)) {
      if (value === undefined) expect(headers.get(name)).toContain("default-src 'none'");
      else expect([name, headers.get(name)]).toEqual([name, value]);
    }
  });
});

it.each(routes.filter(({ policy }) => policy.headers !== "mcp"))(
  "$route tells browsers to use https only, since the public URL does",
  async ({ method, url }) => {
    const { headers } = await send(method, url);
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  },
);

it("closes connections of clients that send nothing for 30 seconds, and has a limit of them", () => {
  expect(running).toMatchObject({ requestTimeout: 30_000, headersTimeout: 30_000 });
  expect(running.maxConnections).toBeGreaterThan(500);
});

describe("routes with a permission", () => {
  it.each(guarded)("refuse an unauthenticated request: $url", async ({ url, route }) => {
    expect((await appFor(null).request(url, ownRequest(route))).status).toBe(401);
  });

  it.each(guarded)("refuse a caller with every other permission: $url", async (guardedRoute) => {
    const { url, route, policy } = guardedRoute;
    const others = PERMISSIONS.filter((permission) => permission !== policy.permission);
    for (const permissions of [[], others]) {
      expect((await appFor(permissions).request(url, ownRequest(route))).status).toBe(403);
    }
  });
});

function ownRequest(route: string): RequestInit {
  const method = route.startsWith("POST ") ? "POST" : "GET";
  return { method, headers: { host: "research.example" } };
}

function send(method: string, url: string, headers: Record<string, string> = {}) {
  const body = method === "POST" ? { body: "{}" } : {};
  const type = { "content-type": "application/json" };
  return fetch(origin + url, {
    method,
    ...body,
    redirect: "manual",
    headers: { ...type, ...headers },
  });
}

async function isOriginRefused(reply: Response): Promise<boolean> {
  const text = await reply.text();
  return reply.status === 403 && /only to its own pages|Pages of this origin/.test(text);
}

function headersOf({ headers }: RoutePolicy): Readonly<Record<string, string | undefined>> {
  return HEADER_SETS[headers];
}

/** Without any users. */
function emptyDatabase(): Database {
  const client = { query: async () => ({ rows: [{ found: false }] }), release: () => undefined };
  return { connectIdentity: async () => client } as unknown as Database;
}

/** Identity needs the address of a connection, which only the running server has. */
function appFor(permissions: readonly Permission[] | null, withIdentity = false) {
  const callerOf = permissions ? () => callerWith(permissions) : unauthenticated;
  const services = { announce: () => undefined, onFailure: () => undefined };
  return createApp({
    policy,
    logger: pino({ level: "silent" }),
    obstacles: async () => [],
    metrics: { token: "a token for metrics", text: () => "" },
    identity: withIdentity ? { identity, proxies: 0 } : null,
    outputs: { database, downloaderOf: callerOf },
    exchange: {
      database,
      callerOf,
      isTeam: true,
      server: "research.example",
      record: null,
      announce: () => undefined,
      onStored: () => undefined,
      storage: null,
      onFailure: () => undefined,
    },
    share: { database, limits: { limit: () => Promise.resolve({ ok: true }) } },
    api: { services: services as unknown as ApiServices, callerOf },
    events: {
      streams: new EventStreams({ ready: () => null, subscribe: () => () => undefined }),
      callerOf,
      isStillAuthorized: () => Promise.resolve(true),
    },
    usage: { database, callerOf, announce: () => undefined },
    consoleFiles,
  });
}
