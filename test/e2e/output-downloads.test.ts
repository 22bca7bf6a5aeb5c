import { activeInOffice, activeInPage } from "@trovella/testing/deliverables/active-content";
import { hostileDeliverable } from "@trovella/testing/deliverables/hostile-deliverable";
import { formulaPayloads, scriptPayloads } from "@trovella/testing/deliverables/hostile-payloads";
import { partsOf, rowsOfXlsx, textOfDocx } from "@trovella/testing/deliverables/read-back";
import { SAMPLE } from "@trovella/testing/deliverables/sample-deliverable";
import { connectHttp, type McpClient, WITHOUT_MODEL } from "@trovella/testing/mcp/mcp-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServing } from "./support/trovella-process.ts";

const OFFICE = "application/vnd.openxmlformats-officedocument";

let serving: Awaited<ReturnType<typeof startServing>>;
let trovella: McpClient;
/** Its id is the one in the link. */
let report: { outputId: string; handle: string; downloadUrl: string; lint: { code: string }[] };
beforeAll(async () => {
  serving = await startServing([], WITHOUT_MODEL);
  trovella = await connectHttp(serving.url);
  report = await storeSample();
});
afterAll(async () => {
  await trovella.close();
  serving.child.kill("SIGTERM");
  await serving.ended;
});

