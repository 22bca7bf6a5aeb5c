import { storedRows } from "@trovella/testing/database/stored-rows";
import {
  createPlan,
  createTestServer,
  itemIdOf,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const OUTPUT = { title: "Report", mediaType: "markdown", content: "# Glaciers\n\nThey shrink." };

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

describe("store_research_output", () => {
  it("keeps versions of a plan's output, each with a link of its own", async () => {
    const { planId } = await createPlan(server, 1);
    const input = { ...OUTPUT, planId, formattingNotes: "Short" };
    const first = await server.call("store_research_output", input);
    const second = await server.call("store_research_output", { ...input, content: "# Other" });
    expect([first.version, second.version]).toEqual([1, 2]);
    expect([first.outputId, second.outputId]).toEqual(["o1", "o2"]);
    const id = await itemIdOf(server, planId, "o1");
    expect(first).toMatchObject({
      downloadUrl: `http://127.0.0.1:4737/api/outputs/${id}?format=markdown`,
      lint: [],
      draft: true,
      next: expect.stringMatching(/draft.*get_next_step/),
    });
    const [row] = await storedRows(server, "SELECT * FROM research_output WHERE id = $1", [id]);
    expect(row).toMatchObject({
      plan_id: planId,
      user_id: "usr_org_a",
      title: "Report",
      media_type: "markdown",
      version: 1,
      content: OUTPUT.content,
      formatting_notes: "Short",
    });
  });

  it("counts without gaps or doubles when many are stored at once", async () => {
    const { planId } = await createPlan(server, 1);
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => server.call("store_research_output", { ...OUTPUT, planId })),
    );
    const versions = replies.map(({ version }) => version).sort((one, other) => one - other);
    expect(versions).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  it.each([
    ["html", "?format=html"],
    ["word", "?format=docx"],
    ["excel", "?format=xlsx"],
    ["powerpoint", "?format=pptx"],
    ["pdf", "?format=pdf"],
    ["markdown", "?format=markdown"],
    ["conversation", "?format=html"],
  ])("links %s with %j", async (mediaType, ending) => {
    const { planId } = await createPlan(server, 1);
    const reply = await server.call("store_research_output", { ...OUTPUT, planId, mediaType });
    const id = await itemIdOf(server, planId, reply.outputId);
    expect(reply.downloadUrl).toBe(`http://127.0.0.1:4737/api/outputs/${id}${ending}`);
  });

  it("is found by search_sources", async () => {
    const { planId, handle } = await createPlan(server, 1, {
      researchQuestion: "Do permafrosts thaw?",
    });
    const content = "The permafrost of Svalbard thaws.";
    const { outputId } = await server.call("store_research_output", { ...OUTPUT, planId, content });
    const { results } = await server.call("search_sources", {
      query: "Svalbard permafrost",
      mediaType: "markdown",
    });
    expect(results).toMatchObject([
      {
        sourceTable: "research_output",
        sourceId: outputId,
        planId: handle,
        researchQuestion: "Do permafrosts thaw?",
      },
    ]);
  });

  it("is refused for an unknown plan, an unknown kind and too long a text", async () => {
    const { planId } = await createPlan(server, 1);
    const code = async (input: object) =>
      (await server.outcome("store_research_output", { ...OUTPUT, planId, ...input })) as object;
    expect(await code({ planId: "plan_unknown" })).toMatchObject({ code: "NOT_FOUND" });
    expect(await code({ mediaType: "odt" })).toMatchObject({ code: "INVALID_INPUT" });
    expect(await code({ content: "" })).toMatchObject({ code: "INVALID_INPUT" });
    expect(await code({ content: "x".repeat(300_001) })).toMatchObject({
      code: "LIMIT_EXCEEDED",
    });
  });

  it("is what a complete plan asks for", async () => {
    const { planId, steps } = await createPlan(server, 1);
    const failure = { planId, action: "fail_step", stepId: steps[0].stepId, reason: "Gone." };
    await server.call("modify_plan", { ...failure, modificationRationale: "Nothing is left." });
    const { status, next } = await server.call("get_next_step", { planId });
    expect([status, next]).toEqual([
      "plan_complete",
      expect.stringMatching(/store_research_output/),
    ]);
    const reply = await server.call("store_research_output", { ...OUTPUT, planId });
    expect(reply.draft).toBeUndefined();
    expect(reply.next).toMatch(/trovella serve.*submit_research_feedback/);
  });
});
