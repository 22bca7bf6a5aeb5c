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

describe("a closing step when the budget is used up", () => {
  it("comes with everything the document needs, and what will be skipped", async () => {
    const { planId } = await createPlan(server, 4, { budget: { steps: 1 } });
    const first = await server.call("get_next_step", { planId });
    expect(first).not.toHaveProperty("closing");
    const { nextStep } = await submit(planId, first);
    expect(nextStep).toMatchObject({
      status: "step_ready",
      step: { stepId: "s4" },
      closing: {
        why: "No further research is done: all steps of the budget were used.",
        skippedStepIds: ["s2", "s3"],
      },
      next: expect.stringMatching(
        /^Write the output from closing\.pack now.*then hand in this step/,
      ),
    });
    expect(nextStep.closing.pack).toMatch(
      /Completed steps, 1 of 4:\ns1 search .*Two sources agree/,
    );
    // The next holder of the step gets the findings too, which the first one has just handed in.
    const again = await server.call("get_next_step", {
      planId,
      takeOverStepId: nextStep.step.stepId,
    });
    expect(again.closing.pack).toMatch(
      /Key findings:\na1 Mass balance: Glaciers lose mass every year\. \[src:1\]/,
    );
    expect(again.closing.pack).toMatch(/Gaps and open questions:\ns1: nothing before 1960/);

    const output = {
      planId,
      title: "Report",
      mediaType: "markdown",
      content: "They shrink [src:1].",
    };
    const stored = await server.call("store_research_output", output);
    expect(stored).toMatchObject({
      draft: true,
      next: expect.stringContaining("Hand in the closing step"),
    });
    const ended = await submit(planId, again);
    expect(ended).toMatchObject({ planStatus: "completed" });
    expect(ended.nextStep.next).toMatch(
      /^Output o1 is stored as a draft; .*outputId: "o1" makes it final/,
    );
    const final = await server.call("store_research_output", { planId, outputId: "o1" });
    expect(final).toMatchObject({ outputId: "o2" });
    expect(final).not.toHaveProperty("draft");
  });

  it("comes with the pack when a plan is resumed", async () => {
    const { planId } = await createPlan(server, 3, { budget: { steps: 1 } });
    const first = await server.call("get_next_step", { planId });
    await server.call("submit_step_result", submission(planId, first));
    const { nextStep } = await server.call("get_research_context", { planId, resume: true });
    expect(nextStep.closing).toMatchObject({ skippedStepIds: ["s2"] });
  });

  it("is an ordinary step in a plan that has room left", async () => {
    const { planId } = await createPlan(server, 2);
    const { nextStep } = await submit(planId, await server.call("get_next_step", { planId }));
    expect(nextStep).toMatchObject({ status: "step_ready", step: { stepId: "s2" } });
    expect(nextStep).not.toHaveProperty("closing");
  });
});

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
type Reply = Record<string, any>;

function submission(planId: string, { step, lease }: Reply) {
  return {
    planId,
    stepId: step.stepId,
    leaseToken: lease.token,
    result: { gaps: ["nothing before 1960"] },
    resultSummary: "Two sources agree.",
    confidence: 0.8,
    stepExecutionReport: REPORT,
  };
}

function submit(planId: string, handedOut: Reply) {
  const findings = [
    {
      title: "Mass balance",
      content: "Glaciers lose mass every year.",
      sources: [{ url: "https://example.org/glaciers", title: "World Glacier Report" }],
    },
  ];
  return server.call("submit_step_result", {
    ...submission(planId, handedOut),
    findings,
    continue: true,
  });
}
