import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "@trovella/db";
import {
  createEmptyDatabase,
  databaseUrl,
  type EmptyDatabase,
} from "@trovella/testing/database/empty-database";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { testDirectory } from "./support/test-directory.ts";
import { runTrovella, startServing } from "./support/trovella-process.ts";

const PUBLIC_URL = "http://localhost:4737";
const CHALLENGE = `resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp", scope="read write"`;
const SECRET = "kX9v2mQ7Lr4TzB8nWc3HyD6sPf1JgA5u";

let empty: EmptyDatabase;
let team: Record<string, string>;
const servers: Awaited<ReturnType<typeof startServing>>[] = [];

beforeAll(async () => {
  await runTrovella(["doctor", "--start"]);
  empty = await createEmptyDatabase(socketDirectory());
  team = {
    TROVELLA_MODE: "team",
    DATABASE_URL: empty.url,
    TROVELLA_PUBLIC_URL: PUBLIC_URL,
    TROVELLA_SECRET: SECRET,
  };
  await runTrovella(["migrate"], team);
  await withClient(empty.target, async (client) => {
    for (const slug of ["alpha", "beta"]) {
      await client.query(
        `INSERT INTO organization (id, name, slug) VALUES ('org_' || $1, $1, $1)`,
        [slug],
      );
    }
    for (const [name, slug, role] of [
      ["ada", "alpha", "owner"],
      ["grace", "alpha", "viewer"],
      ["grace", "beta", "owner"],
    ]) {
      await client.query(
        `INSERT INTO "user" (id, name, email) VALUES ('usr_' || $1, $1, $1 || '@test.example') ON CONFLICT DO NOTHING`,
        [name],
      );
      await client.query(
        `INSERT INTO member (id, organization_id, user_id, role) VALUES ($1 || $2, 'org_' || $2, 'usr_' || $1, $3)`,
        [name, slug, role],
      );
    }
  });
});
afterEach(async () => {
  for (const { child, ended } of servers.splice(0)) {
    child.kill("SIGKILL");
    await ended;
  }
});
afterAll(() => empty.drop());

