import {
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const clock: { now: Date | null } = { now: null };
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"), clock);
});
afterAll(() => server.close());

describe("resuming a plan in one call", () => {
  it("gives the brief, the results so far and the next step, leased", async () => {
    const { planId, nextStep } = await server.call("create_research_plan", {
      researchQuestion: "Which tea keeps people awake?",
      template: "scan",
      brief: { topic: "Tea at night", scope: "Europe" },
      start: true,
    });
    const { step, lease } = nextStep;
    await server.call("submit_step_result", {
      ...{ planId, stepId: step.stepId, leaseToken: lease.token, stepExecutionReport: REPORT },
      result: { gaps: ["Assam"] },
    });
    const reply = await server.call("get_research_context", { planId, resume: true });
    expect(reply).toMatchObject({
      brief: { topic: "Tea at night", scope: "Europe" },
      plan: { planId, status: "executing" },
      nextStep: { status: "step_ready", step: { stepId: "s2" } },
    });
    expect(reply.steps[0]).toMatchObject({ stepId: "s1", result: { gaps: ["Assam"] } });
    const submitted = await server.call("submit_step_result", {
      ...{ planId, stepId: "s2", leaseToken: reply.nextStep.lease.token, result: {} },
      stepExecutionReport: REPORT,
    });
    expect(submitted.planStatus).toBe("completed");
  });

  it("takes over a step of the same session at once, and of a silent holder after two minutes", async () => {
    const { planId } = await createPlan(server, 1);
    await server.call("get_next_step", { planId, sessionId: "one", agent: "a" });
    const busy = await server.call("get_research_context", {
      planId,
      resume: true,
      sessionId: "two",
    });
    expect(busy.nextStep).toMatchObject({
      status: "no_pending_steps",
      inProgressSteps: [{ stepId: "s1" }],
    });
    const own = await server.call("get_research_context", {
      planId,
      resume: true,
      sessionId: "one",
    });
    expect(own.nextStep).toMatchObject({
      status: "step_ready",
      reissued: true,
      step: { attempt: 2 },
    });
    clock.now = new Date(Date.now() + 3 * 60_000);
    const orphan = await server.call("get_research_context", {
      planId,
      resume: true,
      sessionId: "two",
    });
    expect(orphan.nextStep).toMatchObject({ step: { stepId: "s1", attempt: 3 } });
  });

  it("finds the plan by words, and asks when several fit", async () => {
    const name = "[Deep] Zeppelin hangars";
    await createPlan(server, 1, { name, researchQuestion: "Where do zeppelins sleep?" });
    const found = await server.call("get_research_context", {
      query: "the zeppelin research",
      resume: true,
    });
    expect(found).toMatchObject({ plan: { name }, nextStep: { status: "step_ready" } });
    await createPlan(server, 1, { name: "[Deep] Zeppelin pilots", researchQuestion: "Who flies?" });
    const several = await server.call("get_research_context", { query: "zeppelin", resume: true });
    expect(several.plans).toHaveLength(2);
    expect(several.nextStep).toBeUndefined();
    await expect(server.call("get_research_context", { query: "submarine" })).rejects.toThrow(
      /^NOT_FOUND/,
    );
    await expect(server.call("get_research_context", {})).rejects.toThrow(/^INVALID_INPUT: planId/);
  });
});

describe("reading stored texts by id", () => {
  it("gives outputs, artifacts and reports in full, by handle or long id", async () => {
    const { planId, handle } = await createPlan(server, 1);
    const note = { planId, artifactType: "note", title: "N", content: "The note." };
    await server.call("store_research", note);
    const output = { planId, title: "Report", mediaType: "markdown", content: "The report." };
    await server.call("store_research_output", output);
    const report = { planId, stepId: "s1", task: "Look", report: "Looked." };
    const { reportId } = await server.call("store_subagent_report", report);
    const { items } = await server.call("get_research_context", {
      planId,
      ids: ["o1", "A1", reportId],
    });
    expect(items).toMatchObject([
      { id: "o1", kind: "output", title: "Report", text: "The report." },
      { id: "a1", kind: "artifact", text: "The note." },
      { id: reportId, kind: "report", title: "Look", text: "Looked." },
    ]);
    const outside = await server.call("get_research_context", { ids: [`${handle}/a1`, "a9"] });
    expect(outside.items).toMatchObject([{ id: "a1", planId: handle }]);
    expect(outside.next).toMatch(/Not found: a9\./);
    await expect(server.call("get_research_context", { ids: ["a1"] })).rejects.toThrow(
      /^NOT_FOUND: .*p-/,
    );
  });

  it("comes in pages when it is long", async () => {
    const { planId } = await createPlan(server, 1);
    const content = Array.from({ length: 4_000 }, (_, index) => `word${index}`).join(" ");
    await server.call("store_research", { planId, artifactType: "note", title: "N", content });
    let text = "";
    let cursor: string | undefined;
    do {
      const page = await server.call("get_research_context", {
        planId,
        ids: ["a1"],
        maxChars: 8_000,
        cursor,
      });
      const [item] = page.items;
      text += item.text ?? item.textPart.text;
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(text).toBe(content);
  });
});
