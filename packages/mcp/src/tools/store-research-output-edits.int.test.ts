import { createPlan, createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

describe("an output", () => {
  it("is changed by edits, which make the next version", async () => {
    const planId = await storeFirst("Prices grew by 3 %. Sales fell.");
    const edits = [{ find: "3 %", replace: "4 %" }];
    const reply = await server.call("store_research_output", { planId, outputId: "o1", edits });
    expect(reply).toMatchObject({ outputId: "o2", version: 2, words: 6, pages: 1 });
    expect(await textOf(planId, "o2")).toBe("Prices grew by 4 %. Sales fell.");
    expect(await textOf(planId, "o1")).toBe("Prices grew by 3 %. Sales fell.");
  });

  it("is left alone when an edit does not fit, with every such edit named", async () => {
    const planId = await storeFirst("One and one.");
    const edits = [
      { find: "two", replace: "" },
      { find: "ne", replace: "" },
    ];
    const call = server.call("store_research_output", { planId, outputId: "o1", edits });
    await expect(call).rejects.toThrow(/edits\[0\].*does not occur.*edits\[1\].*more than once/);
    await expect(textOf(planId, "o2")).rejects.toThrow(/NOT_FOUND/);
  });

  it("is a draft while steps are open", async () => {
    const planId = await storeFirst("Early.");
    const reply = await server.call("store_research_output", {
      ...OUTPUT,
      planId,
      content: "Again.",
    });
    expect(reply).toMatchObject({
      draft: true,
      next: expect.stringMatching(/draft.*steps are open/),
    });
  });

  it.each([
    [{ edits: [{ find: "a", replace: "b" }] }, /^INVALID_INPUT: outputId/],
    [{ title: "T", mediaType: "word" }, /^INVALID_INPUT: content/],
    [{ outputId: "o9", edits: [{ find: "a", replace: "b" }] }, /^NOT_FOUND: .*"o1"/],
    [
      { outputId: "o1", content: "x", edits: [{ find: "a", replace: "b" }] },
      /^INVALID_INPUT: content/,
    ],
  ])("refuses half a request: %j", async (input, message) => {
    const planId = await storeFirst("a");
    await expect(server.call("store_research_output", { planId, ...input })).rejects.toThrow(
      message,
    );
  });
});

const OUTPUT = { title: "Report", mediaType: "markdown" };

async function storeFirst(content: string): Promise<string> {
  const { planId } = await createPlan(server, 1);
  await server.call("store_research_output", { ...OUTPUT, planId, content });
  return planId;
}

async function textOf(planId: string, id: string): Promise<string> {
  const { items } = await server.call("get_research_context", { planId, ids: [id] });
  return items[0].text;
}