describe("an output that was stored", () => {
  it("is downloaded from the link that came back, in the format it was stored for", async () => {
    expect(report.outputId).toMatch(/^out_\w+$/);
    expect(report.handle).toMatch(/^p-\w{6}\/o1$/);
    expect(report.downloadUrl).toBe(`${serving.url}/api/outputs/${report.outputId}?format=docx`);
    expect(report.lint.map(({ code }) => code)).toContain("UNRESOLVED_MARKER");
    const [named, unnamed, worded, byHandle] = await Promise.all([
      download("docx"),
      download(),
      download("word"),
      download("docx", encodeURIComponent(report.handle)),
    ]);
    expect(Buffer.compare(named.bytes, unnamed.bytes)).toBe(0);
    expect(Buffer.compare(named.bytes, worded.bytes)).toBe(0);
    expect(Buffer.compare(named.bytes, byHandle.bytes)).toBe(0);
  });

  it.each([
    ["markdown", "text/markdown; charset=utf-8", "md"],
    ["html", "text/html; charset=utf-8", "html"],
    ["docx", `${OFFICE}.wordprocessingml.document`, "docx"],
    ["xlsx", `${OFFICE}.spreadsheetml.sheet`, "xlsx"],
    ["pptx", `${OFFICE}.presentationml.presentation`, "pptx"],
    ["pdf", "application/pdf", "pdf"],
    ["ris", "application/x-research-info-systems; charset=utf-8", "ris"],
    ["bibtex", "application/x-bibtex; charset=utf-8", "bib"],
    ["csl-json", "application/vnd.citationstyles.csl+json; charset=utf-8", "json"],
  ])("comes as %s with its type and a plain file name", async (format, type, extension) => {
    const { status, headers, bytes } = await download(format);
    const disposition = format === "html" ? "inline" : "attachment";
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": type,
      "content-disposition": `${disposition}; filename="heat-pumps-for-older-houses-v1.${extension}"`,
      "content-length": String(bytes.length),
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
      "cross-origin-resource-policy": "same-origin",
    });
  });

  it("holds headings, findings, tables and sources in every format", async () => {
    const [word, excel, slides] = [
      await download("docx"),
      await download("xlsx"),
      await download("pptx"),
    ];
    const text = await textOfDocx(word.bytes);
    for (const part of ["Key findings", "Ground source", "Field study of 77 heat pumps"]) {
      expect(text).toContain(part);
    }
    const findings = await rowsOfXlsx(excel.bytes, "Findings");
    expect(findings).toContainEqual(expect.arrayContaining(["Key findings", "1"]));
    expect(await rowsOfXlsx(excel.bytes, "Comparison")).toContainEqual(
      expect.arrayContaining(["Ground source", 41_000, 4.2, 0.19]),
    );
    expect(await rowsOfXlsx(excel.bytes, "Sources")).toHaveLength(4);
    const shown = Object.entries(partsOf(slides.bytes))
      .filter(([name]) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
      .map(([, xml]) => xml);
    // The last one has the record.
    expect(shown).toHaveLength(10);
    expect(shown.join()).toContain("Field study of 77 heat pumps");
    expect(textOf((await download("ris")).bytes).match(/^TY {2}- /gm)).toHaveLength(3);
    expect(JSON.parse(textOf((await download("csl-json")).bytes))).toHaveLength(3);
    expect(textOf((await download("markdown")).bytes)).toContain("- [1] Field study");
    const all = await fetch(`${serving.url}/api/outputs/${report.outputId}?format=ris&sources=all`);
    expect((await all.text()).match(/^TY {2}- /gm)).toHaveLength(4);
  });

  it("is shown as a page that can run and load nothing", async () => {
    const { headers, bytes } = await download("html");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'.*; sandbox$/);
    expect(activeInPage(textOf(bytes))).toEqual([]);
  });

  it("is not sent again for a matching ETag, and only described for HEAD", async () => {
    const url = `${serving.url}/api/outputs/${report.outputId}?format=xlsx`;
    const first = await fetch(url);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    await first.arrayBuffer();
    const again = await fetch(url, { headers: { "if-none-match": `"other", W/${tag}` } });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    const other = await fetch(url, { headers: { "if-none-match": '"other"' } });
    expect([other.status, (await other.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, head.headers.get("etag"), (await head.arrayBuffer()).byteLength]).toEqual([
      200,
      tag,
      0,
    ]);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(5_000);
  });

  it("shows what changed since an older version in a Word document", async () => {
    const planId = await newPlan();
    const versions = ["The cost is low.", "The cost is high."].map((content) => ({
      planId,
      title: "Costs",
      mediaType: "markdown",
      content,
    }));
    await trovella.call("store_research_output", versions[0] ?? {});
    const newer = await trovella.call<{ downloadUrl: string }>(
      "store_research_output",
      versions[1] ?? {},
    );
    const address = newer.downloadUrl.replace(/format=.*/, "format=docx&changesSince=");
    const changes = await fetch(`${address}1`);
    expect(changes.headers.get("content-disposition")).toBe(
      'attachment; filename="costs-v2-changes-since-v1.docx"',
    );
    const xml = partsOf(new Uint8Array(await changes.arrayBuffer()))["word/document.xml"];
    expect(xml).toMatch(/<w:delText[^>]*>low<.*<w:ins [^>]*>.*>high</s);
    for (const wrong of [`${address}2`, `${address}x`, `${address.replace("docx", "html")}1`]) {
      expect((await fetch(wrong)).status).toBe(400);
    }
  });

  it("is a resource for clients, with completions", async () => {
    const uri = `trovella://outputs/${report.outputId}`;
    const { contents } = await trovella.client.readResource({ uri });
    expect(contents).toMatchObject([{ uri, mimeType: "text/markdown" }]);
    expect((contents[0] as { text: string }).text).toContain("- [1] Field study");
    const byHandle = await trovella.client.readResource({
      uri: `trovella://outputs/${report.handle}`,
    });
    expect(byHandle.contents).toMatchObject([{ text: (contents[0] as { text: string }).text }]);
    const { resources } = await trovella.client.listResources();
    // Stored text, such as the output's title, is not part of the list.
    expect(resources).toContainEqual(expect.objectContaining({ uri, title: "Research output" }));
    expect(JSON.stringify(resources)).not.toContain(SAMPLE.title);
    const { completion } = await trovella.client.complete({
      ref: { type: "ref/resource", uri: "trovella://outputs/{outputId}" },
      argument: { name: "outputId", value: "heat PUMPS" },
    });
    expect(completion.values).toContain(report.outputId);
    await expect(
      trovella.client.readResource({ uri: "trovella://outputs/out_unknown" }),
    ).rejects.toThrow(/not found/i);
  });
});

