import { refusal } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { PLAN_STATUSES, type PlanStatus, STEP_STATUSES, type StepStatus } from "./plan.ts";
import {
  canTransitionPlan,
  canTransitionStep,
  derivePlanStatus,
  transitionPlan,
  transitionStep,
} from "./plan-transitions.ts";

// Written out once more, by hand: the maps are the contract, so a slip in them must not pass.
const LEGAL_PLAN_PAIRS = [
  "planning executing",
  "planning failed",
  "executing awaiting_review",
  "executing stalled",
  "executing completed",
  "executing failed",
  "awaiting_review executing",
  "awaiting_review failed",
  "stalled executing",
  "stalled failed",
];
const LEGAL_STEP_PAIRS = [
  "pending in_progress",
  "pending skipped",
  "in_progress awaiting_input",
  "in_progress completed",
  "in_progress failed",
  "awaiting_input in_progress",
  "awaiting_input completed",
  "awaiting_input skipped",
  "awaiting_input failed",
  "failed pending",
];

describe("seed: the plan state machine", () => {
  it.each(pairs(PLAN_STATUSES))("plan %s to %s follows the map", (from, to) => {
    const isLegal = LEGAL_PLAN_PAIRS.includes(`${from} ${to}`);
    expect(canTransitionPlan(from as PlanStatus, to as PlanStatus)).toBe(isLegal);
    expectTransition(() => transitionPlan(from as PlanStatus, to as PlanStatus), isLegal, from, to);
  });

  it("has six states, of which completed and failed are terminal", () => {
    expect(PLAN_STATUSES).toHaveLength(6);
    expect(
      PLAN_STATUSES.filter((from) => !PLAN_STATUSES.some((to) => canTransitionPlan(from, to))),
    ).toEqual(["completed", "failed"]);
  });
});

describe("seed: the step state machine", () => {
  it.each(pairs(STEP_STATUSES))("step %s to %s follows the map", (from, to) => {
    const isLegal = LEGAL_STEP_PAIRS.includes(`${from} ${to}`);
    expect(canTransitionStep(from as StepStatus, to as StepStatus)).toBe(isLegal);
    expectTransition(() => transitionStep(from as StepStatus, to as StepStatus), isLegal, from, to);
  });

  it("has six states, of which completed and skipped are terminal and failed can be retried", () => {
    expect(STEP_STATUSES).toHaveLength(6);
    expect(
      STEP_STATUSES.filter((from) => !STEP_STATUSES.some((to) => canTransitionStep(from, to))),
    ).toEqual(["completed", "skipped"]);
    expect(canTransitionStep("failed", "pending")).toBe(true);
  });
});

describe("seed: the derived plan status", () => {
  it("is planning for a plan without steps", () => {
    expect(derivePlanStatus([])).toBe("planning");
  });

  it("is executing for a plan whose steps are all pending", () => {
    expect(derivePlanStatus(["pending", "pending"])).toBe("executing");
  });

  it("goes on executing when a step has failed", () => {
    expect(derivePlanStatus(["completed", "failed", "pending"])).toBe("executing");
  });

  it("is completed when every step is settled, failed ones included", () => {
    expect(derivePlanStatus(["completed", "failed", "skipped"])).toBe("completed");
    expect(derivePlanStatus(["failed", "failed"])).toBe("completed");
  });

  it("is awaiting_review as soon as one step waits, even when another has failed", () => {
    expect(derivePlanStatus(["failed", "awaiting_input"])).toBe("awaiting_review");
    expect(derivePlanStatus(["completed", "awaiting_input", "in_progress"])).toBe(
      "awaiting_review",
    );
  });

  it("follows its four rules in order for every combination of three steps, and never fails", () => {
    for (const [first, second] of pairs(STEP_STATUSES)) {
      for (const third of STEP_STATUSES) {
        const statuses = [first, second, third] as StepStatus[];
        const settled = statuses.filter((status) =>
          ["completed", "skipped", "failed"].includes(status),
        );
        const expected = statuses.includes("awaiting_input")
          ? "awaiting_review"
          : settled.length === 3
            ? "completed"
            : "executing";
        expect(derivePlanStatus(statuses)).toBe(expected);
      }
    }
  });
});

function pairs(statuses: readonly string[]): [string, string][] {
  return statuses.flatMap((from) => statuses.map((to): [string, string] => [from, to]));
}

function expectTransition(work: () => string, isLegal: boolean, from: string, to: string): void {
  if (isLegal) {
    expect(work()).toBe(to);
    return;
  }
  const error = refusal(work);
  expect(error.code).toBe("INVALID_TRANSITION");
  expect(error.details).toEqual({ from, to });
  expect(error.message).toContain(`from ${from} to ${to}`);
}
