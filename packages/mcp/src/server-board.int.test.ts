import { type BoardClient, connectBoardClient } from "@trovella/testing/mcp/board-client";
import { createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const URI = "ui://trovella/board";

let server: TestServer;
let built: BoardClient;
let unbuilt: BoardClient;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  built = await connectBoardClient(server);
  unbuilt = await connectBoardClient(server, { isBuilt: false });
});
afterAll(async () => {
  await built.close();
  await unbuilt.close();
  await server.close();
});

it("a server with the board declares it and names it on four tools", async () => {
  const { extensions } = built.client.getServerCapabilities() ?? {};
  expect(extensions).toMatchObject({ "io.modelcontextprotocol/ui": {} });
  expect(await toolsWithBoard(built)).toEqual([
    "create_research_plan",
    "get_plan_status",
    "request_user_review",
    "store_research_output",
  ]);
});

it("a server without the board names it nowhere", async () => {
  const { extensions } = unbuilt.client.getServerCapabilities() ?? {};
  expect(Object.keys(extensions ?? {})).toEqual(["io.modelcontextprotocol/skills"]);
  expect(await toolsWithBoard(unbuilt)).toEqual([]);
  await expect(unbuilt.client.readResource({ uri: URI })).rejects.toThrow();
});

it("the page is read without the database, may connect to nothing, and is not listed", async () => {
  const database = { ...server.test.database, connect: () => Promise.reject(new Error("gone")) };
  const services = { ...server.services, database };
  const client = await connectBoardClient({ ...server, services });
  const { contents } = await client.client.readResource({ uri: URI });
  expect(contents).toEqual([
    {
      uri: URI,
      mimeType: "text/html;profile=mcp-app",
      text: expect.stringContaining("<!doctype html>"),
      _meta: { ui: { csp: {}, prefersBorder: true } },
    },
  ]);
  await client.close();
  const { resources } = await built.client.listResources();
  expect(resources.map(({ uri }) => uri)).not.toContain(URI);
});

async function toolsWithBoard({ client }: BoardClient): Promise<string[]> {
  const { tools } = await client.listTools();
  return tools
    .filter(({ _meta }) => (_meta as { ui?: { resourceUri?: string } })?.ui?.resourceUri === URI)
    .map(({ name }) => name);
}
