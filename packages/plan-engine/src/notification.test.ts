import { expect, it } from "vitest";
import { notificationsOf } from "./notification.ts";
import type { PlanStatus } from "./plan.ts";
import type { PlanEvent } from "./plan-event.ts";

const at = new Date("2026-01-01T12:00:00Z");

it("tells of reviews that are requested and decided", () => {
  const events: PlanEvent[] = [
    started,
    {
      type: "review_requested",
      reviewId: "rev_1",
      stepId: "step_1",
      summary: "Two options.",
      questions: [],
      result: null,
      at,
    },
    {
      type: "review_decided",
      reviewId: "rev_1",
      stepId: "step_1",
      decision: "approve",
      feedback: null,
      decidedVia: "console",
      decidedBy: "ada",
      at,
    },
  ];
  expect(notificationsOf(events)).toEqual([
    {
      type: "review.requested",
      eventIndex: 1,
      at,
      review: { id: "rev_1", summary: "Two options.", decision: null },
      reason: null,
    },
    {
      type: "review.decided",
      eventIndex: 2,
      at,
      review: { id: "rev_1", summary: null, decision: "approve" },
      reason: null,
    },
  ]);
});

it.each([
  ["completed", "plan.completed"],
  ["failed", "plan.failed"],
  ["stalled", "plan.stalled"],
] as const)("tells of a plan that becomes %s, by its last move", (status, type) => {
  const told = notificationsOf([moved(["executing", status])]);
  expect(told).toMatchObject([{ type, eventIndex: 0, reason: "why" }]);
});

it.each(["planning", "executing", "awaiting_review"] as const)("is silent about %s", (status) => {
  expect(notificationsOf([started, moved([status])])).toEqual([]);
});

const started: PlanEvent = {
  type: "step_started",
  stepId: "step_1",
  attempt: 1,
  reason: "next",
  lease: null,
  at,
};

function moved(moves: readonly PlanStatus[]): PlanEvent {
  return { type: "plan_status_changed", from: "executing", moves, reason: "why", at };
}