describe("an unknown output", () => {
  it.each([
    "out_unknown",
    "p-222222%2Fo1",
    "o1",
    "plan_1",
    "%00",
    "%ff",
    "..%2f..%2fetc",
    "x".repeat(5_000),
    "%F0%9F%98%80",
    "a'--",
  ])("is answered alike: %s", async (id) => {
    const response = await fetch(`${serving.url}/api/outputs/${id}?format=html`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: "NOT_FOUND" });
  });

  it("is refused with the list of formats", async () => {
    const response = await fetch(`${serving.url}/api/outputs/${report.outputId}?format=odt`);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: "INVALID_INPUT", message: expect.stringContaining("docx, xlsx, pptx, pdf") },
    ]);
  });

  it("is refused to other origins", async () => {
    const headers = { origin: "https://evil.example" };
    const url = `${serving.url}/api/outputs/${report.outputId}`;
    expect((await fetch(url, { headers })).status).toBe(403);
  });
});

describe("hostile texts, stored and downloaded", () => {
  it("are 200 formulas and 100 scripts of which none is active", async () => {
    const payloads = [...formulaPayloads(), ...scriptPayloads()];
    expect(payloads).toHaveLength(300);
    const outputId = await storeHostile(payloads);
    const counts: Record<string, number> = {};
    for (const format of ["html", "docx", "xlsx", "pptx"]) {
      const { status, bytes } = await download(format, outputId);
      expect([format, status, status === 200 || textOf(bytes)]).toEqual([format, 200, true]);
      const active = format === "html" ? activeInPage(textOf(bytes)) : activeInOffice(bytes);
      expect([format, active]).toEqual([format, []]);
      counts[format] = bytes.length;
    }
    expect(Object.values(counts).every((count) => count > 20_000)).toBe(true);
    const sources = await rowsOfXlsx((await download("xlsx", outputId)).bytes, "Sources");
    expect(sources).toHaveLength(301);
  });
});

async function download(format?: string, outputId = report.outputId) {
  const query = format === undefined ? "" : `?format=${format}`;
  const response = await fetch(`${serving.url}/api/outputs/${outputId}${query}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

async function storeSample() {
  const planId = await newPlan();
  const { sourceIds } = await trovella.call<{ sourceIds: string[] }>("store_research", {
    artifactType: "source",
    title: "What was read",
    content: SAMPLE.sources.flatMap(({ quotes }) => quotes).join("\n"),
    planId,
    sources: SAMPLE.sources.map(({ number: _, refs: __, quotes, ...source }) =>
      withoutNulls({ ...source, quote: quotes[0] ?? null }),
    ),
  });
  const content = SAMPLE.sources.reduce(
    (text, { refs }, index) => text.replaceAll(refs[0] ?? "", sourceIds[index] ?? ""),
    SAMPLE.markdown,
  );
  const input = { planId, title: SAMPLE.title, mediaType: "word", content };
  return storeOutput(input);
}

async function storeOutput(input: { planId: string } & Record<string, unknown>) {
  const stored = await trovella.call<typeof report>("store_research_output", input);
  const [, outputId = ""] = /\/outputs\/(\w+)\?/.exec(stored.downloadUrl) ?? [];
  return { ...stored, outputId, handle: `${input.planId}/${stored.outputId}` };
}

async function storeHostile(payloads: readonly string[]): Promise<string> {
  const planId = await newPlan();
  const sourceIds: string[] = [];
  for (let start = 0; start < payloads.length; start += 100) {
    const stored = await trovella.call<{ sourceIds: string[] }>("store_research", {
      artifactType: "data",
      title: payloads[start],
      content: payloads.slice(start, start + 100),
      planId,
      sources: payloads.slice(start, start + 100).map((payload, index) => ({
        title: payload,
        author: payload,
        publishedAt: payload.slice(0, 40),
        quote: payload,
        // Each has another URL, or they would be deduplicated.
        url: `https://example.org/${start + index}?${encodeURIComponent(payload)}`,
      })),
    });
    sourceIds.push(...stored.sourceIds);
  }
  const { markdown, title } = hostileDeliverable(payloads);
  const content = markdown.replace(/\[src:s(\d+)\]/g, (_, index) => `[src:${sourceIds[index]}]`);
  const input = { planId, title, mediaType: "powerpoint", content };
  return (await storeOutput(input)).outputId;
}

async function newPlan(): Promise<string> {
  const { planId } = await trovella.call<{ planId: string }>("create_research_plan", {
    name: "[Deep] Heat pumps",
    researchQuestion: "Which heat pump suits the house?",
    steps: [{ stepType: "search", instructions: "Find out." }],
  });
  return planId;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function withoutNulls(source: object): object {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== null));
}