describe("team mode", () => {
  it("does not start without its required settings, and names all of them", async () => {
    const { exitCode, stdout, stderr } = await runTrovella(["serve", "--port", "0"], {
      TROVELLA_MODE: "team",
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: "" });
    expect(
      stderr
        .trim()
        .split("\n")
        .map((line) => line.split(" is required")[0]),
    ).toEqual(["DATABASE_URL", "TROVELLA_PUBLIC_URL", "TROVELLA_SECRET"]);
  });

  it("does not start as a database user that is not bound by row-level security", async () => {
    const DATABASE_URL = databaseUrl(socketDirectory(), databaseName(), "trovella");
    const { exitCode, stderr } = await runTrovella(["serve", "--port", "0"], {
      ...team,
      DATABASE_URL,
    });
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/^Tenants would not be isolated: .*superuser.*Next: .*\n$/);
  });

  it("is recognized by doctor", async () => {
    const fine = await runTrovella(["doctor"], team);
    expect(fine.stdout).toContain(`valid; team mode at ${PUBLIC_URL}`);
    const { exitCode, stdout } = await runTrovella(["doctor"], { TROVELLA_MODE: "team" });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^fail +Configuration +.*DATABASE_URL.*PUBLIC_URL.*SECRET/m);
  });

  it.each([["mcp"], ["demo", "--yes"], ["output", "list"]])(
    "has no local user for %s",
    async (...options) => {
      const { exitCode, stdout, stderr } = await runTrovella(options, team);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toMatch(/which team mode does not have\. Next: .*\n$/);
    },
  );

  it("creates no local user", async () => {
    await serving();
    const { rows } = await withClient(empty.target, (client) =>
      client.query(`SELECT id FROM "user" ORDER BY id`),
    );
    expect(rows).toEqual([{ id: "usr_ada" }, { id: "usr_grace" }]);
  });

  it("requires a token, and only while it is valid", async () => {
    const { url } = await serving();
    const other = await serving();
    const paths = ["/api/trpc/home.summary", "/api/events", "/api/outputs/out_1"];
    for (const pathname of [...paths, "/mcp", "/api/mcp"]) {
      const method = pathname.endsWith("mcp") ? "POST" : "GET";
      const response = await fetch(url + pathname, { method });
      expect([pathname, response.status]).toEqual([pathname, 401]);
      const challenge = pathname === "/api/mcp" ? CHALLENGE.replace("/mcp", "/api/mcp") : CHALLENGE;
      expect(response.headers.get("www-authenticate")).toBe(`Bearer ${challenge}`);
      await response.body?.cancel();
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200);

    const { token, id } = await makeToken("--email", "ada@test.example");
    expect(await statusOf(`${url}/api/trpc/home.summary`, token)).toBe(200);
    expect(await statusOf(`${url}/api/outputs/out_1`, token)).toBe(404);
    expect(await callPing(url, token)).toEqual([200, null]);
    expect(await callPing(other.url, token)).toEqual([200, null]);

    const revoked = await runTrovella(["token", "revoke", id], team);
    expect(revoked.stdout).toBe(`Revoked ${id}.\n`);
    await sleep(1_000);
    const refused = [401, `Bearer error="invalid_token", ${CHALLENGE}`];
    expect(await callPing(url, token)).toEqual(refused);
    expect(await callPing(other.url, token)).toEqual(refused);
  });

  it("keeps scopes and roles apart from each other, and organizations", async () => {
    const { url } = await serving();
    const options = ["--email", "ada@test.example", "--scopes", "write"];
    const { token } = await makeToken(...options);
    expect(await callPing(url, token)).toEqual([
      403,
      `Bearer error="insufficient_scope", ${CHALLENGE}`,
    ]);
    const where = ["--email", "grace@test.example", "--organization"];
    const viewer = await makeToken(...where, "alpha", "--scopes", "read");
    const decide = `${url}/api/trpc/review.decide`;
    const body = JSON.stringify({ planId: "plan_1", reviewId: "rev_1", decision: "approve" });
    const headers = { "content-type": "application/json" };
    const asked = await fetch(decide, {
      method: "POST",
      body,
      headers: { ...headers, authorization: `Bearer ${viewer.token}` },
    });
    expect(asked.status).toBe(403);
    const owner = await makeToken(...where, "org_beta");
    expect(owner).toMatchObject({ organizationId: "org_beta", userId: "usr_grace" });

    const report = (authorization?: string) =>
      fetch(`${url}/v1/metrics`, {
        method: "POST",
        body: "{}",
        headers: authorization ? { ...headers, authorization } : headers,
      }).then(({ status }) => status);
    expect(await report()).toBe(401);
    expect(await report(`Bearer ${viewer.token}`)).toBe(403);
    expect(await report(`Bearer ${token}`)).toBe(200);
  });
});

