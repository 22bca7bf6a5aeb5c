import { storedRows } from "@trovella/testing/database/stored-rows";
import { createTestServer, REPORT, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

const QUESTION = "Which tea keeps people awake?";

describe("a plan from a template", () => {
  it("has the template's steps, filled in with the brief and the given words", async () => {
    const reply = await server.call("create_research_plan", {
      researchQuestion: QUESTION,
      template: "deep",
      brief: { topic: "Tea at night", researchType: "decision_support", scope: "Europe" },
      fill: { options: "green, black", colour: "red" },
    });
    expect(reply).toMatchObject({
      name: "[Deep] Tea at night",
      stepCount: 8,
      warnings: [expect.stringMatching(/fill\.colour/)],
    });
    expect(reply.firstStep.instructions).toMatch(/Given options: green, black\./);
  });

  it("takes further searches and keeps its gates in place", async () => {
    const { planId, stepCount } = await server.call("create_research_plan", {
      researchQuestion: QUESTION,
      template: "deep/general_topic",
      steps: [{ stepType: "search", instructions: "What does it cost?" }],
    });
    expect(stepCount).toBe(9);
    const conditions = await storedRows(
      server,
      `SELECT step.step_type AS type FROM plan_branching_condition AS condition
       JOIN plan_step AS step ON step.id = condition.step_id JOIN research_plan AS plan ON plan.id = condition.plan_id
       WHERE handle = $1 ORDER BY position`,
      [planId],
    );
    expect(conditions.map(({ type }) => type)).toEqual(["analyze", "critique", "checkpoint"]);
  });

  it.each([
    [{ template: "huge" }, /^INVALID_INPUT: template: .* deep\/decision_support, /],
    [
      { steps: [{ stepType: "search", instructions: "Look." }] },
      /^INVALID_INPUT: name: .*template/,
    ],
    [{ name: "Tea" }, /^INVALID_INPUT: steps: .*template/],
  ])("is refused with a way out: %j", async (input, message) => {
    const call = server.call("create_research_plan", { researchQuestion: QUESTION, ...input });
    await expect(call).rejects.toThrow(message);
  });
});

describe("the record of a run", () => {
  it("is opened with the brief and ended with the output", async () => {
    const { planId, linkedExecutionId } = await server.call("create_research_plan", {
      name: "[Scan] Tea",
      researchQuestion: QUESTION,
      steps: [{ stepType: "search", instructions: "Look." }],
      brief: { topic: "Tea", mode: "scan", outputMediaType: "word", priorResearch: { found: 0 } },
    });
    expect(await recordOf(linkedExecutionId)).toMatchObject({
      status: "executing",
      skill_name: "research",
      is_server_kept: true,
      metadata: { topic: "Tea", delegatedTo: "scan", priorResearchCheck: { found: 0 } },
    });
    const { step } = await server.call("get_next_step", { planId });
    await server.call("store_research", { planId, artifactType: "note", title: "T", content: "c" });
    const draft = { planId, title: "T", mediaType: "word", content: "Not yet." };
    await server.call("store_research_output", draft);
    expect(await recordOf(linkedExecutionId)).toMatchObject({ status: "executing" });

    const { stepId } = step;
    const result = { planId, stepId, result: {}, stepExecutionReport: REPORT };
    await server.call("submit_step_result", result);
    const { outputMediaType } = await server.call("get_next_step", { planId });
    expect(outputMediaType).toBe("word");
    await server.call("store_research_output", draft);
    expect(await recordOf(linkedExecutionId)).toMatchObject({
      status: "completed",
      metadata: { topic: "Tea", stepsCompleted: 1, artifactsStored: 1, mode: "scan" },
    });
  });

  it("is the client's own where it started one, and never a second one", async () => {
    const sessionId = "tracks-itself";
    const { executionId } = await server.call("log_skill_execution", {
      skillName: "mine",
      status: "started",
      metadata: { topic: "Tea" },
      sessionId,
    });
    const { linkedExecutionId } = await server.call("create_research_plan", {
      researchQuestion: QUESTION,
      template: "scan",
      brief: { scope: "Europe" },
      sessionId,
    });
    expect(linkedExecutionId).toBe(executionId);
    expect(await recordOf(executionId)).toMatchObject({
      status: "executing",
      skill_name: "mine",
      is_server_kept: false,
      metadata: { topic: "Tea", scope: "Europe" },
    });
  });
});

async function recordOf(executionId: string | null) {
  const [row] = await storedRows(server, "SELECT * FROM skill_execution WHERE id = $1", [
    executionId,
  ]);
  return row;
}
