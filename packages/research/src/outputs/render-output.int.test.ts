import { withTenantContext } from "@trovella/db";
import { readOutputMaking } from "@trovella/db/memory";
import { FORMATS } from "@trovella/deliverables";
import { numbersIn } from "@trovella/testing/deliverables/read-back";
import {
  callerOf,
  createPlan,
  createTestServer,
  itemIdOf,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { documentMaking } from "./document-making.ts";
import { outputFormat } from "./output-format.ts";
import { renderOutput } from "./render-output.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

const urlOf = (title: string) => `https://example.org/${title.toLowerCase()}`;

const WAYS: readonly ((page: string) => string)[] = [
  (page) => `https://${page}`,
  (page) => `http://www.${page}/`,
  (page) => `HTTPS://${page.replace("example", "Example")}#section-2`,
  (page) => `https://${page}?utm_source=mail&utm_campaign=x`,
  (page) => `https://${page.replace("org/", "org:443/")}?gclid=1&fbclid=2`,
];

describe("an output as a file", () => {
  it("numbers sources as the plan does, and gives those of earlier research its next numbers", async () => {
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
    expect(own).toEqual(["1", "1", "2"]);
    expect(text).toMatch(/One \[1\], two \[3\], three \\\[\?\]\./);
    expect(text).toMatch(/Question: What is known\?/);
    expect(text).toMatch(
      /- \[1\] Cited\..*\n- \[3\] Earlier study\..*“It was 3\.1\.”\n\n## Record\n/,
    );
    expect(text).not.toMatch(/Not of this plan|Cited again|Read only/);
  });

  it("lists what it does not cite only on demand", async () => {
    const { planId } = await createPlan(server, 1);
    await storeSources({ planId }, [{ title: "Read only" }, { title: "Cited" }]);
    const outputId = await storeOutput(planId, "One [src:2].");
    expect(await markdownOf(outputId)).not.toContain("Read only");
    expect(await markdownOf(outputId, true)).toMatch(
      /## Sources\n\n- \[2\] Cited\.\n\n## Further sources\n\n- \[1\] Read only\.\n\n## Record\n/,
    );
  });

  it("has the numbers of the plan in every format, in the text and in the list of sources", async () => {
    const earlier = await createPlan(server, 1);
    await storeSources({ planId: earlier.planId }, [{ title: "Earlier", quote: "Older." }]);
    const { planId } = await createPlan(server, 1);
    const titles = ["One", "Two", "Three", "Four", "Five"];
    for (const title of titles) await storeSources({ planId }, [{ title, url: urlOf(title) }]);
    const content = [
      "The answer.",
      "First five [src:5].",
      "Then two and five [src:2, 5].",
      `Then the earlier one [src:${earlier.planId}/1].`,
      "| What | Value |\n|---|---|\n| A cell | 4 [src:4] |",
    ].join("\n\n");
    const outputId = await storeOutput(planId, content);
    const plan = { 2: "Two", 4: "Four", 5: "Five", 6: "Earlier" };
    const cited = [5, 2, 5, 6, 4];
    const { database } = server.test;
    for (const format of FORMATS) {
      const { bytes } = await renderOutput(
        database,
        { organizationId: "org_a" },
        { outputId, format },
      );
      expect([format, await numbersIn(bytes, format)]).toEqual([format, { cited, listed: plan }]);
    }
  });

  it("makes 39 sources of 300 mentions that are written in different ways", async () => {
    const { planId } = await createPlan(server, 1);
    const mentions = Array.from({ length: 300 }, (_, index) => ({
      title: `Page ${index % 39}`,
      url: WAYS[index % WAYS.length]?.(`example.org/page/${index % 39}`),
      quote: `Quote ${index}.`,
    }));
    for (let start = 0; start < 300; start += 100) {
      await storeSources({ planId }, mentions.slice(start, start + 100));
    }
    const content = mentions.map((_, index) => `Point ${index} [src:${(index % 39) + 1}].`);
    const text = await markdownOf(await storeOutput(planId, content.join("\n\n")), true);
    const [, list = ""] = text.split("## Sources\n\n");
    const entries = list.split("\n").filter((line) => line.startsWith("- ["));
    expect(
      entries.map((line) => /^- \[(\d+)\] Page (\d+)\./.exec(line)?.slice(1).map(Number)),
    ).toEqual(Array.from({ length: 39 }, (_, index) => [index + 1, index]));
    expect(list.match(/“Quote \d+\.”/g)).toHaveLength(300);
    expect(list).not.toContain("Further sources");
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

  it("says how it was made until it was stored: searches, pages, steps, and who decided", async () => {
    const { planId } = await createPlan(server, 2);
    const { step, lease } = await server.call("get_next_step", { planId });
    const report = { ...REPORT, webSearches: ["one", "two"], webFetches: ["https://example.org/"] };
    await server.call("submit_step_result", {
      planId,
      stepId: step.stepId,
      leaseToken: lease.token,
      result: { ok: true },
      confidence: 0.5,
      stepExecutionReport: report,
    });
    const next = await server.call("get_next_step", { planId });
    const asked = { planId, stepId: next.step.stepId };
    await server.call("request_user_review", { ...asked, summary: "Is the scope right?\nMore." });
    const before = await makingOf(planId);
    await server.call("submit_user_decision", { ...asked, decision: "approve" });
    const { made, confidence } = documentMaking(await makingOf(planId), () => "Ada");
    expect(before.decisions).toEqual([]);
    expect(confidence).toBe(0.5);
    expect(made).toMatchObject({ searches: 2, pagesRead: 1 });
    // An assistant passed it on, so the document does not say that a person of this name decided.
    expect(made?.approvals).toMatchObject([
      { what: "Is the scope right?", decision: "approve", isRelayed: true },
    ]);
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
      ["word", "EXCEL", "powerpoint", "PDF", "conversation", "md", "toString"].map(outputFormat),
    ).toEqual(["docx", "xlsx", "pptx", "pdf", "html", undefined, undefined]);
  });
});

function makingOf(planId: string) {
  return withTenantContext(server.test.database, { organizationId: "org_a" }, (context) =>
    readOutputMaking(context, { planId, until: new Date() }),
  );
}

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
  const { outputId } = await server.call("store_research_output", input);
  return itemIdOf(server, planId, outputId);
}

async function markdownOf(outputId: string, withFurther = false): Promise<string> {
  const { bytes } = await renderOutput(
    server.test.database,
    { organizationId: "org_a" },
    { outputId, format: "markdown", withFurther },
  );
  return new TextDecoder().decode(bytes);
}
