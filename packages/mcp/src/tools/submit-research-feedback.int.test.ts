import { storedRows } from "@trovella/testing/database/stored-rows";
import { createPlan, createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

describe("submit_research_feedback", () => {
  it("keeps what the person said, at both moments", async () => {
    const { planId } = await createPlan(server, 1);
    const said = { planId, satisfaction: "satisfied", feedbackSummary: "Useful." };
    const initial = await server.call("submit_research_feedback", {
      ...said,
      feedbackType: "initial",
    });
    const closing = await server.call("submit_research_feedback", {
      ...said,
      feedbackType: "closing",
      satisfaction: "very_dissatisfied",
      improvementSuggestions: "More figures.",
      followUpRequested: true,
    });
    expect([initial.stored, closing.stored]).toEqual([true, true]);
    expect(closing.next).toMatch(/create_research_plan/);
    const rows = await storedRows(server, "SELECT * FROM research_feedback ORDER BY id");
    expect(rows).toMatchObject([
      {
        id: initial.feedbackId,
        plan_id: planId,
        user_id: "usr_org_a",
        feedback_type: "initial",
        improvement_suggestions: null,
        follow_up_requested: false,
      },
      {
        id: closing.feedbackId,
        satisfaction: "very_dissatisfied",
        improvement_suggestions: "More figures.",
        follow_up_requested: true,
      },
    ]);
  });

  it.each([
    { satisfaction: "delighted" },
    { feedbackType: "final" },
    { feedbackSummary: "" },
    { followUpRequested: "perhaps" },
  ])("refuses %j", async (input) => {
    const { planId } = await createPlan(server, 1);
    const said = {
      planId,
      feedbackType: "initial",
      satisfaction: "neutral",
      feedbackSummary: "Fine.",
    };
    const outcome = await server.outcome("submit_research_feedback", { ...said, ...input });
    expect(outcome).toMatchObject({ kind: "failure", code: "INVALID_INPUT" });
  });
});
