import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { type Credentials, prepareWorld } from "@trovella/testing/credentials/world";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { ORIGIN } from "@trovella/testing/identity/test-identity";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Authentication, teamAuthentication } from "./authentication.ts";

let test: TestDatabase;
let tokens: Credentials;
let authentication: Authentication;
/** The calls counted for the organization by the last request. */
let counted: number[] = [];
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  const world = await prepareWorld(test);
  tokens = world.credentials;
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
