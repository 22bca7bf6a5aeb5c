import { withClient } from "@trovella/db";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import {
  addMember,
  Browser,
  createTestIdentity,
  type TestIdentity,
} from "@trovella/testing/identity/test-identity";
import { errorOf, Program, type Tokens, tokensIn } from "@trovella/testing/identity/test-program";
import { createTestTeamWithClient, type TestOwner } from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;
const DAY = 24 * HOUR;

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
let start = 0;
beforeEach(() => {
  start = Date.now();
  later(0);
});

describe("exchanging a code", () => {
  it("gives tokens that stand for the user in the chosen organization", async () => {
    const code = await program.codeBy(browser, owner.organizationId, { scope: "write read" });
    const response = await program.exchange(code);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const tokens = await tokensIn(response);
    expect(tokens).toEqual({
      access_token: expect.stringMatching(/^troa_[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^tror_[\w-]{43}$/),
      token_type: "Bearer",
      expires_in: 3600,
      scope: "read write",
    });
    expect(await setup.identity.grantOf(tokens.access_token)).toEqual({
      grantId: expect.stringMatching(/^grant_/),
      userId: owner.userId,
      userName: "Olga",
      userEmail: owner.email,
      organizationId: owner.organizationId,
      role: "owner",
      scopes: ["read", "write"],
      clientId: program.clientId,
      clientName: expect.any(String),
    });
  });

  it("works once; the second time ends what the first time gave", async () => {
    const code = await program.codeBy(browser, owner.organizationId);
    const tokens = await tokensIn(program.exchange(code));
    expect(await errorOf(program.exchange(code))).toEqual([400, "invalid_grant"]);
    expect(await setup.identity.grantOf(tokens.access_token)).toBeNull();
    expect(await errorOf(program.refresh(tokens.refresh_token))).toEqual([400, "invalid_grant"]);
  });

  it("works once at most when many try at the same time, and nothing is left alive", async () => {
    await withClient(test.target, (client) => client.query("DELETE FROM oauth_grant"));
    const code = await program.codeBy(browser, owner.organizationId);
    const responses = await Promise.all(Array.from({ length: 20 }, () => program.exchange(code)));
    const given = responses.filter(({ status }) => status === 200);
    expect(given).toHaveLength(1);
    const tokens = await tokensIn(given[0] ?? Response.error());
    expect(await setup.identity.grantOf(tokens.access_token)).toBeNull();
    expect(await liveTokens()).toBe(0);
  });

  it.each([
    ["a wrong verifier", { code_verifier: "x".repeat(43) }, "invalid_grant"],
    ["a short verifier", { code_verifier: "short" }, "invalid_grant"],
    ["no verifier", { code_verifier: undefined }, "invalid_request"],
    ["no redirect URI", { redirect_uri: undefined }, "invalid_request"],
    ["another redirect URI", { redirect_uri: "http://127.0.0.1:1/callback" }, "invalid_grant"],
    ["no code", { code: undefined }, "invalid_request"],
    ["a code that was never issued", { code: `troc_${"a".repeat(43)}` }, "invalid_grant"],
    ["something else as code", { code: "x" }, "invalid_grant"],
    ["another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["no client", { client_id: undefined }, "invalid_request"],
    ["no grant type", { grant_type: undefined }, "invalid_request"],
    ["another grant type", { grant_type: "password" }, "unsupported_grant_type"],
    ["the grant of a client", { grant_type: "client_credentials" }, "unsupported_grant_type"],
  ])("is refused with %s, and the code stays good", async (_, changes, error) => {
    const code = await program.codeBy(browser, owner.organizationId);
    const refusal = await program.exchange(code, changes);
    expect(refusal.headers.get("cache-control")).toBe("no-store");
    expect(await errorOf(refusal)).toEqual([400, error]);
    expect((await program.exchange(code)).status).toBe(200);
  });

  it("is refused for another client", async () => {
    const other = new Program(setup.identity);
    await other.register();
    const code = await program.codeBy(browser, owner.organizationId);
    const client_id = other.clientId;
    expect(await errorOf(program.exchange(code, { client_id }))).toEqual([400, "invalid_grant"]);
  });

  it("tells an unknown client to register again", async () => {
    const client_id = "client_00000000000000000000000000000000";
    expect(await errorOf(program.exchange("x", { client_id }))).toEqual([401, "invalid_client"]);
  });

  it.each([
    [{ "content-type": "application/x-www-form-urlencoded", authorization: "Basic eDp5" }, "", 401],
    [{ "content-type": "application/x-www-form-urlencoded" }, "&client_secret=x", 401],
    [{ "content-type": "application/x-www-form-urlencoded" }, "&client_id=x", 400],
    [{ "content-type": "application/json" }, "", 400],
  ])("is refused with %o%s", async (headers, more, status) => {
    const code = await program.codeBy(browser, owner.organizationId);
    const body = `grant_type=authorization_code&code=${code}&client_id=${program.clientId}${more}`;
    const response = await program.send("token", body, headers as Record<string, string>);
    expect(response.status).toBe(status);
    expect(response.headers.has("www-authenticate")).toBe(status === 401);
  });

  it("is refused after a minute", async () => {
    const code = await program.codeBy(browser, owner.organizationId);
    later(60 * SECOND);
    expect(await errorOf(program.exchange(code))).toEqual([400, "invalid_grant"]);
  });

  it("is refused when the user has left in between", async () => {
    const { identity } = setup;
    const { organizationId, userId: actorId } = owner;
    const { userId, email } = await addMember(identity, {
      organizationId,
      actorId,
      name: "Lea",
      role: "member",
    });
    const lea = new Browser(identity);
    await lea.signIn(email);
    const code = await program.codeBy(lea, organizationId);
    await identity.leave({ organizationId, userId });
    expect(await errorOf(program.exchange(code))).toEqual([400, "invalid_grant"]);
  });
});

describe("an access token", () => {
  it("is good for an hour", async () => {
    const { access_token } = await newTokens();
    later(HOUR - SECOND);
    expect(await setup.identity.grantOf(access_token)).not.toBeNull();
    later(HOUR);
    expect(await setup.identity.grantOf(access_token)).toBeNull();
  });

  it("is good for this server alone", async () => {
    const { access_token } = await newTokens();
    for (const publicUrl of ["https://other.example", "https://research.example:8443"]) {
      const other = createTestIdentity(test.database, { publicUrl });
      expect(await other.identity.grantOf(access_token)).toBeNull();
    }
  });

  it.each([
    ["nothing", () => ""],
    ["its beginning", ({ access_token }: Tokens) => access_token.slice(0, -1)],
    ["more than it", ({ access_token }: Tokens) => `${access_token}A`],
    ["another letter", ({ access_token }: Tokens) => `${access_token.slice(0, -2)}--`],
    ["a space before it", ({ access_token }: Tokens) => ` ${access_token}`],
    ["capitals", ({ access_token }: Tokens) => access_token.toUpperCase()],
    ["the refresh token", ({ refresh_token }: Tokens) => refresh_token],
    [
      "the refresh token under its name",
      ({ refresh_token }: Tokens) => refresh_token.replace("tror_", "troa_"),
    ],
    ["a token of another kind", () => `trov_${"a".repeat(36)}`],
    ["an unsigned JWT", () => "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c3IifQ."],
  ])("is not to be had by %s", async (_, change) => {
    expect(await setup.identity.grantOf(change(await newTokens()))).toBeNull();
  });

  it("follows the user's role, and ends at once and forever when they are removed", async () => {
    const { identity } = setup;
    const { organizationId, userId: actorId } = owner;
    const { userId, email } = await addMember(identity, {
      organizationId,
      actorId,
      name: "Max",
      role: "member",
    });
    const max = new Browser(identity);
    await max.signIn(email);
    const tokens = await program.tokensBy(max, organizationId);
    await identity.changeRole({ organizationId, actorId, userId, role: "viewer" });
    expect(await identity.grantOf(tokens.access_token)).toMatchObject({ role: "viewer" });
    await identity.removeMember({ organizationId, actorId, userId });
    expect(await identity.grantOf(tokens.access_token)).toBeNull();
    const { link } = await identity.invite({ organizationId, actorId, email, role: "member" });
    const token = new URL(link).searchParams.get("token") ?? "";
    await identity.acceptInvitation({ token, as: { userId } });
    expect(await identity.grantOf(tokens.access_token)).toBeNull();
    expect(await errorOf(program.refresh(tokens.refresh_token))).toEqual([400, "invalid_grant"]);
  });

  it("is stored, like codes and refresh tokens, as a hash alone", async () => {
    const code = await program.codeBy(browser, owner.organizationId);
    const tokens = await tokensIn(program.exchange(code));
    const { rows } = await withClient(test.target, (client) =>
      client.query(
        "SELECT (SELECT json_agg(oauth_grant) FROM oauth_grant)::text || (SELECT json_agg(oauth_token) FROM oauth_token)::text AS all",
      ),
    );
    for (const secret of [code, tokens.access_token, tokens.refresh_token])
      expect(rows[0].all).not.toContain(secret.slice(5));
  });
});

describe("refreshing", () => {
  it("replaces both tokens, and the new ones can be refreshed too", async () => {
    let tokens = await newTokens();
    for (let round = 0; round < 5; round += 1) {
      const response = await program.refresh(tokens.refresh_token);
      expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
      const next = await tokensIn(response);
      expect(next.refresh_token).not.toBe(tokens.refresh_token);
      expect(next.access_token).not.toBe(tokens.access_token);
      expect(await setup.identity.grantOf(next.access_token)).toMatchObject({
        organizationId: owner.organizationId,
        scopes: ["read", "write"],
      });
      tokens = next;
      later(31 * SECOND * (round + 1));
    }
  });

  it("gives the same again within thirty seconds, and says how long it still lasts", async () => {
    const { refresh_token } = await newTokens();
    const first = await tokensIn(program.refresh(refresh_token));
    later(30 * SECOND);
    const again = await tokensIn(program.refresh(refresh_token));
    expect(again).toEqual({ ...first, expires_in: 3570 });
  });

  it("ends the whole family when an old token comes back after that", async () => {
    const { refresh_token, access_token } = await newTokens();
    const next = await tokensIn(program.refresh(refresh_token));
    later(30 * SECOND + 1);
    expect(await errorOf(program.refresh(refresh_token))).toEqual([400, "invalid_grant"]);
    expect(await setup.identity.grantOf(access_token)).toBeNull();
    expect(await setup.identity.grantOf(next.access_token)).toBeNull();
    expect(await errorOf(program.refresh(next.refresh_token))).toEqual([400, "invalid_grant"]);
  });

  it("leaves other grants of the same user and client alone", async () => {
    const [stolen, other] = [await newTokens(), await newTokens()];
    await program.refresh(stolen.refresh_token);
    later(31 * SECOND);
    await program.refresh(stolen.refresh_token);
    expect(await setup.identity.grantOf(other.access_token)).not.toBeNull();
  });

  it("is possible for thirty days", async () => {
    const [one, two] = [await newTokens(), await newTokens()];
    later(30 * DAY - SECOND);
    expect((await program.refresh(one.refresh_token)).status).toBe(200);
    later(30 * DAY);
    expect(await errorOf(program.refresh(two.refresh_token))).toEqual([400, "invalid_grant"]);
  });

  it.each([
    ["no token", { refresh_token: undefined }, "invalid_request"],
    ["a token that was never issued", { refresh_token: `tror_${"a".repeat(43)}` }, "invalid_grant"],
    ["a wider scope", { scope: "read write admin" }, "invalid_scope"],
    ["an unknown scope", { scope: "everything" }, "invalid_scope"],
    ["another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
  ])("is refused with %s, and the token stays good", async (_, changes, error) => {
    const { refresh_token } = await newTokens();
    expect(await errorOf(program.refresh(refresh_token, changes))).toEqual([400, error]);
    expect((await program.refresh(refresh_token)).status).toBe(200);
  });

  it("is refused with an access token, and for another program", async () => {
    const { refresh_token, access_token } = await newTokens();
    expect(await errorOf(program.refresh(access_token))).toEqual([400, "invalid_grant"]);
    const other = new Program(setup.identity);
    await other.register();
    expect(await errorOf(other.refresh(refresh_token))).toEqual([400, "invalid_grant"]);
    expect((await program.refresh(refresh_token)).status).toBe(200);
  });

  it("gives nothing that another secret could not have made", async () => {
    const { refresh_token } = await newTokens();
    const first = await tokensIn(program.refresh(refresh_token));
    const other = createTestIdentity(test.database, {
      secret: "another secret, as long as needed!",
    });
    const stranger = new Program(other.identity);
    stranger.clientId = program.clientId;
    expect(await errorOf(stranger.refresh(refresh_token))).toEqual([400, "invalid_grant"]);
    expect(await setup.identity.grantOf(first.access_token)).not.toBeNull();
  });
});

describe("revoking", () => {
  it("a refresh token ends its whole family, even when it was replaced", async () => {
    const tokens = await newTokens();
    const next = await tokensIn(program.refresh(tokens.refresh_token));
    const response = await program.revoke(tokens.refresh_token);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await setup.identity.grantOf(tokens.access_token)).toBeNull();
    expect(await setup.identity.grantOf(next.access_token)).toBeNull();
    expect(await errorOf(program.refresh(next.refresh_token))).toEqual([400, "invalid_grant"]);
  });

  it("an access token ends it alone", async () => {
    const tokens = await newTokens();
    expect((await program.revoke(tokens.access_token)).status).toBe(200);
    expect(await setup.identity.grantOf(tokens.access_token)).toBeNull();
    expect((await program.refresh(tokens.refresh_token)).status).toBe(200);
  });

  it.each(["x", `troa_${"a".repeat(43)}`, `tror_${"a".repeat(43)}`, ""])(
    "what is not valid is no error: %j",
    async (token) => {
      expect((await program.revoke(token)).status).toBe(200);
    },
  );

  it("is for the client that the token was issued to", async () => {
    const tokens = await newTokens();
    const other = new Program(setup.identity);
    await other.register();
    expect(await errorOf(other.revoke(tokens.refresh_token))).toEqual([400, "invalid_grant"]);
    const client_id = "client_00000000000000000000000000000000";
    expect(await errorOf(program.revoke(tokens.refresh_token, { client_id }))).toEqual([
      401,
      "invalid_client",
    ]);
    expect(await errorOf(program.post("revoke", {}))).toEqual([400, "invalid_request"]);
    expect(await setup.identity.grantOf(tokens.access_token)).not.toBeNull();
  });

  it("is possible for the user, too", async () => {
    const { identity } = setup;
    const tokens = await newTokens();
    const [newest] = await identity.listGrants(owner.userId);
    expect(newest).toMatchObject({ clientName: "Test program", scopes: ["read", "write"] });
    const grantId = newest?.id ?? "";
    await expect(identity.revokeGrant({ userId: "usr_other", grantId })).rejects.toThrow("Next:");
    await identity.revokeGrant({ userId: owner.userId, grantId });
    expect(await identity.grantOf(tokens.access_token)).toBeNull();
    expect((await identity.listGrants(owner.userId)).map(({ id }) => id)).not.toContain(grantId);
  });
});

describe("sweeping", () => {
  it("deletes registrations that no user authorized within a day", async () => {
    const unused = new Program(setup.identity);
    await unused.register();
    await newTokens();
    later(DAY - 1);
    await setup.identity.sweep();
    expect((await browser.get(unused.authorizePath())).status).toBe(200);
    later(DAY + 1);
    await setup.identity.sweep();
    expect((await browser.get(unused.authorizePath())).status).toBe(400);
    expect((await browser.get(program.authorizePath())).status).toBe(200);
    later(0);
  });

  it("deletes what has expired, and nothing else", async () => {
    await withClient(test.target, (client) => client.query("DELETE FROM oauth_grant"));
    const tokens = await newTokens();
    await setup.identity.sweep();
    expect(await setup.identity.grantOf(tokens.access_token)).not.toBeNull();
    later(20 * DAY);
    await setup.identity.sweep();
    expect((await program.refresh(tokens.refresh_token)).status).toBe(200);
    later(52 * DAY);
    await setup.identity.sweep();
    expect(await rowCounts()).toEqual({ tokens: 0, grants: 0, clients: expect.any(Number) });
    later(271 * DAY);
    await setup.identity.sweep();
    expect(await rowCounts()).toEqual({ tokens: 0, grants: 0, clients: 0 });
  });
});

function later(milliseconds: number): void {
  setup.clock.now = new Date(start + milliseconds);
}

function newTokens(): Promise<Tokens> {
  return program.tokensBy(browser, owner.organizationId);
}

async function liveTokens(): Promise<number> {
  const { rows } = await withClient(test.target, (client) =>
    client.query(
      "SELECT count(*)::int AS total FROM oauth_token JOIN oauth_grant ON grant_id = id WHERE revoked_at IS NULL",
    ),
  );
  return rows[0].total;
}

async function rowCounts() {
  const { rows } = await withClient(test.target, (client) =>
    client.query(`SELECT (SELECT count(*)::int FROM oauth_token) AS tokens,
      (SELECT count(*)::int FROM oauth_grant) AS grants, (SELECT count(*)::int FROM oauth_client) AS clients`),
  );
  return rows[0];
}
