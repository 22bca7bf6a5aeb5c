import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { withTenantContext } from "@trovella/db";
import {
  createToken,
  flushSecurityEvents,
  listSecurityEvents,
  listServerSecurityEvents,
  runWithOrigin,
} from "@trovella/db/identity";
import { type Credentials, prepareWorld } from "@trovella/testing/credentials/world";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { ORIGIN } from "@trovella/testing/identity/test-identity";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { type Authentication, teamAuthentication } from "./authentication.ts";

let test: TestDatabase;
let tokens: Credentials;
let authentication: Authentication;
/** The calls counted for the organization by the last request. */
let counted: number[] = [];
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  const world = await prepareWorld(test);
  tokens = { ...world.credentials, owner: await tokenOfOwner() };
  const limits = {
    limit: async ({ name }: { name: string }, _key: string, calls = 1) => {
      if (name === "organization") counted.push(calls);
      return { ok: true as const };
    },
  };
  authentication = teamAuthentication({
    publicUrl: ORIGIN,
    database: test.database,
    identity: world.identity,
    limits,
    logger: pino({ level: "silent" }),
  });
});
afterAll(() => test.drop());

describe("the rate limits of the console's API", () => {
  it.each([
    ["/api/trpc/plan.list", 1],
    ["/api/trpc/plan.list,plan.list,plan.list", 3],
    ["/api/trpc/plan.list%2Cplan.list%2cplan.list", 3],
    [`/api/trpc/${Array(20).fill("a").join("%2C")}`, 20],
  ])("count the calls in %s", async (path, calls) => {
    expect(await callsOf(path)).toEqual([calls]);
  });

  it.each([`/api/trpc/${Array(21).fill("a").join(",")}`, "/api/trpc/plan%2", "/api/trpc/%ff"])(
    "refuse %s before they count anything",
    async (path) => {
      await expect(callsOf(path)).rejects.toMatchObject({ status: 400, error: "INVALID_INPUT" });
      expect(counted).toEqual([]);
    },
  );

  it("count a large body like the calls it would take in small ones", async () => {
    expect(await callsOf("/api/trpc/plan.list", { "content-length": "1000000" })).toEqual([31]);
  });

  it("count a body of unknown size like the largest one", async () => {
    expect(await callsOf("/api/trpc/plan.list", { "transfer-encoding": "chunked" })).toEqual([33]);
  });
});

describe("the rate limits of MCP", () => {
  it.each([
    ["300", [1]],
    ["1900000", [58]],
    ["99999999999999", [257]],
  ])("count a body of %s bytes", async (length, calls) => {
    await authorize({ "content-length": length });
    expect(counted).toEqual(calls);
  });

  it("count a body of unknown size once it has been read", async () => {
    const { countBody } = await authorize({ "transfer-encoding": "chunked" });
    await countBody?.(1_900_000);
    expect(counted).toEqual([1, 57]);
  });
});

describe("a refused credential", () => {
  const UNKNOWN = `Bearer trov_${"x".repeat(36)}`;
  it.each([
    ["a token that does not exist", { authorization: UNKNOWN }, "token_refused"],
    [
      "two credentials",
      { authorization: UNKNOWN, cookie: "__Host-trovella.session_token=x.y" },
      "credential_refused",
    ],
  ])("is recorded with its address: %s", async (_, headers, kind) => {
    await flushSecurityEvents(test.database);
    const request = new Request(`${ORIGIN}/api/trpc/plan.list`, { headers });
    const address = "203.0.113.9";
    const refused = runWithOrigin({ address }, () => authentication.callerOf(request));
    await expect(refused).rejects.toThrow();
    await vi.waitFor(async () => {
      const [event] = await listServerSecurityEvents(test.database, { limit: 1 });
      expect(event).toMatchObject({ kind, ipAddress: address });
    });
  });

  it("is recorded in the organization of a token that has expired", async () => {
    const { tenant, userId } = await owningMember();
    const wish = { tenant, userId, name: "Old", scopes: ["read"], expiresInDays: 1 } as const;
    const { id, token } = await createToken(test.database, wish, new Date("2026-01-01"));
    const headers = { authorization: `Bearer ${token}` };
    const request = new Request(`${ORIGIN}/api/trpc/plan.list`, { headers });
    await expect(authentication.callerOf(request)).rejects.toMatchObject({ status: 401 });
    await vi.waitFor(async () => {
      const [event] = await withTenantContext(test.database, tenant, (context) =>
        listSecurityEvents(context, { limit: 1 }),
      );
      expect(event).toMatchObject({ kind: "token_refused", subjectId: id });
    });
  });
});

/** Valid now: authentication has the clock of the machine, the world one of its own. */
async function tokenOfOwner(): Promise<string> {
  const tenant = { organizationId: "org_a" };
  const scopes = ["read", "write", "review"] as const;
  const wish = { tenant, userId: "usr_owner", name: "Now", scopes, expiresInDays: 1 };
  return (await createToken(test.database, wish, new Date())).token;
}

/** The user of the owner's token. */
async function owningMember() {
  const headers = { authorization: `Bearer ${tokens.owner}` };
  return authentication.callerOf(new Request(`${ORIGIN}/api/trpc/plan.list`, { headers }));
}

async function callsOf(path: string, headers: Record<string, string> = {}): Promise<number[]> {
  counted = [];
  const authorization = `Bearer ${tokens.owner}`;
  await authentication.callerOf(
    new Request(`${ORIGIN}${path}`, { headers: { authorization, ...headers } }),
  );
  return counted;
}

function authorize(headers: Record<string, string>) {
  counted = [];
  const message = new IncomingMessage(new Socket());
  const authorization = `Bearer ${tokens.owner}`;
  message.url = "/mcp";
  message.headers = { authorization, ...headers };
  message.rawHeaders = Object.entries(message.headers).flat() as string[];
  return authentication.authorize(message);
}
