import { REFUSED_FIELDS } from "@trovella/testing/mcp/mistakes/refused-fields";
import { REFUSED_STATES } from "@trovella/testing/mcp/mistakes/refused-states";
import { SITUATIONS } from "@trovella/testing/mcp/mistakes/situation";
import { UNDERSTOOD_CONTENT } from "@trovella/testing/mcp/mistakes/understood-content";
import { UNDERSTOOD_WORK } from "@trovella/testing/mcp/mistakes/understood-work";
import {
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

describe("a mistake with a plain meaning", () => {
  it.each([...UNDERSTOOD_WORK, ...UNDERSTOOD_CONTENT])(
    "$tool understands $what",
    async ({ on = "held", tool, input, warns }) => {
      const situation = await SITUATIONS[on](server);
      const { warnings } = await server.call(tool, input(situation));
      if (warns) expect(warnings).toEqual([expect.stringMatching(warns)]);
      else expect(warnings).toBeUndefined();
    },
  );
});

describe("a mistake that cannot be understood", () => {
  it.each([...REFUSED_STATES, ...REFUSED_FIELDS])(
    "$tool refuses $what, and says what the next call needs",
    async ({ on = "held", tool, input, code, says, next, nextTool = tool }) => {
      const situation = await SITUATIONS[on](server);
      const outcome = await server.outcome(tool, input(situation));
      expect(outcome).toMatchObject({ kind: "failure", code, text: expect.stringMatching(says) });
      expect(outcome).toMatchObject({ text: expect.stringMatching(/ Next: [a-z]/) });
      await server.call(nextTool, next(situation));
    },
  );
});

describe("a harmful mistake that is accepted", () => {
  it("is named: a result that cites a source the plan does not have", async () => {
    const { planId, steps } = await createPlan(server, 1);
    const { warnings } = await server.call("submit_step_result", {
      ...{ planId, stepId: steps[0].stepId, stepExecutionReport: REPORT },
      result: { claim: "It grew [src:99]." },
    });
    expect(warnings).toEqual([expect.stringMatching(/\[src:99\], which this plan does not have/)]);
  });

  it("is named: an output with an invented quotation, or before the review is decided", async () => {
    const { planId, steps } = await createPlan(server, 2);
    const url = "https://example.org/trial";
    const note = { planId, artifactType: "finding", title: "Trial", content: "They slept well." };
    await server.call("store_research", { ...note, sources: [{ url, title: "Trial" }] });
    const { lease } = await server.call("get_next_step", { planId });
    const asked = { planId, stepId: steps[0].stepId, leaseToken: lease.token, summary: "Go on?" };
    await server.call("request_user_review", asked);
    const content = "## Findings\n\nThey said “we slept much longer than before” [src:1].";
    const output = { planId, title: "Sleep", mediaType: "markdown", content };
    const { draft, lint, next } = await server.call("store_research_output", output);
    expect(lint).toMatchObject([{ code: "QUOTE_NOT_FOUND" }]);
    expect(draft).toBe(true);
    expect(next).toMatch(/a review is open/);
  });

  it("does no harm: one page stored under two spellings of its URL is one source", async () => {
    const { planId } = await createPlan(server, 1);
    const store = (url: string) =>
      server.call("store_research", {
        ...{ planId, artifactType: "finding", title: "Trial", content: "They slept." },
        sources: [{ url, title: "Trial" }],
      });
    expect((await store("https://example.org/trial")).sources).toMatchObject([
      { ref: 1, isNew: true },
    ]);
    const { sources } = await store("http://www.example.org/trial/?utm_source=mail#results");
    expect(sources).toEqual([{ ref: 1, title: "Trial" }]);
  });
});

it("two clients with one agent name get a step each", async () => {
  const { planId } = await createPlan(server, 2);
  const [one, two] = await Promise.all(
    ["one", "two"].map((sessionId) =>
      server.call("get_next_step", { planId, agent: "a", sessionId }),
    ),
  );
  expect(one?.step.stepId).not.toBe(two?.step.stepId);
});

it("warnings come with a repeated call too", async () => {
  const { planId } = await createPlan(server, 1);
  const note = { planId, artifactType: "note", title: "It", content: "Is.", colour: "blue" };
  const input = { ...note, idempotencyKey: "warned" };
  const first = await server.call("store_research", input);
  expect(first.warnings).toHaveLength(1);
  expect(await server.call("store_research", input)).toEqual({ ...first, replayed: true });
});
