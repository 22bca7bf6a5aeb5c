import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { accept, Person } from "./support/elicited-person.ts";
import { type Connection, connect, WAYS } from "./support/mcp-connections.ts";
import { auditRows, findDifferences, history, planRow, reviewRows } from "./support/mcp-rows.ts";
import { codeOf, type Trovella, useTrovella } from "./support/mcp-support.ts";

const HTTP_2025 = { transport: "http", era: "2025-11-25" } as const;
const canAsk = WAYS.filter(
  ({ transport, era }) => transport !== HTTP_2025.transport || era !== HTTP_2025.era,
);

describe.each(canAsk)("over $transport in $era", (way) => {
  const person = new Person();
  const trovella = useTrovella(way, { onElicit: (question) => person.answer(question) });
  beforeEach(() => person.forget());

  it("asks the user the summary and the questions, naming plan and step", async () => {
    const { step } = await stepInProgress(trovella);
    await trovella.requestReview(step, { questions: ["Is this enough?", "Green or black?"] });
    expect(person.questions).toMatchObject([
      {
        message: expect.stringMatching(
          /^Plan ".*", step 1 of \d \(search\)\.\n\nTwo sources agree\.\n\nQuestions:\n- Is this enough\?\n- Green or black\?$/,
        ),
        requestedSchema: {
          required: ["decision"],
          properties: { decision: { enum: ["approve", "modify", "skip", "reject"] } },
        },
      },
    ]);
  });

  it("has paused the plan before the user sees the question", async () => {
    const { plan, step } = await stepInProgress(trovella);
    let status: unknown;
    person.says(async () => {
      ({ status } = await planRow(plan.planId));
      return { action: "cancel" };
    });
    await trovella.requestReview(step);
    expect(status).toBe("awaiting_review");
  });

  it.each([
    { decision: "approve", stepStatus: "completed", planStatus: "executing" },
    { decision: "reject", stepStatus: "failed", planStatus: "failed" },
    { decision: "modify", stepStatus: "in_progress", planStatus: "executing" },
    { decision: "skip", stepStatus: "skipped", planStatus: "executing" },
  ])("$decision comes back with the call: step $stepStatus, plan $planStatus", async (row) => {
    const { decision, stepStatus, planStatus } = row;
    const { plan, step } = await stepInProgress(trovella);
    person.says(accept({ decision, feedback: "Only green tea." }));
    expect(await trovella.requestReview(step)).toEqual({
      status: "decided",
      decision,
      feedback: "Only green tea.",
      stepStatus,
      planStatus,
      decidedVia: "elicitation",
      decidedRank: 3,
      reviewUrl: trovella.reviewUrl(plan.planId),
      planVersion: 4,
      next: expect.stringContaining(decision === "reject" ? "has ended" : "get_next_step"),
    });
    expect(await reviewRows(plan.planId)).toMatchObject([
      { decision, feedback: "Only green tea.", decided_via: "elicitation" },
    ]);
    const decided = (await auditRows(plan.planId)).find(({ action }) => action === decision);
    expect(decided).toMatchObject({
      event_type: "user_reviewed",
      actor_client: "test-client 1.2.3",
      actor_via: "mcp",
      payload: { decidedVia: "elicitation", decidedBy: "usr_local" },
    });
  });

  it("modify hands the step out again with the user's feedback", async () => {
    const { plan, step } = await stepInProgress(trovella);
    person.says(accept({ decision: "modify", feedback: "Only green tea." }));
    await trovella.requestReview(step);
    expect(await trovella.nextReply(plan)).toMatchObject({
      step: {
        stepId: step.stepId,
        attempt: 2,
        instructions: "Search part 1.\n\n---\n\nUser feedback: Only green tea.",
      },
    });
  });

  it("a decision needs no feedback unless it is modify", async () => {
    const { step } = await stepInProgress(trovella);
    person.says(accept({ decision: "skip" }));
    expect(await trovella.requestReview(step)).toMatchObject({ decision: "skip", feedback: null });
  });

  it("cancel leaves the plan waiting, for any other way", async () => {
    const { plan, step } = await stepInProgress(trovella);
    person.says(() => ({ action: "cancel" }));
    expect(await trovella.requestReview(step)).toEqual({
      status: "awaiting_review",
      reviewUrl: trovella.reviewUrl(plan.planId),
      planVersion: 3,
      next: expect.stringMatching(/^The person has not decided yet\. .*submit_user_decision/),
    });
    expect(person.questions).toHaveLength(1);
    expect((await planRow(plan.planId)).status).toBe("awaiting_review");
    expect(await trovella.decide(plan, "approve")).toMatchObject({ decidedVia: "relayed" });
  });

  it("decline leaves the plan waiting, is recorded, and stops relayed decisions", async () => {
    const { plan, step } = await stepInProgress(trovella);
    person.says(() => ({ action: "decline" }));
    expect(await trovella.requestReview(step)).toEqual({
      status: "awaiting_review",
      declined: true,
      reviewUrl: trovella.reviewUrl(plan.planId),
      planVersion: 4,
      next: expect.stringMatching(/^The person declined to decide here\. Do not decide for them/),
    });
    expect(person.questions).toHaveLength(1);
    expect(await codeOf(trovella.decide(plan, "approve"))).toBe("REVIEW_REQUIRES_HUMAN");
    expect((await planRow(plan.planId)).status).toBe("awaiting_review");
    expect(await reviewRows(plan.planId)).toMatchObject([{ decision: null, decided_via: null }]);
  });

  it("takes the client's word for a client_attested plan", async () => {
    const { step } = await stepInProgress(trovella, { reviewPolicy: "client_attested" });
    person.says(accept({ decision: "approve" }));
    expect(await trovella.requestReview(step)).toMatchObject({ decidedVia: "elicitation" });
  });

  it("shows no form for a human_only plan", async () => {
    const { plan, step } = await stepInProgress(trovella, { reviewPolicy: "human_only" });
    person.says(accept({ decision: "approve" }));
    expect(await trovella.requestReview(step)).toMatchObject({ status: "awaiting_review" });
    expect(person.questions).toEqual([]);
    expect(await reviewRows(plan.planId)).toMatchObject([{ decision: null }]);
  });

  it("asks for the feedback alone when modify came without it", async () => {
    const { step } = await stepInProgress(trovella);
    person.says(accept({ decision: "modify" }), accept({ feedback: "Only green tea." }));
    expect(await trovella.requestReview(step)).toMatchObject({
      decision: "modify",
      feedback: "Only green tea.",
    });
    expect(person.questions[1]).toMatchObject({
      message: expect.stringMatching(/^Plan ".*", step 1 of \d .* What should change\?$/),
      requestedSchema: { required: ["feedback"] },
    });
    expect(person.questions[1]).not.toHaveProperty("requestedSchema.properties.decision");
  });

  it("asks for the feedback no third time, and the plan keeps waiting", async () => {
    const { plan, step } = await stepInProgress(trovella);
    const useless = accept({ feedback: "  " });
    person.says(accept({ decision: "modify" }), useless, useless, useless);
    expect(await trovella.requestReview(step)).toMatchObject({ status: "awaiting_review" });
    expect(person.questions).toHaveLength(3);
    expect(await history(plan.planId)).toHaveLength(5);
  });

  describe("while another client relays a decision", () => {
    let other: Connection;
    beforeAll(async () => {
      other = await connect(HTTP_2025);
    });
    afterAll(() => other.end());

    it.each([
      { late: "another answer", answer: accept({ decision: "reject", feedback: "No." }) },
      { late: "no answer", answer: () => ({ action: "decline" }) },
    ])("reports that decision instead of $late", async ({ answer }) => {
      const { plan, step } = await stepInProgress(trovella);
      person.says(async () => {
        const relayed = { planId: plan.planId, decision: "skip", feedback: "Not now." };
        await other.call("submit_user_decision", relayed);
        return answer();
      });
      expect(await trovella.requestReview(step)).toMatchObject({
        status: "decided",
        decision: "skip",
        feedback: "Not now.",
        stepStatus: "skipped",
        planStatus: "executing",
        decidedVia: "relayed",
        planVersion: 4,
      });
      expect(await reviewRows(plan.planId)).toMatchObject([{ decision: "skip" }]);
      expect(await history(plan.planId)).toHaveLength(8);
    });
  });
});

