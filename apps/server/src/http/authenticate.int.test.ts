import { once } from "node:events";
import { createServer, type Server, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Permission, Role, Scope } from "@trovella/abilities";
import { createToken, RateLimits, revokeToken, TokenVerifier, withClient } from "@trovella/db";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/database.ts";
import {
  type Authenticated,
  type Authenticator,
  type ClientGrant,
  createAuthenticator,
  type Identity,
  type Session,
} from "./authenticate.ts";
import { AuthenticationRefusal } from "./authentication-refusal.ts";

const NOW = new Date("2026-11-16T08:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;
const ORIGIN = "https://research.example";
const COOKIE = "__Host-trovella.session";
const JWT = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c3Jfb3duZXIifQ.";

const METADATA = `resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`;
const USUAL = `${METADATA}, scope="read write review"`;
const PLAIN = [401, `Bearer ${USUAL}`] as const;
const INVALID = [401, `Bearer error="invalid_token", ${USUAL}`] as const;
const UNCLEAR = [400, `Bearer error="invalid_request", ${USUAL}`] as const;
const FORBIDDEN = [403, null] as const;
const lacking = (scopes: string) =>
  [403, `Bearer error="insufficient_scope", ${METADATA}, scope="${scopes}"`] as const;
const asCaller = (who: string) => [200, who] as const;

type Expected = readonly [status: number, challengeOrCaller: string | null];
type Headers = Readonly<Record<string, string | readonly string[]>>;

interface Case {
  readonly name: string;
  readonly headers: (tokens: Tokens) => Headers;
  readonly expected: Expected;
  /** Where programs are answered differently, since they have no sessions. */
  readonly forPrograms?: Expected;
  readonly method?: string;
  readonly query?: (tokens: Tokens) => string;
  readonly needs?: Permission;
}

type Tokens = Readonly<Record<string, string>>;

const bearer = (name: string) => (tokens: Tokens) => ({
  authorization: `Bearer ${tokens[name] ?? name}`,
});
const literally = (authorization: string | readonly string[]) => () => ({ authorization });
const cookie =
  (value: string, more: Headers = {}) =>
  () => ({
    cookie: `theme=dark; ${COOKIE}=${value}`,
    ...more,
  });

const GOOD: readonly Case[] = [
  ["a token", bearer("owner")],
  [
    "a token behind the word in small letters",
    (t: Tokens) => ({ authorization: `bearer ${t.owner}` }),
  ],
  ["a token behind several spaces", (t: Tokens) => ({ authorization: `Bearer   ${t.owner}` })],
  [
    "a token beside cookies of others",
    (t: Tokens) => ({ ...bearer("owner")(t), cookie: "a=b; c=d" }),
  ],
  ["a token a second before its end", bearer("almost")],
].map(([name, headers]) => ({
  name: String(name),
  headers: headers as Case["headers"],
  expected: asCaller("usr_owner@org_a"),
}));

const CASES: readonly Case[] = [
  ...GOOD,
  {
    name: "a client's grant",
    headers: bearer("grant-good"),
    expected: asCaller("usr_owner@org_b"),
  },
  {
    name: "a token whose name is asked for in the address of something else",
    headers: bearer("owner"),
    query: () => "?format=docx&cursor=eyJpZCI6MX0",
    expected: asCaller("usr_owner@org_a"),
  },

  ...Object.entries({
    "nothing at all": () => ({}),
    "an empty header": literally(""),
    "a name and a password": literally("Basic YWRhOmh1bnRlcjI="),
    "a digest": literally('Digest username="ada"'),
    "another scheme": literally("Token abc"),
    "a token without a scheme": (t: Tokens) => ({ authorization: t.owner ?? "" }),
    "a scheme that begins like ours": (t: Tokens) => ({ authorization: `Bearerx ${t.owner}` }),
    "cookies of others": () => ({ cookie: "session=abc; better=1" }),
    "a cookie named almost as ours": () => ({ cookie: `x${COOKIE}=good; ${COOKIE}x=good` }),
    "a token in a header of its own": (t: Tokens) => ({ "x-api-key": t.owner ?? "" }),
    "a session that nobody knows": cookie("unknown"),
    "a session that has ended": cookie("expired"),
    "an empty session": cookie(""),
  }).map(([name, headers]) => ({ name, headers, expected: PLAIN })),

  ...Object.entries({
    "the scheme alone": literally("Bearer"),
    "the scheme and a space": literally("Bearer "),
    "two words": literally("Bearer abc def"),
    "a tab": literally("Bearer\tabc"),
    quotes: literally('Bearer "abc"'),
    "letters of other languages": literally("Bearer \u00fcber"),
    "a percent sign": literally("Bearer a%20b"),
    "padding in the middle": literally("Bearer a=b"),
    "a very long token": literally(`Bearer ${"a".repeat(5000)}`),
    "a comma": literally("Bearer abc,def"),
    "the same header twice": (t: Tokens) => ({
      authorization: [`Bearer ${t.owner}`, `Bearer ${t.owner}`],
    }),
    "a good and a bad header": (t: Tokens) => ({
      authorization: [`Bearer ${t.owner}`, "Bearer x"],
    }),
    "a bad and a good header": (t: Tokens) => ({
      authorization: ["Basic eDp5", `Bearer ${t.owner}`],
    }),
    "a token and a session": (t: Tokens) => ({ ...bearer("owner")(t), cookie: `${COOKIE}=good` }),
    "a grant and a session": () => ({
      authorization: "Bearer grant-good",
      cookie: `${COOKIE}=good`,
    }),
    "a bad token and a good session": () => ({
      authorization: "Bearer x",
      cookie: `${COOKIE}=good`,
    }),
    "a password and a session": () => ({ authorization: "Basic eDp5", cookie: `${COOKIE}=good` }),
  }).map(([name, headers]) => ({ name, headers, expected: UNCLEAR })),

  ...["access_token", "token", "api_key", "ACCESS_TOKEN", "access%5Ftoken", "anything"].map(
    (name) => ({
      name: `a token in the address as ${name}`,
      headers: () => ({}),
      query: (t: Tokens) => `?${name}=${t.owner}`,
      expected: UNCLEAR,
    }),
  ),
  {
    name: "a token in the address and a good one in the header",
    headers: bearer("owner"),
    query: (t) => `?access_token=${t.owner}`,
    expected: UNCLEAR,
  },
  {
    name: "a grant in the address",
    headers: () => ({}),
    query: () => "?access_token=grant-good",
    expected: UNCLEAR,
  },
  {
    name: "a token in the address and a session",
    headers: cookie("good"),
    query: (t) => `?x=Bearer%20${t.owner}`,
    expected: UNCLEAR,
  },

  ...[
    "unknown",
    "wrongChecksum",
    "cutShort",
    "tooLong",
    "inCapitals",
    "expiredNow",
    "expiredBefore",
    "revoked",
    "memberRemoved",
    "memberBack",
    "userDeleted",
    "organizationDeleted",
    "hash",
    "tokenId",
    "trov_",
    "grant-expired",
    "grant-expired-a-second-ago",
    "grant-not-yet-valid",
    "grant-other-host",
    "grant-other-path",
    "grant-other-port",
    "grant-trailing-slash",
    "grant-other-issuer",
    "grant-revoked",
    "grant-member-removed",
    "grant-unknown-key",
    "grant-public-key-as-secret",
    "refresh-token",
    "authorization-code",
    "id-token",
    JWT,
    "good", // The value of a session's cookie.
    "null",
    "undefined",
  ].map((name) => ({ name: `the token ${name}`, headers: bearer(name), expected: INVALID })),

  {
    name: "a token that only writes",
    headers: bearer("writes"),
    needs: "read",
    expected: lacking("read write"),
  },
  {
    name: "a token that only decides",
    headers: bearer("reviews"),
    needs: "read",
    expected: lacking("read review"),
  },
  {
    name: "a token that only administers",
    headers: bearer("administers"),
    needs: "read",
    expected: lacking("read admin"),
  },
  {
    name: "a token that only reads, for writing",
    headers: bearer("reads"),
    needs: "write",
    expected: lacking("read write"),
  },
  {
    name: "a token that only reads, for administration",
    headers: bearer("reads"),
    needs: "admin",
    expected: lacking("read admin"),
  },
  {
    name: "a grant that only decides",
    headers: bearer("grant-reviews"),
    needs: "read",
    expected: lacking("read review"),
  },
  {
    name: "a viewer's token with more scopes than the role",
    headers: bearer("viewer"),
    needs: "write",
    expected: FORBIDDEN,
  },
  {
    name: "a viewer's token, for reading",
    headers: bearer("viewer"),
    needs: "read",
    expected: asCaller("usr_viewer@org_a"),
  },
  {
    name: "a viewer's token, for administration",
    headers: bearer("viewer"),
    needs: "admin",
    expected: FORBIDDEN,
  },

  {
    name: "a session",
    headers: cookie("good"),
    expected: asCaller("usr_owner@org_a"),
    forPrograms: PLAIN,
  },
  {
    name: "a session of nobody's organization",
    headers: cookie("no-organization"),
    expected: FORBIDDEN,
    forPrograms: PLAIN,
  },
  {
    name: "a session of a removed member",
    headers: cookie("removed"),
    expected: FORBIDDEN,
    forPrograms: PLAIN,
  },
  {
    name: "a viewer's session, for writing",
    headers: cookie("viewer"),
    needs: "write",
    expected: FORBIDDEN,
    forPrograms: PLAIN,
  },
  ...(
    [
      [{ "sec-fetch-site": "same-origin", origin: ORIGIN }, true],
      [{ "sec-fetch-site": "same-origin" }, true],
      [{ origin: ORIGIN }, true],
      [{ "sec-fetch-site": "cross-site", origin: "https://evil.example" }, false],
      [{ "sec-fetch-site": "cross-site", origin: ORIGIN }, false],
      [{ "sec-fetch-site": "same-site" }, false],
      [{ "sec-fetch-site": "none" }, false],
      [{ "sec-fetch-site": "same-origin", origin: "https://evil.example" }, false],
      [{ origin: "https://evil.example" }, false],
      [{ origin: "null" }, false],
      [{ origin: `${ORIGIN}:8443` }, false],
      [{ origin: "http://research.example" }, false],
      [{}, false],
    ] as const
  ).flatMap(([headers, isOwn]) =>
    (isOwn ? ["POST"] : ["POST", "PUT", "DELETE"]).map((method) => ({
      name: `a ${method} of a session with ${JSON.stringify(headers)}`,
      method,
      headers: cookie("good", headers as Headers),
      expected: isOwn ? asCaller("usr_owner@org_a") : FORBIDDEN,
      forPrograms: PLAIN,
    })),
  ),
  {
    name: "a POST of a program with a token",
    method: "POST",
    headers: bearer("owner"),
    expected: asCaller("usr_owner@org_a"),
  },
];

let test: TestDatabase;
let tokens: Tokens;
let server: Server;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  tokens = await prepareTokens();
  const now = () => NOW;
  server = await startServer(
    createAuthenticator({
      publicUrl: `${ORIGIN}/`,
      identity: IDENTITY,
      tokens: new TokenVerifier(test.database, { now }),
      limits: { limit: () => Promise.resolve({ ok: true }) },
    }),
  );
});
afterAll(async () => {
  server.close();
  await test.drop();
});

