import {
  after,
  codeOf,
  decision,
  eventOf,
  eventTypes,
  modify,
  NOW,
  next,
  planOf,
  refusal,
  review,
  run,
  statusesOf,
  stepOf,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import { LIMITS } from "../limits.ts";
import type { Plan } from "../plan.ts";
import { approvalResult } from "./decide-review.ts";

const started = run(planOf(3), [next({ newLeaseToken: "current", agent: "ada" })]);
const waiting = run(started, [review("step-1", { questions: ["Enough?"] })]);
const bothWaiting = run(started, [next(), review("step-1"), review("step-2")]);

describe("R17 requesting a review", () => {
  it("R17 lets the step and the plan wait, and keeps the question", () => {
    expect(waiting.status).toBe("awaiting_review");
    expect(stepOf(waiting, "step-1").status).toBe("awaiting_input");
    expect(waiting.reviews).toEqual([
      {
        id: "review-of-step-1",
        stepId: "step-1",
        summary: "Three sources found.",
        questions: ["Enough?"],
        result: null,
        requestedAt: NOW,
        declinedAt: null,
        decision: null,
        feedback: null,
        decidedVia: null,
        decidedBy: null,
        decidedAt: null,
      },
    ]);
  });

  it("R17 a second step may wait too", () => {
    expect(statusesOf(bothWaiting)).toEqual(["awaiting_input", "awaiting_input", "pending"]);
    expect(
      eventTypes(decide(run(started, [next(), review("step-1")]), review("step-2"), NOW)),
    ).toEqual(["review_requested"]);
  });

  it("R17 takes a stalled plan back to work first", () => {
    const stalled = run(started, [{ type: "detect_stall" }], after(31));
    const events = decide(stalled, review("step-1"), after(32));
    expect(eventOf(events, "plan_status_changed").moves).toEqual(["executing", "awaiting_review"]);
  });

  it("R17 needs a step in progress", () => {
    const request = (plan: Plan, stepId: string) => codeOf(() => decide(plan, review(stepId), NOW));
    expect(request(started, "step-2")).toBe("INVALID_TRANSITION");
    expect(request(waiting, "step-1")).toBe("AWAITING_REVIEW");
    expect(request(run(started, [submit("step-1")]), "step-1")).toBe("STEP_SETTLED");
    expect(request(started, "step-9")).toBe("NOT_FOUND");
  });

  it("R17 is refused to the holder of an older lease, and in a closed plan", () => {
    const stale = review("step-1", { leaseToken: "older", leaseStepId: "step-1" });
    expect(codeOf(() => decide(started, stale, NOW))).toBe("STALE_LEASE");
    expect(run(started, [review("step-1", { leaseToken: "current" })]).status).toBe(
      "awaiting_review",
    );
    const closed = run(bothWaiting, [decision("reject", { stepId: "step-2" })]);
    expect(codeOf(() => decide(closed, review("step-1"), NOW))).toBe("PLAN_CLOSED");
  });

  it("takes at most 20 questions", () => {
    const asking = (count: number) => review("step-1", { questions: Array(count).fill("Why?") });
    expect(run(started, [asking(20)]).reviews[0]?.questions).toHaveLength(20);
    expect(codeOf(() => decide(started, asking(21), NOW))).toBe("INVALID_INPUT");
  });
});

describe("R17 approve", () => {
  it("R17 completes the step with the decision as its result and the summary as its summary", () => {
    const command = decision("approve", { feedback: "Good.", decidedBy: "user-1" });
    const events = decide(waiting, command, after(5));
    expect(eventTypes(events)).toEqual(["review_decided", "step_completed", "plan_status_changed"]);
    const plan = run(waiting, [command], after(5));
    expect(plan.status).toBe("executing");
    expect(stepOf(plan, "step-1")).toMatchObject({
      status: "completed",
      resultDigest: "digest-of-approval",
      reportDigest: null,
      resultSummary: "Three sources found.",
      confidence: null,
      completedAt: after(5),
    });
    expect(plan.reviews[0]).toMatchObject({
      decision: "approve",
      feedback: "Good.",
      decidedVia: "console",
      decidedBy: "user-1",
      decidedAt: after(5),
    });
    expect(approvalResult(waiting, command)).toEqual({
      decision: "approve",
      feedback: "Good.",
      summary: "Three sources found.",
    });
  });

  it("R17 needs the digest of that result", () => {
    const bare = decision("approve", { resultDigest: undefined });
    expect(refusal(() => decide(waiting, bare, NOW))).toMatchObject({
      code: "INVALID_INPUT",
      details: { field: "resultDigest" },
    });
    expect(run(waiting, [decision("skip", { resultDigest: undefined })]).status).toBe("executing");
  });

  it("R17 the result belongs to the named review, and is null when none waits", () => {
    const named = run(started, [
      next(),
      review("step-1"),
      review("step-2", { summary: "Second." }),
    ]);
    expect(approvalResult(named, { stepId: "step-2" })).toEqual({
      decision: "approve",
      feedback: null,
      summary: "Second.",
    });
    expect(approvalResult(started, {})).toBeNull();
    expect(approvalResult(run(waiting, [decision("approve")]), {})).toBeNull();
  });

  it("R1 completes the plan over executing when it was the last step", () => {
    const last = run(planOf(1), [next(), review("step-1")]);
    const events = decide(last, decision("approve"), NOW);
    expect(eventOf(events, "plan_status_changed")).toMatchObject({
      from: "awaiting_review",
      moves: ["executing", "completed"],
    });
  });

  it("R1 keeps waiting while another step waits", () => {
    const plan = run(bothWaiting, [decision("approve", { stepId: "step-1" })]);
    expect(plan.status).toBe("awaiting_review");
  });
});

describe("R17 reject", () => {
  it("R17 fails step and plan, with the reason in both", () => {
    const events = decide(waiting, decision("reject", { feedback: "Off topic." }), NOW);
    expect(eventTypes(events)).toEqual(["review_decided", "step_failed", "plan_status_changed"]);
    expect(events.at(-1)).toMatchObject({
      moves: ["failed"],
      reason: "Rejected in review: Off topic.",
    });
    const plan = run(waiting, [decision("reject", { feedback: "Off topic." })]);
    expect(plan).toMatchObject({
      status: "failed",
      failureReason: "Rejected in review: Off topic.",
    });
    expect(stepOf(plan, "step-1")).toMatchObject({
      status: "failed",
      failureReason: "Rejected in review: Off topic.",
    });
  });

  it("R17 has a reason without feedback too", () => {
    expect(run(waiting, [decision("reject")]).failureReason).toBe("Rejected in review.");
  });
});

describe("R17 modify", () => {
  const sentBack = run(waiting, [decision("modify")], after(5));

  it("R17 appends the feedback to the instructions after a horizontal rule", () => {
    expect(stepOf(sentBack, "step-1").instructions).toBe(
      "Find sources.\n\n---\n\nUser feedback: Look further back.",
    );
  });

  it("R17 returns the step to in_progress, frees its lease and counts as activity", () => {
    expect(sentBack.status).toBe("executing");
    expect(stepOf(sentBack, "step-1")).toMatchObject({
      status: "in_progress",
      leaseHolder: null,
      leaseExpiresAt: null,
      lastActivityAt: after(5),
      attempt: 1,
    });
  });

  it("R17 lets the old holder submit until the step is handed out again", () => {
    const own = submit("step-1", { leaseToken: "current" });
    expect(stepOf(run(sentBack, [own]), "step-1").status).toBe("completed");
    const handedOut = run(sentBack, [next(), own]);
    expect(stepOf(handedOut, "step-1")).toMatchObject({ status: "in_progress", attempt: 2 });
  });

  it("R17 needs feedback", () => {
    const silent = decision("modify", { feedback: undefined });
    expect(refusal(() => decide(waiting, silent, NOW)).details).toEqual({ field: "feedback" });
  });

  it("R17 refuses feedback that would make the instructions too long", () => {
    const separator = "\n\n---\n\nUser feedback: ".length;
    const withInstructions = (length: number) =>
      run(started, [
        modify({
          action: "update_step_instructions",
          stepId: "step-1",
          instructions: "x".repeat(length),
        }),
        review("step-1"),
      ]);
    const fitting = withInstructions(LIMITS.instructionsLength - separator - 2);
    const feedback = decision("modify", { feedback: "No" });
    expect(stepOf(run(fitting, [feedback]), "step-1").instructions).toHaveLength(50_000);
    const tooLong = withInstructions(LIMITS.instructionsLength - separator - 1);
    expect(codeOf(() => decide(tooLong, feedback, NOW))).toBe("LIMIT_EXCEEDED");
  });
});

describe("R17 skip", () => {
  it("R17 skips the step and goes on", () => {
    const plan = run(waiting, [decision("skip")], after(1));
    expect(plan.status).toBe("executing");
    expect(stepOf(plan, "step-1")).toMatchObject({ status: "skipped", completedAt: after(1) });
    expect(eventOf(decide(waiting, decision("skip"), NOW), "step_skipped").by).toBe("review");
  });
});

describe("R17 which review a decision is about", () => {
  it("R17 needs stepId while several steps wait, and says which", () => {
    const error = refusal(() => decide(bothWaiting, decision("approve"), NOW));
    expect(error.code).toBe("STEP_REQUIRED");
    expect(error.details).toEqual({ stepIds: ["step-1", "step-2"] });
    const plan = run(bothWaiting, [decision("skip", { stepId: "step-2" })]);
    expect(statusesOf(plan)).toEqual(["awaiting_input", "skipped", "pending"]);
  });

  it("R17 names at most 20 of the steps that wait", () => {
    const ids = Array.from({ length: 22 }, (_, index) => `step-${index + 1}`);
    const plan = run(planOf(22), [...ids.map(() => next()), ...ids.map((id) => review(id))]);
    const error = refusal(() => decide(plan, decision("approve"), NOW));
    expect(error.details.stepIds).toEqual(ids.slice(0, 20));
  });

  it("R17 takes the newest review of a step that was reviewed before", () => {
    const again = run(waiting, [
      decision("modify"),
      next(),
      review("step-1", { reviewId: "second", summary: "Five now." }),
      decision("approve"),
    ]);
    expect(again.reviews.map(({ id, decision: taken }) => [id, taken])).toEqual([
      ["review-of-step-1", "modify"],
      ["second", "approve"],
    ]);
    expect(stepOf(again, "step-1").resultSummary).toBe("Five now.");
  });

  it("answers ALREADY_DECIDED when the review was decided meanwhile", () => {
    for (const taken of ["approve", "modify", "skip"] as const) {
      const decided = run(waiting, [decision(taken)]);
      const again = () => decide(decided, decision("approve", { stepId: "step-1" }), NOW);
      expect(codeOf(again)).toBe("ALREADY_DECIDED");
      expect(codeOf(() => decide(decided, decision("approve"), NOW))).toBe("ALREADY_DECIDED");
    }
  });

  it("answers ALREADY_DECIDED for a decided step while another still waits", () => {
    const plan = run(bothWaiting, [decision("approve", { stepId: "step-1" })]);
    const again = decision("approve", { stepId: "step-1" });
    expect(codeOf(() => decide(plan, again, NOW))).toBe("ALREADY_DECIDED");
  });

  it("answers PLAN_CLOSED for a step that still waits in a failed plan, named or not", () => {
    const failed = run(bothWaiting, [decision("reject", { stepId: "step-1" })]);
    const approve = (stepId?: string) =>
      codeOf(() => decide(failed, decision("approve", { stepId }), NOW));
    expect(approve("step-2")).toBe("PLAN_CLOSED");
    expect(approve()).toBe("PLAN_CLOSED");
    const three = run(planOf(3), [
      next(),
      next(),
      next(),
      review("step-1"),
      review("step-2"),
      review("step-3"),
      decision("reject", { stepId: "step-1" }),
    ]);
    expect(codeOf(() => decide(three, decision("approve"), NOW))).toBe("PLAN_CLOSED");
  });

  it("answers INVALID_TRANSITION when no review was ever requested", () => {
    expect(codeOf(() => decide(started, decision("approve"), NOW))).toBe("INVALID_TRANSITION");
    const other = decision("approve", { stepId: "step-2" });
    expect(codeOf(() => decide(waiting, other, NOW))).toBe("INVALID_TRANSITION");
    expect(codeOf(() => decide(started, decision("approve", { stepId: "x" }), NOW))).toBe(
      "NOT_FOUND",
    );
    const done = run(planOf(1), [submit("step-1")]);
    expect(codeOf(() => decide(done, decision("approve"), NOW))).toBe("PLAN_CLOSED");
  });
});
