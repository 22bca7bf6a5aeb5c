import { createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { activeInPage } from "@trovella/testing/deliverables/active-content";
import { scriptPayloads } from "@trovella/testing/deliverables/hostile-payloads";
import {
  createPlan,
  createTestServer,
  itemIdOf,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const LONGEST = 300_000;

let server: TestServer;
let api: TestApi;
let planId: string;
let sourceIds: string[];

beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  api = createTestApi(server.test.database);
  ({ planId } = (await createPlan(server, 1)) as { planId: string });
  ({ sourceIds } = (await server.call("store_research", {
    planId,
    artifactType: "finding",
    title: "Finding",
    content: "Found.",
    sources: [
      { title: "First", url: "https://example.org/1", quote: "Q".repeat(700) },
      { title: "Second", url: "https://example.org/2", author: "Ada" },
      { title: "Never cited" },
    ],
  })) as { sourceIds: string[] });
});
afterAll(() => server.close());

describe("an output to be read", () => {
  it("has its sources by their number in the plan, cited ones first, and names unknown ones", async () => {
    const [first, second] = sourceIds;
    const output = await read(
      `## A [src:${second}]\n\nB [src:${first}, src_gone]. C [src:${second}].`,
    );
    expect(output.sources).toMatchObject([
      { number: 1, isCited: true, title: "First", quotes: [`${"Q".repeat(499)}…`] },
      { number: 2, isCited: true, title: "Second", author: "Ada", link: "https://example.org/2" },
      { number: 3, isCited: false, title: "Never cited", link: null },
    ]);
    expect(output.unknownIds).toEqual(["src_gone"]);
    expect(output.outline).toEqual([{ level: 1, anchor: "section-1", text: "A" }]);
    expect(output.html).toContain('<a href="#source-2" id="cite-2-2">[2]</a>');
    expect(output.html).not.toContain("<main");
  });

  it("takes headings and titles for text, whatever they say", async () => {
    const headings = [
      "</main><main>",
      '<h2 id="section-1">',
      '<li id="source-1">7<',
      ...scriptPayloads().map((payload) => payload.replace(/[\r\n]+/g, " ")),
    ];
    const output = await read(headings.map((heading) => `# ${heading}\n\n`).join(""), headings[1]);
    expect(activeInPage(output.html)).toEqual([]);
    expect(output.outline.map(({ anchor }) => anchor)).toEqual(
      headings.map((_, index) => `section-${index + 1}`),
    );
    expect(output.outline.slice(0, 3).map(({ text }) => text)).toEqual(headings.slice(0, 3));
    expect(output.sources.map(({ isCited }) => isCited)).toEqual([false, false, false]);
  });

  it("is found by its handle, and is a draft when it was stored before the plan was finished", async () => {
    const { output, researchPlan } = api.as("org_a");
    const stored = await read("Not done yet.");
    const { plan } = await researchPlan.detail({ planId });
    const outputId = `${plan.handle}/o${stored.version}`;
    expect(await output.detail({ outputId })).toEqual(stored);
    expect(stored).toMatchObject({
      isDraft: true,
      versions: expect.arrayContaining([expect.objectContaining({ id: stored.id, isDraft: true })]),
    });
    expect((await output.list({ planId })).outputs[0]).toMatchObject({
      id: stored.id,
      isDraft: true,
    });
    await expect(api.as("org_b").output.detail({ outputId })).rejects.toThrow("no such output");
  });

  it("comes in about a megabyte where it is the longest that can be stored", async () => {
    const line = `Some **words** that & what [src:${sourceIds[0]}] says in the chapter on this matter, [more](https://example.org/).\n\n`;
    const whole = line.repeat(Math.floor(LONGEST / line.length));
    const output = await read(whole.padEnd(LONGEST, "x"));
    expect(output.characters).toBe(LONGEST);
    const bytes = JSON.stringify(output).length;
    expect(bytes).toBeGreaterThan(LONGEST);
    expect(bytes).toBeLessThan(1_200_000);
    expect(output.html).not.toMatch(/This (page|document) is cut/);
  });
});

async function read(content: string, title = "Outcome") {
  const stored = await server.call("store_research_output", {
    planId,
    title,
    mediaType: "markdown",
    content,
  });
  const outputId = await itemIdOf(server, planId, stored.outputId);
  return api.as("org_a").output.detail({ outputId });
}