describe("who sends a request", () => {
  it("is asked in more than 60 ways", () => {
    expect(CASES.length).toBeGreaterThan(60);
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
  });

  it.each(CASES)("of a program, with $name", async (given) => {
    expect(await ask(server, "message", given)).toEqual(given.forPrograms ?? given.expected);
  });

  it.each(CASES)("of the console, with $name", async (given) => {
    expect(await ask(server, "request", given)).toEqual(given.expected);
  });

  it("gives nothing but what role and scopes give together", async () => {
    const authenticator = createAuthenticator({
      publicUrl: ORIGIN,
      identity: IDENTITY,
      tokens: new TokenVerifier(test.database, { now: () => NOW }),
      limits: new RateLimits(test.database),
    });
    const permissionsOf = async (token: string | undefined) => {
      const headers = { authorization: `Bearer ${token}` };
      const { caller } = await authenticator.ofRequest(new Request(ORIGIN, { headers }));
      return [...caller.permissions];
    };
    expect(await permissionsOf(tokens.reads)).toEqual(["read"]);
    // Its scope for administration is worth no more than the role: their own tokens and account.
    expect(await permissionsOf(tokens.viewer)).toEqual(["read", "token", "account"]);
    expect(await permissionsOf(tokens.owner)).toEqual(["read", "write", "review"]);
    expect(await permissionsOf("grant-good")).toEqual(["read", "write"]);
  });
});

