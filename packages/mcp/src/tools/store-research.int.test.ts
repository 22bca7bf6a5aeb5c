import { storedRows } from "@trovella/testing/database/stored-rows";
import {
  callerOf,
  createPlan,
  createTestServer,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const NOTE = { artifactType: "note", title: "Glaciers", content: "They shrink." };

const clock: { now: Date | null } = { now: null };
const wokenFor: string[] = [];
let server: TestServer;
beforeAll(async () => {
  const onStored = ({ organizationId }: { organizationId: string }) =>
    void wokenFor.push(organizationId);
  server = await createTestServer(inject("socketDirectory"), clock, { onStored });
});
afterAll(() => server.close());

describe("store_research", () => {
  it("keeps an artifact with its sources, each with its place and its number in the plan", async () => {
    const { planId, steps } = await createPlan(server, 1);
    const sources = [
      {
        url: "https://example.org/a?b=c#d",
        title: "First",
        author: "Ada Lovelace",
        publishedAt: "1843",
        retrievedAt: "2026-07-28T10:00:00+02:00",
        quote: "It weaves algebraic patterns.",
        doi: "https://doi.org/10.1000/182",
      },
      { title: "Second" },
    ];
    const reply = await server.call("store_research", {
      ...NOTE,
      planId,
      stepId: steps[0].stepId,
      summary: "All of them.",
      confidence: 0.8,
      sources,
    });
    expect(reply).toMatchObject({
      artifactId: "a1",
      sourceIds: ["1", "2"],
      sources: [
        { ref: 1, title: "First", isNew: true },
        { ref: 2, title: "Second", isNew: true },
      ],
      stored: true,
      next: expect.stringContaining("[src:1]"),
    });
    const [artifact] = await rows("research_artifact", planId, "plan_id");
    expect(artifact).toMatchObject({
      number: 1,
      user_id: "usr_org_a",
      plan_id: planId,
      step_id: steps[0].stepId,
      artifact_type: "note",
      title: "Glaciers",
      content: "They shrink.",
      content_text: "They shrink.",
      summary: "All of them.",
      confidence: 0.8,
    });
    const stored = await rows("research_source", String(artifact?.id), "artifact_id");
    expect(stored.map(({ position }) => position)).toEqual([1, 2]);
    expect(stored[0]).toMatchObject({
      url: sources[0]?.url,
      author: "Ada Lovelace",
      published_at: "1843",
      retrieved_at: new Date("2026-07-28T08:00:00Z"),
      doi: "10.1000/182",
    });
    expect(stored[1]).toMatchObject({ title: "Second", url: null, quote: null, doi: null });
  });

  it("gives a source one number in a plan, however it is written", async () => {
    const { planId } = await createPlan(server, 1);
    const store = async (...sources: object[]) =>
      (await server.call("store_research", { ...NOTE, planId, sources })).sources;
    const first = await store(
      { title: "A", url: "https://www.example.org/a/?utm_source=x#top" },
      { title: "A again", url: "http://EXAMPLE.org:80/a" },
      { title: "Paper", doi: "10.1000/ABC" },
    );
    expect(first).toEqual([
      { ref: 1, title: "A", isNew: true },
      { ref: 2, title: "Paper", isNew: true },
    ]);
    const second = await store(
      { title: "New", url: "https://example.org/a?page=2" },
      { title: "Paper", url: "https://doi.org/10.1000/abc" },
      { title: "A", url: "https://example.org/a" },
    );
    expect(second).toEqual([
      { ref: 3, title: "New", isNew: true },
      { ref: 2, title: "Paper" },
      { ref: 1, title: "A" },
    ]);
  });

  it("answers with long ids when there is no plan", async () => {
    const sources = [{ title: "A", url: "https://example.org/a" }];
    const reply = await server.call("store_research", { ...NOTE, sources });
    expect(reply.artifactId).toMatch(/^art_/);
    const [stored] = await rows("research_source", reply.artifactId, "artifact_id");
    expect(reply.sourceIds).toEqual([stored?.id]);
    expect(reply.sources).toEqual([{ ref: stored?.id, title: "A" }]);
  });

  it("never gives one number twice or one source two numbers when many store at once", async () => {
    const { planId } = await createPlan(server, 1);
    const pages = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, call) => {
        const sources = pages.map((page) => ({
          title: `Page ${(page + call) % 10}`,
          url: `https://example.org/${(page + call) % 10}`,
        }));
        const own = { title: `Own ${call}`, url: `https://example.org/own/${call}` };
        return server.call("store_research", { ...NOTE, planId, sources: [...sources, own] });
      }),
    );
    const handles = replies.map(({ artifactId }) => artifactId);
    expect(handles.toSorted()).toEqual(replies.map((_, index) => `a${index + 1}`).toSorted());
    const refs = new Map<string, Set<number>>();
    for (const { ref, title } of replies.flatMap(({ sources }) => sources)) {
      refs.set(title, (refs.get(title) ?? new Set()).add(ref));
    }
    expect([...refs.values()].filter(({ size }) => size !== 1)).toEqual([]);
    const numbers = [...refs.values()].flatMap((one) => [...one]);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(
      pages.concat(pages, pages).map((_, i) => i + 1),
    );
  });

  it("spells JSON out as text, unless the text is given", async () => {
    const content = { glaciers: [{ name: "Aletsch", lossPercent: 12 }] };
    const spelled = await server.call("store_research", { ...NOTE, content });
    const given = await server.call("store_research", { ...NOTE, content, contentText: "Words" });
    const [first] = await rows("research_artifact", spelled.artifactId, "id");
    expect([first?.content, first?.content_text]).toEqual([
      content,
      "glaciers:\nname: Aletsch\nlossPercent: 12",
    ]);
    const [second] = await rows("research_artifact", given.artifactId, "id");
    expect(second?.content_text).toBe("Words");
    const { results } = await server.call("search_sources", { query: "Aletsch" });
    expect(results.map(({ sourceId }: { sourceId: string }) => sourceId)).toEqual([
      spelled.artifactId,
    ]);
  });

  it("is in one transaction with index, call and key: all of it or nothing", async () => {
    const tables = ["research_artifact", "document_chunk", "idempotency_key", "mcp_tool_call_log"];
    const counts = async () => Promise.all(tables.map(count));
    // Read-only calls of earlier tests may still be queued.
    await server.services.log.flush();
    const before = await counts();
    await server.call("store_research", { ...NOTE, idempotencyKey: "whole" });
    expect(await counts()).toEqual(before.map((number) => number + 1));
    const refused = { ...NOTE, planId: "plan_unknown", idempotencyKey: "refused" };
    expect(await server.outcome("store_research", refused)).toMatchObject({ code: "NOT_FOUND" });
    expect(await counts()).toEqual(before.map((number) => number + 1));
  });

  it("renews the lease of the step it names, and of no other", async () => {
    const { planId, steps } = await createPlan(server, 2, { stallThresholdMinutes: 10 });
    const first = await server.call("get_next_step", { planId });
    await server.call("get_next_step", { planId });
    const leaseAfter = async (input: object) => {
      await server.call("store_research", { ...NOTE, planId, ...input });
      const stored = await rows("plan_step", planId, "plan_id");
      return stored.map((step) => (step.lease_expires_at as Date).getTime());
    };
    const stepId = first.step.stepId;
    const before = await leaseAfter({});
    clock.now = new Date(Date.now() + 60_000);
    expect(await leaseAfter({ stepId, leaseToken: "lease_other" })).toEqual(before);
    const until = clock.now.getTime() + 600_000;
    const leaseToken = first.lease.token;
    expect(await leaseAfter({ stepId, leaseToken })).toEqual([until, before[1]]);
    clock.now = new Date(Date.now() + 120_000);
    const later = clock.now.getTime() + 600_000;
    expect(await leaseAfter({ stepId: steps[1].stepId })).toEqual([until, later]);
    clock.now = null;
  });

  it("does not deadlock when many store, read and settle at once", async () => {
    const { planId } = await createPlan(server, 3);
    const { step } = await server.call("get_next_step", { planId });
    const place = { planId, stepId: step.stepId };
    const report = { ...place, task: "Look", report: "Seen." };
    const output = { planId, title: "Out", mediaType: "html", content: "They shrink." };
    const calls = Array.from({ length: 12 }, (_, index) => [
      server.outcome("store_research", { ...NOTE, ...place, content: `They shrink ${index}.` }),
      server.outcome("store_subagent_report", report),
      server.outcome("store_research_output", output),
      server.outcome("get_step_context", place),
      server.outcome("get_next_step", { planId, agent: `agent ${index}` }),
      server.outcome("modify_plan", {
        ...place,
        action: "update_step_instructions",
        instructions: `Look again ${index}.`,
        modificationRationale: "Better.",
      }),
    ]);
    const outcomes = await Promise.all(calls.flat());
    expect(outcomes.filter(({ kind }) => kind !== "reply")).toEqual([]);
    expect(server.failures).toEqual([]);
  });

  it.each([
    [{ content: undefined }, "INVALID_INPUT", /content/],
    [{ artifactType: "song" }, "INVALID_INPUT", /artifactType/],
    [{ stepId: "step_1" }, "INVALID_INPUT", /planId: is missing beside stepId/],
    [{ confidence: 2 }, "INVALID_INPUT", /confidence/],
    [{ sources: [{ url: "ftp://example.org", title: "x" }] }, "INVALID_INPUT", /sources\[0\]\.url/],
    [{ sources: [{ url: "javascript:alert(1)", title: "x" }] }, "INVALID_INPUT", /\.url/],
    [{ sources: [{ url: "https://a b", title: "x" }] }, "INVALID_INPUT", /\.url/],
    [{ sources: [{ title: "x", doi: "eleven" }] }, "INVALID_INPUT", /\.doi/],
    [{ sources: [{ title: "x", retrievedAt: "today" }] }, "INVALID_INPUT", /\.retrievedAt/],
    [{ sources: [{ title: "x", publishedAt: "x".repeat(41) }] }, "INVALID_INPUT", /publishedAt/],
    [{ sources: [{ author: "Ada" }] }, "INVALID_INPUT", /sources\[0\]\.title: is missing/],
    [{ sources: Array(101).fill({ title: "x" }) }, "INVALID_INPUT", /sources/],
  ])("refuses %j, naming the field", async (input, code, text) => {
    const outcome = await server.outcome("store_research", { ...NOTE, ...input });
    expect(outcome).toMatchObject({ kind: "failure", code });
    expect(textOf(outcome)).toMatch(text);
  });

  it("refuses what is too long, naming the field", async () => {
    const refused = async (input: object) =>
      textOf(await server.outcome("store_research", { ...NOTE, ...input }));
    expect(await refused({ content: "x".repeat(5_000_000) })).toMatch(
      /^LIMIT_EXCEEDED: content is 5000002 characters long as JSON, and at most 2000000/,
    );
    expect(await refused({ contentText: "x".repeat(2_000_001) })).toMatch(
      /^LIMIT_EXCEEDED: contentText is 2000001 /,
    );
    const { stored } = await server.call("store_research", {
      ...NOTE,
      content: "word ".repeat(399_999),
    });
    expect(stored).toBe(true);
  });

  it("answers for a step of another plan as for one that does not exist", async () => {
    const [one, other] = [await createPlan(server, 1), await createPlan(server, 1)];
    const answer = (stepId: string) =>
      server.outcome("store_research", { ...NOTE, planId: one.planId, stepId });
    expect(await answer(other.steps[0].stepId)).toEqual(await answer("step_unknown"));
    expect(await answer("step_unknown")).toMatchObject({ code: "NOT_FOUND" });
  });

  it("notifies the indexer once it is stored, and of nothing else", async () => {
    wokenFor.length = 0;
    await server.call("store_research", NOTE, { caller: callerOf("org_b") });
    await server.outcome("store_research", { ...NOTE, planId: "plan_unknown" });
    await server.call("search_sources", { query: "x" });
    expect(wokenFor).toEqual(["org_b"]);
  });
});

function rows(table: string, id: string, column: string): Promise<Record<string, unknown>[]> {
  return storedRows(server, `SELECT * FROM ${table} WHERE ${column} = $1 ORDER BY id`, [id]);
}

async function count(table: string): Promise<number> {
  const [row] = await storedRows(server, `SELECT count(*) AS count FROM ${table}`);
  return Number(row?.count);
}

function textOf(outcome: object): string {
  return "text" in outcome ? String(outcome.text) : "";
}
