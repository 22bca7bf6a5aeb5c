import { createHash } from "node:crypto";
import path from "node:path";
import { withClient } from "@trovella/db";
import { createToken } from "@trovella/db/identity";
import { SCOPES, type Scope } from "@trovella/foundation";
import { createIdentity, type Identity } from "@trovella/identity";
import { TOOLS } from "@trovella/mcp";
import { modernRequest } from "@trovella/testing/mcp-http/test-requests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appRouter } from "../../packages/api/src/app-router.ts";
import { startTeam, TEAM_SECRET, type TeamServer } from "./support/team-server.ts";
import { testDirectory } from "./support/test-directory.ts";
import { WebBrowser } from "./support/web-browser.ts";

const EMAIL = "ada@test.example";
const PASSWORD = "correct horse battery staple";
const SECONDS = /^[1-9]\d*$/;

let team: TeamServer;
let identity: Identity;
let owner: { userId: string; organizationId: string };
let browser: WebBrowser;
beforeAll(async () => {
  team = await startTeam(path.join(testDirectory(), "run"), { TROVELLA_PROXIES: "1" });
  identity = createIdentity({
    database: team.database,
    publicUrl: team.url,
    secret: TEAM_SECRET,
    limit: async () => ({ ok: true }),
    now: () => new Date(),
  });
  const person = { name: "Ada", email: EMAIL, password: PASSWORD };
  owner = await identity.createOwner({ ...person, organizationName: "Engines" });
  browser = new WebBrowser(team.url, "203.0.113.1");
  await browser.signIn(EMAIL, PASSWORD);
});
afterAll(() => team.stop());

/** Endpoints that ignore session cookies. */
const WITHOUT_COOKIE = ["/mcp", "/api/mcp"];

