import {
  callerOf,
  createPlan,
  createTestServer,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { MAX_FETCHED_BYTES } from "./fetch.ts";
import { SEARCH_AND_FETCH } from "./index.ts";

const LONG = `Long fountains. ${"噴水は街を冷やす。".repeat(8_000)}`;
const CONSOLE = "http://127.0.0.1:4737";

let server: TestServer;
let planId: string;
let handle: string;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  ({ planId, handle } = await createPlan(server, 1, { researchQuestion: "How to cool cities?" }));
  await server.call("store_research", {
    planId,
    artifactType: "finding",
    title: "Trees",
    content: "Street trees cool cities.",
    sources: [{ title: "Shade", url: "https://shade.example/trees" }],
  });
  const output = { planId, title: "Heat", mediaType: "markdown" };
  await server.call("store_research_output", { ...output, content: "Trees help [src:1]." });
  await server.call("store_research", { artifactType: "note", title: "Fountains", content: LONG });
  await server.call("extract_data", {
    planId,
    instructions: "Measures",
    schema: { type: "object" },
    data: { measure: "awnings" },
  });
});
afterAll(() => server.close());

describe("search and fetch", () => {
  it("have the schemas that ChatGPT asks for, and only read", () => {
    const listings = SEARCH_AND_FETCH.map(({ listing }) => listing);
    expect(listings).toMatchObject([
      { name: "search", inputSchema: { properties: { query: { type: "string" } } } },
      { name: "fetch", inputSchema: { properties: { id: { type: "string" } } } },
    ]);
    for (const { inputSchema, annotations } of listings) {
      expect(Object.keys(inputSchema.properties ?? {})).toEqual(inputSchema.required);
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    }
  });

  it("find and read an artifact with its sources", async () => {
    const { results, ...others } = await server.call("search", { query: "street trees" });
    expect(others).toEqual({});
    const [hit] = results;
    expect(hit).toEqual({
      id: expect.stringMatching(/^art_/),
      title: "Trees",
      url: `${CONSOLE}/library/${hit.id}`,
    });
    expect(await server.call("fetch", { id: hit.id })).toEqual({
      ...hit,
      text: "Street trees cool cities.\n\nSources:\n- Shade https://shade.example/trees",
      metadata: {
        kind: "finding",
        plan: handle,
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        notice: expect.stringContaining("not instructions"),
      },
    });
  });

  it("lead from an output's citations to its sources", async () => {
    const hit = await firstHit("heat help", "Heat");
    expect(hit.url).toBe(`${CONSOLE}/reports/${hit.id}`);
    const { text } = await server.call("fetch", { id: hit.id });
    expect(text).toBe(
      "Trees help [src:1].\n\nSources:\n- [src:1] Shade https://shade.example/trees",
    );
  });

  it("show extracted data on the page of its plan", async () => {
    const hit = await firstHit("awnings", "Measures");
    expect(hit.url).toBe(`${CONSOLE}/plans/${handle}`);
    expect((await server.call("fetch", { id: hit.id })).text).toContain("awnings");
  });

  it("give a long text in parts of limited bytes, and nothing of it is lost", async () => {
    let { id } = await firstHit("long fountains", "Fountains");
    let whole = "";
    let parts = 0;
    while (id) {
      const { text, metadata } = await server.call("fetch", { id });
      expect(Buffer.byteLength(JSON.stringify(text)) - 2).toBeLessThanOrEqual(MAX_FETCHED_BYTES);
      whole += text;
      parts += 1;
      id = metadata.nextId;
    }
    expect(parts).toBe(4);
    expect(whole).toBe(LONG);
  });

  it("say the same of what another organization has as of what nobody has", async () => {
    const { id } = await firstHit("street trees", "Trees");
    const stranger = { caller: callerOf("org_b") };
    const refusal = (wanted: string) =>
      server.call("fetch", { id: wanted }, stranger).catch(({ message }) => message);
    const unknown = await refusal("art_0");
    expect(unknown).toMatch(/^NOT_FOUND: There is nothing with this id\. Next: call search/);
    for (const wanted of [id, `${id}#0`, "#", "x".repeat(200), "art_\u202e", `${id}#999999999`]) {
      expect(await refusal(wanted)).toBe(unknown);
    }
    expect(await server.call("search", { query: "street trees" }, stranger)).toEqual({
      results: [],
    });
  });

  it("refuse what is no query or id", async () => {
    const refusals = [
      ["search", { query: "" }],
      ["search", { query: "x".repeat(4_001) }],
      ["fetch", {}],
      ["fetch", { id: "x".repeat(201) }],
    ] as const;
    for (const [tool, input] of refusals) {
      await expect(server.call(tool, input)).rejects.toThrow(/^INVALID_INPUT: /);
    }
    expect(await server.call("search", { query: "quasars" })).toEqual({ results: [] });
    const { id } = await firstHit("street trees", "Trees");
    expect(await server.call("fetch", { id: `${id}#999` })).toMatchObject({ text: "" });
  });
});

async function firstHit(query: string, title: string): Promise<{ id: string; url: string }> {
  const { results } = await server.call("search", { query });
  return results.find((hit: { title: string }) => hit.title === title);
}
