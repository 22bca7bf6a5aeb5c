import { NOW, next, planOf, run, submit } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { planFigures } from "./plan-figures.ts";

describe("the figures of a plan", () => {
  it("count its steps and name the one that comes next", () => {
    const plan = planOf(3);
    expect(planFigures(plan)).toEqual({
      stepCount: 3,
      doneCount: 0,
      failedCount: 0,
      waitingCount: 0,
      confidence: null,
      currentStepId: plan.steps[0]?.id,
      closedProgress: null,
      lastSignAt: NOW,
    });
  });

  it("have the mean confidence, and the step that is worked on", () => {
    const plan = planOf(3);
    const [first = "", second = ""] = plan.steps.map(({ id }) => id);
    const worked = run(plan, [next(), submit(first, { confidence: 0.5 }), next()]);
    expect(planFigures(worked)).toMatchObject({
      doneCount: 1,
      confidence: 0.5,
      currentStepId: second,
    });
  });

  it("have the progress of closed plans alone, and no current step then", () => {
    const plan = { ...planOf(3), status: "failed" as const };
    const [first, ...others] = plan.steps;
    const steps = first ? [{ ...first, status: "completed" as const }, ...others] : [];
    expect(planFigures({ ...plan, steps })).toMatchObject({
      closedProgress: 33,
      currentStepId: null,
    });
    expect(planFigures({ ...plan, status: "completed" })).toMatchObject({ closedProgress: 100 });
  });

  it("say how many steps wait for a person, who comes before what is pending", () => {
    const plan = planOf(3);
    const steps = plan.steps.map((step, index) =>
      index === 2 ? { ...step, status: "awaiting_input" as const } : step,
    );
    expect(planFigures({ ...plan, steps })).toMatchObject({
      waitingCount: 1,
      currentStepId: steps[2]?.id,
    });
  });
});
