import { storedRows } from "@trovella/testing/database/stored-rows";
import {
  callerOf,
  createPlan,
  createTestServer,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const PAGE = "The mean seasonal performance factor of air source systems was 3.1 in the field.";
const LINKED = { title: "Field study", url: "https://example.org/field-study" };

let server: TestServer;
let planId: string;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  ({ planId } = await createPlan(server, 1));
});
afterAll(async () => {
  expect(server.failures).toEqual([]);
  await server.close();
});

describe("the lint of store_research_output", () => {
  it("finds nothing in an output whose statements and quotes are backed", async () => {
    const [first, second] = await storeSources([
      { ...LINKED, quote: "was 3.1 in the field" },
      { title: "Noise limits", doi: "10.1000/noise.1" },
    ]);
    const content = `# Report

The seasonal performance factor was 3.1 on average [src:${first}].

- At night 40 dB(A) are allowed at the window of a neighbour [src:${second}, ${first}].`;
    expect((await store(content)).lint).toEqual([]);
  });

  it("names unknown sources, sources without a link, wrong quotes and statements without a source", async () => {
    const [bare, study] = await storeSources([
      { title: "A letter" },
      { ...LINKED, quote: "was 4.2 in the laboratory" },
    ]);
    const content = `A statement that is backed by a letter [src:${bare}], by a study [src:${study}] and by nothing [src:src_missing].

It “was 3.1 in the field”, but it “was 4.2 in the laboratory” or “was 5.3 in the open air” [src:${study}], not [1].

This statement is long enough to be one, and it names no source at all.`;
    const { lint, next } = await store(content);
    expect(lint).toMatchObject([
      { code: "UNRESOLVED_MARKER", sourceId: "src_missing" },
      { code: "OWN_NUMBERING", excerpt: "[1]" },
      { code: "SOURCE_WITHOUT_LINK", sourceId: bare, excerpt: "A letter" },
      { code: "QUOTE_NOT_FOUND", excerpt: "was 5.3 in the open air" },
      { code: "FINDING_WITHOUT_SOURCE", excerpt: expect.stringContaining("names no source") },
    ]);
    for (const { message } of lint) expect(message).toMatch(/\. Next: /);
    expect(next).toMatch(/^Stored as a draft/);
  });

  it("knows sources of earlier research, and none of another organization", async () => {
    const [number] = await storeSources([LINKED]);
    const ours = `${planId}/${number}`;
    const other = { caller: callerOf("org_b") };
    const foreign = await server.call(
      "store_research",
      { artifactType: "note", title: "Theirs", content: PAGE, sources: [LINKED] },
      other,
    );
    const later = await createPlan(server, 1);
    const content = `One [src:${ours}] and another [src:${foreign.sourceIds[0]}].`;
    const { lint } = await store(content, { planId: later.planId });
    expect(lint).toMatchObject([{ code: "UNRESOLVED_MARKER", sourceId: foreign.sourceIds[0] }]);
  });

  it("fits into the reply, however much there is to name", async () => {
    const sources = Array.from({ length: 100 }, (_, index) => ({
      title: `${index} ${'\u{202e}\u{e0041} \\" '.repeat(40)}`,
      quote: `never "there" ${index} `.repeat(20),
    }));
    const ids = await storeSources(sources);
    const cited = ids.map(
      (id) => `“${"A statement of some length. ".repeat(3)}” [src:${id}, x_${id}] (src:${id})`,
    );
    const bare = ids.map((id) => `This statement names no source, only ${id} "in" it: \\ \\.`);
    const reply = await store([...cited, ...bare].join("\n\n"));
    const codes = new Set(reply.lint.map(({ code }: { code: string }) => code));
    expect(codes.size).toBe(5);
    expect(
      reply.lint.filter(({ message }: { message: string }) => /more of/.test(message)),
    ).toHaveLength(5);
    expect(JSON.stringify(reply).length).toBeLessThan(8_000);
  });

  it("refuses what could not become a file, before anything is stored", async () => {
    const before = await outputCount();
    const ids = Array.from({ length: 1_001 }, (_, index) => `src_${index}`);
    const outcomes = [
      await refusal("x".repeat(300_001)),
      await refusal(ids.map((id) => `[src:${id}]`).join(" ")),
    ];
    expect(outcomes).toEqual([
      expect.stringMatching(/^LIMIT_EXCEEDED: .*300,001 characters.*300,000\. Next: split it/),
      expect.stringMatching(/^LIMIT_EXCEEDED: .*1,001 sources.*1,000\. Next: split it/),
    ]);
    expect(await outputCount()).toBe(before);
  });

  it.each([
    [
      "markers of every shape",
      `[src:${"a".repeat(500)}] [src:\u0000] [src:\ud800] [src:'; DROP TABLE x] [src:%]`,
    ],
    ["nothing but a marker", "[src:]"],
    ["deep nesting", "> ".repeat(20_000)],
    ["a very long word", "x".repeat(300_000)],
  ])("takes %s", async (_, content) => {
    const input = { planId, title: "Odd", mediaType: "markdown", content };
    const outcome = await server.outcome("store_research_output", input);
    const code = outcome.kind === "failure" ? outcome.code : "none";
    expect(code).toMatch(/^(none|INVALID_INPUT)$/);
  });
});

async function storeSources(sources: object[]): Promise<string[]> {
  const input = { artifactType: "source", title: "A page", content: PAGE, planId, sources };
  return (await server.call("store_research", input)).sourceIds;
}

function store(content: string, given: object = {}) {
  const input = { planId, title: "Report", mediaType: "word", content, ...given };
  return server.call("store_research_output", input);
}

async function refusal(content: string): Promise<string> {
  const input = { planId, title: "Report", mediaType: "word", content };
  const outcome = await server.outcome("store_research_output", input);
  return outcome.kind === "failure" ? outcome.text : outcome.kind;
}

async function outputCount(): Promise<unknown> {
  const [row] = await storedRows(server, "SELECT count(*) FROM research_output");
  return row?.count;
}
