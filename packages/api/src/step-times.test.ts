import type { StepMoment } from "@trovella/db/console";
import { isClosed, type Plan, type Step } from "@trovella/plan-engine";
import { expect, it } from "vitest";
import { stepTimes } from "./step-times.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
const MINUTE_MS = 60_000;
const moment = (type: string, minute: number, rest: Partial<StepMoment> = {}): StepMoment => ({
  stepId: "step_1",
  type,
  reason: null,
  stepIds: null,
  by: null,
  at: at(minute),
  ...rest,
});

it("knows nothing of a step that has not begun", () => {
  expect(times([], { status: "pending" }, 10)).toEqual([]);
});

it("counts the time between start and end as work, but for waiting on a person", () => {
  const moments = [
    moment("step_started", 0),
    moment("review_requested", 5),
    moment("review_decided", 15),
    moment("step_started", 16, { reason: "sent_back" }),
    moment("step_completed", 20),
  ];
  expect(times(moments, { status: "completed" }, 60)).toEqual([
    ["active", 0, 5],
    ["waiting", 5, 15],
    ["active", 16, 20],
  ]);
});

it("lets an open review wait until now", () => {
  const moments = [moment("step_started", 0), moment("review_requested", 5)];
  expect(times(moments, { status: "awaiting_input" }, 50)).toEqual([
    ["active", 0, 5],
    ["waiting", 5, 50],
  ]);
});

it("counts silence beyond the threshold as stalled", () => {
  const step = { lastActivityAt: at(10) };
  expect(times([moment("step_started", 0)], step, 50)).toEqual([
    ["active", 0, 40],
    ["stalled", 40, 50],
  ]);
  expect(times([moment("step_started", 0)], step, 39)).toEqual([["active", 0, 39]]);
});

it("remembers a stall after the step was reissued", () => {
  const noticed = [
    moment("step_started", 0),
    moment("stall_detected", 35, { stepId: null, stepIds: ["step_1"] }),
    moment("step_started", 45, { reason: "reissued" }),
    moment("step_completed", 50),
  ];
  expect(times(noticed, { status: "completed" }, 60)).toEqual([
    ["active", 0, 35],
    ["stalled", 35, 45],
    ["active", 45, 50],
  ]);
  const unnoticed = noticed.filter(({ type }) => type !== "stall_detected");
  expect(times(unnoticed, { status: "completed" }, 60)).toEqual([
    ["active", 0, 30],
    ["stalled", 30, 45],
    ["active", 45, 50],
  ]);
});

it("is not stalled when another step is", () => {
  const moments = [
    moment("step_started", 0),
    moment("stall_detected", 5, { stepId: null, stepIds: ["step_2"] }),
  ];
  expect(times(moments, { lastActivityAt: at(0) }, 10)).toEqual([["active", 0, 10]]);
});

it("ends with the plan when the step was never settled", () => {
  expect(times([moment("step_started", 0)], {}, 50, "failed")).toEqual([["active", 0, 30]]);
});

it("counts each kind together", () => {
  const moments = [
    moment("step_started", 0),
    moment("review_requested", 5),
    moment("step_started", 9),
    moment("step_completed", 12),
  ];
  const { activeMs, waitingMs, stalledMs } = found(moments, { status: "completed" }, 60);
  expect([activeMs, waitingMs, stalledMs]).toEqual([8 * MINUTE_MS, 4 * MINUTE_MS, 0]);
});

function times(...given: Parameters<typeof found>) {
  return found(...given).spans.map(({ kind, from, to }) => [
    kind,
    from.getUTCMinutes(),
    to.getUTCMinutes(),
  ]);
}

function found(
  moments: readonly StepMoment[],
  step: Partial<Step>,
  minute: number,
  status: Plan["status"] = "executing",
) {
  const complete = { id: "step_1", status: "in_progress", lastActivityAt: at(0), ...step };
  const closedAt = isClosed(status) ? at(30) : null;
  const plan = { status, updatedAt: at(30), closedAt, stallThresholdMs: 30 * MINUTE_MS };
  return stepTimes(plan as unknown as Plan, complete as Step, { moments, now: at(minute) });
}
