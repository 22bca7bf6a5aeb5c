import type { Permission } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import {
  callerOf,
  createPlan,
  createTestServer,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { runCall } from "../calls/run-call.ts";
import type { Dialogue, QuestionState } from "../review/question.ts";
import { requestUserReview } from "./request-user-review.ts";

const WITHOUT_REVIEW: Caller = {
  ...callerOf("org_a"),
  permissions: new Set<Permission>(["read", "write"]),
};

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

describe("a token without the right to review", () => {
  it("is never advised to relay a decision", async () => {
    const { planId, stepId } = await stepInProgress();
    const as = { caller: WITHOUT_REVIEW };
    const replies = [
      await server.call("request_user_review", { planId, stepId, summary: "Look." }, as),
      await server.call("get_next_step", { planId }, as),
      await server.call("get_plan_status", { planId }, as),
      await server.call("get_research_context", { planId }, as),
    ];
    for (const { next } of replies) {
      expect(next).toMatch(/no right to relay decisions: ask the person to decide in the console/);
      expect(next).not.toContain("submit_user_decision");
    }
    const { next } = await server.call("get_next_step", { planId });
    expect(next).toContain("submit_user_decision");
  });

  it("opens the console where its client can, whose answer is no decision", async () => {
    const { planId, stepId } = await stepInProgress();
    const summary = "Look.";
    const asked = await request({ planId, stepId, summary }, null);
    if (asked.kind !== "question") throw new Error("Nothing was asked.");
    const { message, url, state } = asked.question;
    expect(message).toMatch(/^Plan ".*", step 1 of 1 \(search\)\. It needs your review\./);
    expect(url).toMatch(/\/inbox\?item=/);
    const answered = await request({ planId, stepId, summary }, state);
    expect(answered).toMatchObject({ kind: "reply", reply: { status: "awaiting_review" } });
  });

  it("decides nothing by a form that was shown under another token", async () => {
    const { planId, stepId } = await stepInProgress();
    await server.call("request_user_review", { planId, stepId, summary: "Look." });
    const state = { planId, stepId, reviewId: "rev_1", round: 1, nonce: "call_1" };
    expect(await request({ planId, stepId, summary: "Look." }, state)).toMatchObject({
      kind: "failure",
      code: "FORBIDDEN",
    });
  });
});

async function stepInProgress() {
  const { planId } = await createPlan(server, 1);
  const { step } = await server.call("get_next_step", { planId });
  return { planId: planId as string, stepId: step.stepId as string };
}

/** A call of a client that can show forms and open pages, while the console is running. */
function request(input: object, state: QuestionState | null) {
  const answer = { action: "accept", decision: "approve", feedback: undefined } as const;
  const dialogue: Dialogue = {
    isPossible: true,
    canOpenUrl: true,
    reply: state && { state, answer },
  };
  const console = { ...server.services.console, isRunning: () => true };
  return runCall(
    { ...server.services, console },
    {
      tool: requestUserReview,
      input,
      caller: WITHOUT_REVIEW,
      client: { name: "test", version: "1" },
      dialogue,
    },
  );
}