describe("too many requests", () => {
  it("get 429 and when to come again, per token and per organization, over all replicas", async () => {
    const replicas = [0, 1].map(() =>
      createAuthenticator({
        publicUrl: ORIGIN,
        identity: IDENTITY,
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
          .ofRequest(request())
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
    await replica.ofRequest(new Request(ORIGIN, { headers }));
  });

  it("count the calls of a batch, not the requests", async () => {
    const asked: number[] = [];
    const authenticator = createAuthenticator({
      publicUrl: ORIGIN,
      identity: IDENTITY,
      tokens: new TokenVerifier(test.database, { now: () => NOW }),
      limits: {
        limit: (_rule, _key, calls = 1) => {
          asked.push(calls);
          return Promise.resolve({ ok: true });
        },
      },
    });
    const headers = { authorization: `Bearer ${tokens.owner}` };
    await authenticator.ofRequest(new Request(ORIGIN, { headers }), { calls: 20 });
    expect(asked).toEqual([20, 20]);
  });
});

const OWNER = { userId: "usr_owner", userName: "Ada", userEmail: "ada@test.example" };
const session = (given: Partial<Session>): Session => ({
  ...OWNER,
  sessionId: "ses_1",
  organizationId: "org_a",
  role: "owner",
  ...given,
});

const SESSIONS: Readonly<Record<string, Session>> = {
  good: session({}),
  viewer: session({ userId: "usr_viewer", role: "viewer" }),
  "no-organization": session({ organizationId: null, role: null }),
  removed: session({ role: null }),
};

const GRANTS: Readonly<Record<string, ClientGrant>> = Object.fromEntries(
  Object.entries({ "grant-good": ["read", "write"], "grant-reviews": ["review"] } as const).map(
    ([bearer, scopes]) => [
      bearer,
      { ...OWNER, organizationId: "org_b", role: "owner" as const, scopes, clientId: "client" },
    ],
  ),
);

/** What lies outside here: people and OAuth clients. It knows two grants; all others are bad for their own reason. */
const IDENTITY: Identity = {
  sessionCookies: [COOKIE, "trovella.session"],
  async sessionOf(request) {
    const [, value = ""] =
      new RegExp(`${COOKIE}=([^;]*)`).exec(request.headers.get("cookie") ?? "") ?? [];
    return Object.hasOwn(SESSIONS, value) ? (SESSIONS[value] ?? null) : null;
  },
  grantOf: async (bearer) => (Object.hasOwn(GRANTS, bearer) ? (GRANTS[bearer] ?? null) : null),
};

async function prepareTokens(): Promise<Tokens> {
  const people: readonly (readonly [string, Role])[] = [
    ["usr_owner", "owner"],
    ["usr_viewer", "viewer"],
    ["usr_removed", "member"],
    ["usr_back", "member"],
    ["usr_deleted", "member"],
  ];
  await run("INSERT INTO organization (id, name, slug) VALUES ('org_gone', 'Gone', 'gone')");
  for (const [userId, role] of people) {
    await run(`INSERT INTO "user" (id, name, email) VALUES ('${userId}', 'Ada', '${userId}')`);
    await join(userId, "org_a", role);
  }
  await join("usr_owner", "org_gone", "owner");

  const owner = await make(["read", "write", "review"]);
  const revoked = await make(["read"]);
  const ends = (ms: number) => make(["read"], { madeAt: new Date(NOW.getTime() - DAY_MS + ms) });
  const made = {
    owner: owner.token,
    revoked: revoked.token,
    reads: (await make(["read"])).token,
    writes: (await make(["write"])).token,
    reviews: (await make(["review"])).token,
    administers: (await make(["admin"])).token,
    flooder: (await make(["read"])).token,
    viewer: (await make(["read", "write", "admin"], { userId: "usr_viewer" })).token,
    memberRemoved: (await make(["read"], { userId: "usr_removed" })).token,
    memberBack: (await make(["read"], { userId: "usr_back" })).token,
    userDeleted: (await make(["read"], { userId: "usr_deleted" })).token,
    organizationDeleted: (await make(["read"], { organizationId: "org_gone" })).token,
    // The last of the expired ones last: whoever makes a token forgets those that have ended by then.
    expiredBefore: (await ends(-1_000)).token,
    expiredNow: (await ends(0)).token,
    almost: (await ends(1_000)).token,
  };
  await revokeToken(
    test.database,
    { tenant: { organizationId: "org_a" }, tokenId: revoked.id, ownerId: null },
    NOW,
  );
  await run("DELETE FROM member WHERE user_id IN ('usr_removed', 'usr_back')");
  await join("usr_back", "org_a", "member");
  await run("DELETE FROM member WHERE user_id = 'usr_deleted'");
  await run(`DELETE FROM "user" WHERE id = 'usr_deleted'`);
  await run("DELETE FROM organization WHERE id = 'org_gone'");

  const [hash] = (await run("SELECT token_hash FROM access_key LIMIT 1")).rows;
  const random = "0".repeat(30);
  return {
    ...made,
    // A whole one that nobody made: "0" thirty times with its checksum.
    unknown: `trov_${random}${UNKNOWN_CHECKSUM}`,
    wrongChecksum: `trov_${random}000000`,
    cutShort: owner.token.slice(0, -1),
    tooLong: `${owner.token}0`,
    inCapitals: owner.token.toUpperCase(),
    hash: hash.token_hash,
    tokenId: owner.id,
  };
}

const UNKNOWN_CHECKSUM = "2C8GjS";

interface Making {
  readonly userId?: string;
  readonly organizationId?: string;
  readonly madeAt?: Date;
}

function make(scopes: readonly Scope[], making: Making = {}) {
  const { userId = "usr_owner", organizationId = "org_a", madeAt = NOW } = making;
  const wish = { tenant: { organizationId }, userId, name: "x", scopes, expiresInDays: 1 };
  return createToken(test.database, wish, madeAt);
}

function join(userId: string, organizationId: string, role: Role) {
  return run(
    `INSERT INTO member (id, organization_id, user_id, role)
     VALUES ('${userId}_${organizationId}', '${organizationId}', '${userId}', '${role}')`,
  );
}

function run(statement: string) {
  return withClient(test.target, (client) => client.query(statement));
}

/** Both edges of the server: MCP, which sees Node's message, and the app, which sees a request of the web. */
async function startServer(authenticator: Authenticator): Promise<Server> {
  const needsOf = (path: string) => {
    const permission = /^\/\w+\/(\w+)/.exec(path)?.[1] as Permission | undefined;
    return permission ? { permission } : {};
  };
  const asRequest = getRequestListener((request) =>
    answerOf(authenticator.ofRequest(request, needsOf(new URL(request.url).pathname))),
  );
  const started = createServer(async (message, response) => {
    if (!message.url?.startsWith("/message")) return void asRequest(message, response);
    const answer = await answerOf(authenticator.ofMessage(message, needsOf(message.url)));
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