/** Request headers of cross-site browser requests, and of programs. */
const FOREIGN: readonly Record<string, string>[] = [
  { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  { origin: "https://evil.example" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "none" },
  { origin: "http://localhost:1", "sec-fetch-site": "same-site" },
  {},
];

describe("a cookie", () => {
  it("changes nothing at any path unless a page of this server sent the request", async () => {
    const routes = stateChanging();
    expect(routes.length).toBeGreaterThan(8);
    const before = await everything();
    const taken: string[] = [];
    for (const route of routes) {
      for (const headers of FOREIGN) {
        const status = await send(route, { cookie: browser.cookie, ...headers });
        if (status !== 403) taken.push(`${status} ${route.path} ${JSON.stringify(headers)}`);
      }
    }
    expect(taken).toEqual([]);
    expect(await everything()).toEqual(before);
    console.log(`${routes.length} routes × ${FOREIGN.length} kinds of senders: all refused.`);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "changes nothing by a form of another page sent as %s",
    async (type) => {
      const headers = { cookie: browser.cookie, origin: "https://evil.example" };
      const route = { path: "/api/trpc/review.decide", type, body: "{}" };
      expect(await send(route, headers)).toBe(403);
    },
  );

  it("changes nothing by GET", async () => {
    const before = await everything();
    for (const { path: pathname } of stateChanging()) {
      const response = await fetch(`${team.url}${pathname}?input=%7B%7D`, {
        redirect: "manual",
        headers: { cookie: browser.cookie },
      });
      await response.body?.cancel();
      expect([pathname, response.status < 500]).toEqual([pathname, true]);
    }
    expect(await everything()).toEqual(before);
  });

  it("works from the server's own pages", async () => {
    const own = { cookie: browser.cookie, origin: team.url, "sec-fetch-site": "same-origin" };
    // The last owner may not leave, from any page.
    const ends = /sign-out|organization\.leave/;
    for (const route of stateChanging().filter(({ path: pathname }) => !ends.test(pathname))) {
      expect([route.path, await send(route, own)]).not.toEqual([route.path, 403]);
    }
  });

  it.each(WITHOUT_COOKIE)("does not count at %s", async (pathname) => {
    const own = { cookie: browser.cookie, origin: team.url, "sec-fetch-site": "same-origin" };
    expect(await send({ path: pathname, type: "application/json", body: "{}" }, own)).toBe(401);
  });

  it("does not count at the endpoints for programs, which other origins may call", async () => {
    const open = identity.routes.filter(({ path: pathname }) => identity.allowsAnyOrigin(pathname));
    const posts = open.filter(({ methods }) => methods.includes("POST"));
    expect(posts).toHaveLength(3);
    for (const { path: pathname } of posts) {
      const route = { path: pathname, type: "application/json", body: "{}" };
      const origin = "https://anywhere.example";
      expect(await send(route, { origin, cookie: browser.cookie })).toBe(
        await send(route, { origin }),
      );
    }
  });
});

describe("a tool", () => {
  const PRM = () => `resource_metadata="${team.url}/.well-known/oauth-protected-resource/mcp"`;

  it("challenges for the missing scope, and never for one that would not help", async () => {
    const reader = await tokenFor(["read"]);
    const viewer = await addViewer();
    for (const { name, permission } of TOOLS) {
      const lacking = await callTool(reader, name, {});
      const wanted = permission === "read" ? null : `read ${permission}`;
      const challenge = wanted && `Bearer error="insufficient_scope", ${PRM()}, scope="${wanted}"`;
      expect([name, lacking.status, lacking.challenge]).toEqual([
        name,
        wanted ? 403 : 200,
        challenge,
      ]);
      if (wanted) expect(lacking.message).toMatchObject({ id: 1, error: { code: -32000 } });
      // An insufficient role is a tool error: no other token of this user would help.
      const tooLow = await callTool(viewer, name, {});
      expect([name, tooLow.status, tooLow.challenge]).toEqual([name, 200, null]);
    }
  });

  it("accepts the answer to an elicitation only in its organization, and from a member who may decide", async () => {
    const { userId } = owner;
    const elsewhere = await identity.createOrganization({
      ownerId: userId,
      name: "Elsewhere",
      type: "company",
    });
    const here = await tokenFor(["read", "write", "review"]);
    const plan = await resultOf(here, "create_research_plan", {
      name: "[Scan] Tea",
      researchQuestion: "Is tea good for you?",
      steps: [{ stepType: "search", instructions: "Search for tea." }],
    });
    const { step, lease } = await resultOf(here, "get_next_step", { planId: plan.planId });
    const input = {
      planId: plan.planId,
      stepId: step.stepId,
      leaseToken: lease.token,
      summary: "Two sources agree.",
    };
    const asked = await callTool(here, "request_user_review", input);
    const { requestState } = asked.message.result ?? {};
    expect(requestState).toMatch(/^v1\./);
    const answer = {
      requestState,
      inputResponses: { decision: { action: "accept", content: { decision: "approve" } } },
    };
    const foreign = await tokenFor(["read", "write", "review"], elsewhere);
    const refused = await callTool(foreign, "request_user_review", input, answer);
    expect(refused.message).toMatchObject({ error: { code: -32602 } });
    const writer = await tokenFor(["read", "write"]);
    const weak = await callTool(writer, "request_user_review", input, answer);
    expect(JSON.stringify(weak.message.result)).toContain("FORBIDDEN: You may not decide reviews.");
    const taken = await callTool(here, "request_user_review", input, answer);
    expect(taken.message.result?.structuredContent).toMatchObject({ decision: "approve" });
  });

  async function tokenFor(scopes: readonly Scope[], organizationId = owner.organizationId) {
    const { userId } = owner;
    const wish = { userId, name: "x", scopes, expiresInDays: 1, tenant: { organizationId } };
    return (await createToken(team.database, wish, new Date())).token;
  }

  async function addViewer(): Promise<string> {
    const { organizationId } = owner;
    await withClient(team.target, (client) =>
      client.query(`INSERT INTO "user" (id, name, email) VALUES ('usr_v', 'Vera', 'vera@test.example');
        INSERT INTO member (id, organization_id, user_id, role) VALUES ('mem_v', '${organizationId}', 'usr_v', 'viewer')`),
    );
    const wish = { userId: "usr_v", name: "x", scopes: SCOPES, expiresInDays: 1 };
    return (await createToken(team.database, { ...wish, tenant: owner }, new Date())).token;
  }

  // biome-ignore lint/suspicious/noExplicitAny: replies of several tools.
  async function resultOf(token: string, name: string, input: object): Promise<any> {
    const { message } = await callTool(token, name, input);
    if (!message.result?.structuredContent) throw new Error(JSON.stringify(message));
    return message.result.structuredContent;
  }

  async function callTool(token: string, name: string, input: object, more: object = {}) {
    const { headers, body } = modernRequest(
      "tools/call",
      { name, arguments: input, ...more },
      { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } },
    );
    const response = await fetch(`${team.url}/mcp`, {
      method: "POST",
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const message = (await response.json()) as {
      readonly error?: object;
      readonly result?: { readonly requestState?: string; readonly structuredContent?: object };
    };
    return {
      status: response.status,
      challenge: response.headers.get("www-authenticate"),
      message,
    };
  }
});

describe("too many requests", () => {
  it.each(["token", "organization"])("by one %s get 429, everywhere", async (rule) => {
    const { userId } = owner;
    const organizationId = await identity.createOrganization({
      ownerId: userId,
      name: rule,
      type: "company",
    });
    const wish = { userId, name: "x", scopes: SCOPES, expiresInDays: 1 };
    const made = { ...wish, tenant: { organizationId } };
    const { id, token } = await createToken(team.database, made, new Date());
    const keys = {
      token: JSON.stringify([id, userId, organizationId]),
      organization: organizationId,
    };
    await leaveInBucket(0, rule, keys[rule as keyof typeof keys]);
    for (const pathname of [
      "/api/trpc/home.summary",
      "/api/events",
      "/api/outputs/out_1",
      "/v1/metrics",
      "/mcp",
    ]) {
      const response = await fetch(team.url + pathname, {
        method: /^\/(mcp|v1)/.test(pathname) ? "POST" : "GET",
        headers: { authorization: `Bearer ${token}` },
      });
      await response.body?.cancel();
      expect([pathname, response.status]).toEqual([pathname, 429]);
      expect(response.headers.get("retry-after")).toMatch(SECONDS);
    }
  });

  it.each([
    ["address", "198.51.100.1"],
    ["account", createHash("sha256").update("somebody@test.example").digest("hex")],
  ])("at signing in get 429, by %s", async (kind, key) => {
    await leaveInBucket(1, "sign-in", `sign-in:${kind}:${key}`);
    const email = kind === "account" ? "somebody@test.example" : EMAIL;
    const address = kind === "address" ? "198.51.100.1" : "198.51.100.2";
    const tryOnce = () => new WebBrowser(team.url, address).signIn(email, "not the password");
    expect((await tryOnce()).status).toBe(401);
    const refused = await tryOnce();
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([429, []]);
    expect(refused.headers.get("retry-after")).toMatch(SECONDS);
    // The same user can sign in from another IP address.
    const other = new WebBrowser(team.url, "198.51.100.4");
    expect((await other.signIn(EMAIL, PASSWORD)).status).toBe(303);
  });

  it("to register get 429", async () => {
    const answers = await Promise.all(
      Array.from({ length: 22 }, () =>
        fetch(`${team.url}/api/auth/oauth2/register`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-forwarded-for": "198.51.100.3" },
          body: JSON.stringify({ redirect_uris: ["http://127.0.0.1/callback"] }),
        }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(refused[0]?.headers.get("retry-after")).toMatch(SECONDS);
  });

  /** Drains the bucket; its refill starts in the future. */
  async function leaveInBucket(level: number, rule: string, key: string): Promise<void> {
    const digest = createHash("sha256").update(key).digest("base64url");
    await withClient(team.target, (client) =>
      client.query(
        "INSERT INTO rate_bucket (key, level, granted, updated_at) VALUES ($1, $2, 0, now() + interval '1 hour')",
        [`${rule}:${digest}`, level],
      ),
    );
  }
});

interface Route {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

/** All state-changing routes for a session, from the route tables. */
function stateChanging(): Route[] {
  const forms = identity.routes
    .filter(({ path: pathname }) => !identity.allowsAnyOrigin(pathname))
    .filter(({ methods }) => methods.includes("POST"))
    .map(({ path: pathname }) => ({
      path: pathname,
      type: "application/x-www-form-urlencoded",
      body: `email=${encodeURIComponent(EMAIL)}&password=wrong&decision=allow`,
    }));
  const procedures = Object.entries(
    appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
  )
    .filter(([, { _def }]) => _def.type === "mutation")
    .map(([name]) => ({ path: `/api/trpc/${name}`, type: "application/json", body: "{}" }));
  return [...forms, ...procedures];
}

async function send(
  { path: pathname, type, body }: Route,
  headers: Record<string, string>,
): Promise<number> {
  const response = await fetch(team.url + pathname, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": type, "x-forwarded-for": "203.0.113.2", ...headers },
    body,
  });
  await response.body?.cancel();
  return response.status;
}

/** A digest of every row of every table, except rate-limit counters. */
async function everything(): Promise<Record<string, string>> {
  return withClient(team.asSuperuser, async (client) => {
    const { rows } = await client.query(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'rate_bucket' ORDER BY 1",
    );
    const digests: Record<string, string> = {};
    for (const { tablename } of rows) {
      const found = await client.query(
        `SELECT count(*) || ':' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS digest FROM public."${tablename}" t`,
      );
      digests[tablename] = found.rows[0].digest;
    }
    return digests;
  });
}
