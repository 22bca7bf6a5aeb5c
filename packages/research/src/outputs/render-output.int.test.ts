import {
  callerOf,
  createPlan,
  createTestServer,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { outputFormat } from "./output-format.ts";
import { renderOutput } from "./render-output.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

describe("an output as a file", () => {
  it("resolves sources of the organization wherever they were found, then lists the plan's own", async () => {
    const earlier = await storeSources({}, [
      { title: "Earlier study", url: "https://example.org/earlier", quote: "It was 3.1." },
    ]);
    const { planId } = await createPlan(server, 1, { name: "[Deep] Heat" });
    const own = await storeSources({ planId }, [
      { title: "Cited", url: "https://example.org/cited" },
      { title: "Cited again", url: "https://example.org/cited" },
      { title: "Read only", url: "https://example.org/read" },
    ]);
    await storeSources({}, [{ title: "Not of this plan", url: "https://example.org/not" }]);
    const content = `One [src:${own[0]}], two [src:${earlier[0]}], three [src:src_unknown].`;
    const text = await markdownOf(await storeOutput(planId, content));
    expect(text).toMatch(/One \[\^source-1\], two \[\^source-2\], three \\\[\?\]\./);
    expect(text).toMatch(/Question: What is known\?/);
    expect(text).toMatch(/## Further sources\n\n3\. Read only\./);
    expect(text).toMatch(
      /\[\^source-1\]: Cited\..*\n+\[\^source-2\]: Earlier study\..*“It was 3\.1\.”/,
    );
    expect(text).not.toMatch(/Not of this plan|Cited again/);
  });

  it("never shows a source of another organization", async () => {
    const foreign = await storeSources(
      {},
      [{ title: "Secret", url: "https://secret.example/" }],
      "org_b",
    );
    const { planId } = await createPlan(server, 1);
    const text = await markdownOf(await storeOutput(planId, `Known [src:${foreign[0]}].`));
    expect(text).toMatch(/Known \\?\[\?\]\./);
    expect(text).not.toMatch(/secret/i);
  });

  it("is not there for another organization, nor under an id of any other shape", async () => {
    const { planId } = await createPlan(server, 1);
    const outputId = await storeOutput(planId, "# Mine");
    const asked = [
      ["org_b", outputId],
      ["org_a", "out_unknown"],
      ["org_a", planId],
      ["org_a", "\0"],
      ["org_a", "\ud800"],
      ["org_a", "' OR 1=1 --"],
      ["org_a", "x".repeat(100_000)],
      ["org_a", ""],
    ] as const;
    const messages = new Set<string>();
    for (const [organizationId, id] of asked) {
      const failure = await renderOutput(
        server.test.database,
        { organizationId },
        { outputId: id, format: "html" },
      ).then(
        () => null,
        (error) => error,
      );
      expect([id.slice(0, 20), failure?.code]).toEqual([id.slice(0, 20), "NOT_FOUND"]);
      messages.add(failure.message);
    }
    expect([...messages]).toHaveLength(1);
  });

  it("comes in the format it was stored for unless another is named", async () => {
    const { planId } = await createPlan(server, 1);
    const outputId = await storeOutput(planId, "# Mine", "excel");
    const named = async (format: ReturnType<typeof outputFormat>) =>
      (await renderOutput(server.test.database, { organizationId: "org_a" }, { outputId, format }))
        .fileName;
    expect(await named(undefined)).toBe("report-v1.xlsx");
    expect(await named("bibtex")).toBe("report-v1.bib");
    expect(
      ["word", "EXCEL", "powerpoint", "conversation", "md", "toString"].map(outputFormat),
    ).toEqual(["docx", "xlsx", "pptx", "html", undefined, undefined]);
  });
});

async function storeSources(
  place: object,
  sources: object[],
  organizationId = "org_a",
): Promise<string[]> {
  const input = {
    artifactType: "finding",
    title: "A finding",
    content: "It was 3.1.",
    ...place,
    sources,
  };
  return (await server.call("store_research", input, { caller: callerOf(organizationId) }))
    .sourceIds;
}

async function storeOutput(
  planId: string,
  content: string,
  mediaType = "markdown",
): Promise<string> {
  const input = { planId, title: "Report", mediaType, content };
  return (await server.call("store_research_output", input)).outputId;
}

async function markdownOf(outputId: string): Promise<string> {
  const { bytes } = await renderOutput(
    server.test.database,
    { organizationId: "org_a" },
    { outputId, format: "markdown" },
  );
  return new TextDecoder().decode(bytes);
}
