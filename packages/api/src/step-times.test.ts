import type { Plan, Review, Step } from "@trovella/plan-engine";
import { expect, it } from "vitest";
import { stepTimes } from "./step-times.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
const MINUTE_MS = 60_000;

it("knows nothing of a step that has not begun", () => {
  expect(times({ startedAt: null }, [], 10).spans).toEqual([]);
});

it("counts the time between start and end as work, but for waiting on a person", () => {
  const review = { requestedAt: at(5), decidedAt: at(15) };
  const found = times({ status: "completed", startedAt: at(0), completedAt: at(20) }, [review], 60);
  expect(found).toMatchObject({
    activeMs: 10 * MINUTE_MS,
    waitingMs: 10 * MINUTE_MS,
    stalledMs: 0,
  });
  expect(found.spans.map(({ kind }) => kind)).toEqual(["active", "waiting", "active"]);
});

it("lets an open review wait until now", () => {
  const review = { requestedAt: at(5), decidedAt: null };
  const found = times({ status: "awaiting_input", startedAt: at(0) }, [review], 9);
  expect(found).toMatchObject({ activeMs: 5 * MINUTE_MS, waitingMs: 4 * MINUTE_MS, stalledMs: 0 });
});

it("counts silence beyond the threshold as stalled", () => {
  const found = times({ status: "in_progress", startedAt: at(0), lastActivityAt: at(10) }, [], 50);
  expect(found).toMatchObject({ activeMs: 40 * MINUTE_MS, stalledMs: 10 * MINUTE_MS });
});

it("ends with the plan when nobody ended the step", () => {
  const found = times({ status: "in_progress", startedAt: at(0) }, [], 50, "failed");
  expect(found).toMatchObject({ activeMs: 30 * MINUTE_MS, stalledMs: 0 });
});

function times(
  step: Partial<Step>,
  reviews: Partial<Review>[],
  minute: number,
  status: Plan["status"] = "executing",
) {
  const complete = {
    id: "step_1",
    completedAt: null,
    lastActivityAt: null,
    updatedAt: at(0),
    ...step,
  };
  const plan = {
    status,
    updatedAt: at(30),
    stallThresholdMs: 30 * MINUTE_MS,
    reviews: reviews.map((review) => ({ ...review, stepId: "step_1" })),
  };
  return stepTimes(plan as unknown as Plan, complete as Step, at(minute));
}
