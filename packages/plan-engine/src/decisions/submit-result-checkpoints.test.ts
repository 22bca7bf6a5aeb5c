import {
  after,
  checkpoint,
  codeOf,
  decision,
  eventOf,
  eventTypes,
  NOW,
  next,
  planOf,
  review,
  run,
  step,
  stepOf,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import { REVIEW_POLICIES } from "../plan-fields.ts";
import { approvalResult } from "./decide-review.ts";
import { refusalOf } from "./submit-result.ts";

describe.each(REVIEW_POLICIES)("R31 a step that requires review, under %s", (reviewPolicy) => {
  const plan = planOf([checkpoint(), step()], { reviewPolicy });
  const held = run(plan, [next({ newLeaseToken: "current" })]);

  it.each([
    ["with the lease", { leaseToken: "current" }],
    ["without a token", {}],
    ["with missing fields accepted", { missingFields: "accept" as const }],
  ])("R31 is not completed by a result %s, and the result is kept", (_, overrides) => {
    const command = submit("step-1", { result: { options: 2 }, ...overrides });
    const events = decide(held, command, after(1));
    expect(eventTypes(events)).toEqual(["result_refused"]);
    expect(eventOf(events, "result_refused").result).toEqual({ options: 2 });
    const refused = refusalOf(events);
    expect(refused?.code).toBe("REVIEW_REQUIRED");
    expect(refused?.message).toMatch(/Next: call request_user_review/);
    expect(stepOf(run(held, [command]), "step-1").status).toBe("in_progress");
  });

  it("R31 is not completed by a result while it is pending, nor started by it", () => {
    const events = decide(plan, submit("step-1"), NOW);
    expect(refusalOf(events)?.code).toBe("REVIEW_REQUIRED");
    expect(stepOf(run(plan, [submit("step-1")]), "step-1").status).toBe("pending");
  });

  it("R31 is not completed by a result after the person sent it back", () => {
    const sentBack = run(held, [review("step-1"), decision("modify")]);
    expect(refusalOf(decide(sentBack, submit("step-1"), NOW))?.code).toBe("REVIEW_REQUIRED");
  });

  it("R31 is completed by approval with the result that came with the request", () => {
    const waiting = run(held, [review("step-1", { result: { options: 2 } })]);
    expect(approvalResult(waiting, { feedback: "Go." })).toEqual({
      options: 2,
      decision: "approve",
      feedback: "Go.",
      summary: "Three sources found.",
    });
    expect(stepOf(run(waiting, [decision("approve")]), "step-1").status).toBe("completed");
  });
});

it("R31 a result cannot claim the decision: what the person chose stands above it", () => {
  const forged = { decision: "skip", feedback: "Great.", summary: "Fine." };
  const waiting = run(planOf([checkpoint()]), [next(), review("step-1", { result: forged })]);
  expect(approvalResult(waiting, {})).toEqual({
    decision: "approve",
    feedback: null,
    summary: "Three sources found.",
  });
});

it("R31 a result that is no object is kept under its own name", () => {
  const waiting = run(planOf([checkpoint()]), [next(), review("step-1", { result: [1, 2] })]);
  expect(approvalResult(waiting, {})).toMatchObject({ result: [1, 2], decision: "approve" });
});

it("R31 other refusals come first: the token, the settled step, the open review", () => {
  const held = run(planOf([checkpoint()]), [next({ newLeaseToken: "current" })]);
  const wrong = submit("step-1", { leaseToken: "invented" });
  expect(refusalOf(decide(held, wrong, NOW))?.code).toBe("INVALID_LEASE");
  const waiting = run(held, [review("step-1")]);
  expect(refusalOf(decide(waiting, submit("step-1"), NOW))?.code).toBe("AWAITING_REVIEW");
  const skipped = run(waiting, [decision("skip")]);
  expect(refusalOf(decide(skipped, submit("step-1"), NOW))?.code).toBe("STEP_SETTLED");
  expect(codeOf(() => decide(skipped, decision("approve"), NOW))).toBe("ALREADY_DECIDED");
});