describe("the commands for users and tokens", () => {
  it.each([
    ["token", "create", "--email", "a@b", "--name", "x"],
    ["token", "list", "--email", "a@b"],
    ["token", "revoke", "pat_1"],
    ["user", "list"],
    ["user", "create", "--email", "a@b", "--name", "x", "--organization", "y"],
    ["user", "reset-password", "--email", "a@b"],
  ])("say in local mode that it has no sign-in: %s %s", async (...options) => {
    const { exitCode, stdout, stderr } = await runTrovella(options);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: "" });
    expect(stderr).toMatch(/^Local mode has no sign-in: .*Next: .*\n$/);
  });

  it.each([
    [["token", "frob"], "has no command"],
    [["token", "create", "--email", "a@b"], "`trovella token create` needs --email and --name"],
    [["token", "create", "--email", "a@b", "--name", "x", "--days", "367"], "from 1 to 366"],
    [["token", "create", "--email", "a@b", "--name", "x", "--days", "0"], "from 1 to 366"],
    [["token", "create", "--email", "a@b", "--name", "x", "--scopes", "all"], 'no scope "all"'],
    [["token", "revoke"], "needs the id"],
    [["token", "list", "pat_1", "--email", "a@b"], 'does not take the argument "pat_1"'],
    [["user", "frob"], "has no command"],
    [["user", "create", "--email", "a@b"], "needs --email, --name and --organization"],
    [["user", "create", "--email", "ab", "--name", "x", "--organization", "y"], "e-mail address"],
    [["user", "reset-password"], "`trovella user reset-password` needs --email"],
    [["user", "list", "--password-stdin"], "has no option --password-stdin"],
  ])("refuse %j", async (options, problem) => {
    const { exitCode, stdout, stderr } = await runTrovella(options, team);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(problem);
  });

  it("show a token once, and afterwards only its last characters", async () => {
    const create = ["token", "create", "--email", "ADA@test.example", "--name", "Laptop"];
    const { stdout } = await runTrovella([...create, "--days", "7"], team);
    const [, token = ""] = /^(trov_[0-9A-Za-z]{36})$/m.exec(stdout) ?? [];
    expect(token).not.toBe("");
    const list = await runTrovella(["token", "list", "--email", "ada@test.example"], team);
    expect(list.stdout).toContain(`…${token.slice(-4)}  "Laptop"  read,write  until `);
    expect(list.stdout).not.toContain(token.slice(5, 35));
    const json = ["token", "list", "--email", "ada@test.example", "--json"];
    const listed = JSON.parse((await runTrovella(json, team)).stdout);
    expect(listed.tokens[0]).toMatchObject({ name: "Laptop", ending: token.slice(-4) });
  });

  it("never guess one of several organizations, and grant no more than the role", async () => {
    const grace = ["token", "create", "--email", "grace@test.example", "--name", "x"];
    const several = await runTrovella(grace, team);
    expect([several.exitCode, several.stderr]).toEqual([
      1,
      "That person is in several organizations: alpha, beta. Choose one with --organization.\n",
    ]);
    const viewer = await runTrovella([...grace, "--organization", "alpha"], team);
    expect(viewer.exitCode).toBe(1);
    expect(viewer.stderr).toMatch(/is viewer there and may not write\./);
    const foreign = ["token", "create", "--email", "ada@test.example", "--name", "x"];
    const unknown = await runTrovella([...foreign, "--organization", "beta"], team);
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      1,
      "Nobody with that e-mail address is in that organization. `trovella user list` shows all members.\n",
    ]);
  });

  it("list members by organization", async () => {
    const { stdout } = await runTrovella(["user", "list"], team);
    expect(stdout.split("\n")).toEqual([
      'ada@test.example  "ada"  owner of "alpha" (alpha)',
      'grace@test.example  "grace"  viewer of "alpha" (alpha)',
      'grace@test.example  "grace"  owner of "beta" (beta)',
      "",
    ]);
    const options = ["user", "list", "--email", "ada@test.example", "--json"];
    const { memberships } = JSON.parse((await runTrovella(options, team)).stdout);
    expect(memberships).toMatchObject([{ userId: "usr_ada", role: "owner" }]);
  });
});

async function serving() {
  const server = await startServing([], team);
  servers.push(server);
  return server;
}

async function makeToken(...options: string[]) {
  const create = ["token", "create", "--name", "Test", "--json", ...options];
  const { stdout, stderr } = await runTrovella(create, team);
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

async function statusOf(url: string, token: string): Promise<number> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await response.body?.cancel();
  return response.status;
}

/** The HTTP status of a tool call, and the challenge. */
async function callPing(url: string, token: string): Promise<[number, string | null]> {
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "ping", arguments: {} },
    }),
  });
  await response.body?.cancel();
  return [response.status, response.headers.get("www-authenticate")];
}

function socketDirectory(): string {
  return path.join(testDirectory(), "run");
}

function databaseName(): string {
  return new URL(empty.url.replace("@/", "@localhost/")).pathname.slice(1);
}
