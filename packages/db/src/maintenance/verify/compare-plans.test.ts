import { NOW, planWithConditions } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { comparePlans } from "./compare-plans.ts";

const PLAN = {
  ...planWithConditions(
    3,
    { afterStepOrder: 1, conditionExpression: "a === 1", ifTrueAction: "continue" },
    {
      afterStepOrder: 1,
      conditionExpression: "a === 2",
      ifTrueAction: "skip_to",
      actionParams: { targetStepOrder: 3 },
    },
  ),
  reviews: [
    {
      id: "review-1",
      stepId: "step-1",
      summary: "So far.",
      questions: ["Go on?"],
      result: null,
      requestedAt: NOW,
      declinedAt: null,
      decision: null,
      feedback: null,
      decidedVia: null,
      decidedBy: null,
      decidedAt: null,
    },
  ],
};

describe("comparing two plans", () => {
  it("finds nothing between equal ones, however their keys are ordered", () => {
    const [first, second] = PLAN.conditions;
    const reordered = { targetStepId: "step-3", name: "skip_to" } as const;
    const conditions = [first, { ...second, action: reordered }] as typeof PLAN.conditions;
    expect(comparePlans(PLAN, { ...structuredClone(PLAN), conditions })).toEqual([]);
  });

  it("names the field of a review and of a condition", () => {
    const reviews = PLAN.reviews.map((review) => ({ ...review, decidedBy: "usr_1" }));
    const conditions = PLAN.conditions.map((condition) => ({ ...condition, firedAt: NOW }));
    expect(comparePlans(PLAN, { ...PLAN, reviews, conditions })).toEqual([
      {
        planId: "plan-1",
        where: "condition condition-1.firedAt",
        expected: "null",
        found: '"2026-01-01T12:00:00.000Z"',
      },
      expect.objectContaining({ where: "condition condition-2.firedAt" }),
      {
        planId: "plan-1",
        where: "review review-1.decidedBy",
        expected: "null",
        found: '"usr_1"',
      },
    ]);
  });

  it("names what is missing, what is too much and conditions out of order", () => {
    const found = {
      ...PLAN,
      steps: PLAN.steps.slice(1),
      reviews: [...PLAN.reviews, ...PLAN.reviews.map((review) => ({ ...review, id: "review-2" }))],
      conditions: PLAN.conditions.toReversed(),
    };
    expect(comparePlans(PLAN, found)).toEqual([
      { planId: "plan-1", where: "step step-1", expected: '"present"', found: "nothing" },
      { planId: "plan-1", where: "review review-2", expected: "nothing", found: '"present"' },
      expect.objectContaining({ where: "order of conditions" }),
    ]);
  });

  it("compares the handle of plans whose log has one", () => {
    expect(comparePlans({ ...PLAN, handle: "" }, PLAN)).toEqual([]);
    expect(comparePlans(PLAN, { ...PLAN, handle: "p-zzzzzz" })).toEqual([
      expect.objectContaining({ where: "plan.handle", found: '"p-zzzzzz"' }),
    ]);
  });

  it("passes over when a lease ends, which is renewed without an event", () => {
    const steps = PLAN.steps.map((step) => ({
      ...step,
      leaseExpiresAt: NOW,
      lastActivityAt: NOW,
    }));
    expect(comparePlans(PLAN, { ...PLAN, steps })).toEqual([]);
  });
});