describe("over http in 2025-11-25, without elicitation", () => {
  const person = new Person();
  const trovella = useTrovella(HTTP_2025, { onElicit: (question) => person.answer(question) });

  it("answers without elicitation, even to a client that supports it", async () => {
    const { step } = await stepInProgress(trovella);
    expect(await trovella.requestReview(step)).toMatchObject({ status: "awaiting_review" });
    expect(person.questions).toEqual([]);
  });
});

describe("from a client that opens pages", () => {
  const person = new Person();
  const trovella = useTrovella(
    { transport: "http", era: "2026-07-28" },
    { onElicit: (question) => person.answer(question), canOpenUrl: true },
  );

  it("opens the console for a human_only plan, and takes no decision from the client", async () => {
    const { plan, step } = await stepInProgress(trovella, { reviewPolicy: "human_only" });
    person.says(accept({ decision: "approve" }));
    expect(await trovella.requestReview(step)).toMatchObject({ status: "awaiting_review" });
    expect(person.questions).toMatchObject([{ mode: "url", url: trovella.reviewUrl(plan.planId) }]);
    expect(await reviewRows(plan.planId)).toMatchObject([{ decision: null, decided_via: null }]);
  });
});

// walkthrough/reviewing.ts covers clients without elicitation on the other transports.
describe("from a client without elicitation", () => {
  const trovella = useTrovella({ transport: "http", era: "2026-07-28" });

  it("answers plainly", async () => {
    const { plan, step } = await stepInProgress(trovella);
    expect(await trovella.requestReview(step)).toEqual({
      status: "awaiting_review",
      reviewUrl: trovella.reviewUrl(plan.planId),
      planVersion: 3,
      next: expect.stringContaining("submit_user_decision"),
    });
  });
});

it("leaves plans that their audit logs rebuild exactly", async () => {
  expect(await findDifferences()).toEqual([]);
});

async function stepInProgress(trovella: Trovella, fields: object = {}) {
  const plan = await trovella.createPlan(2, fields);
  return { plan, step: await trovella.nextStep(plan) };
}
