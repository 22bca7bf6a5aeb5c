import { DIMENSIONS, type Plan, type UsageIncrement } from "@trovella/plan-engine";
import { after, NOW, next, planOf, run, submit } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { usageFigures } from "./usage-figures.ts";

const STORED = { resultBytes: 10_000 };
const started = run(planOf(2, { budget: { tokens: 5_000 } }), [next()]);

describe("usage figures", () => {
  it("name every dimension with its cap, but no cost that is neither known nor capped", () => {
    const figures = usageFigures(started, after(6), STORED);
    const named = figures.map(({ dimension }) => dimension);
    expect(named).toEqual(DIMENSIONS.filter((dimension) => dimension !== "costUsd"));
    expect(figureOf(started, "attempts")).toMatchObject({ used: 1, cap: 26, basis: "measured" });
    expect(figures.find(({ dimension }) => dimension === "workMinutes")).toMatchObject({
      used: 6,
      cap: null,
      basis: "measured",
    });
  });

  it("estimate tokens from what was stored as long as nobody reported any", () => {
    expect(figureOf(started, "tokens")).toMatchObject({
      used: 3_000,
      cap: 5_000,
      basis: "estimate",
    });
    expect(started.spent.tokens).toBe(0);
  });

  it("list a capped cost that nobody reported as an estimate of zero", () => {
    const capped = planOf(1, { budget: { costUsd: 2 } });
    expect(figureOf(capped, "costUsd")).toMatchObject({ used: 0, cap: 2, basis: "estimate" });
  });

  it("take the model's word when it gave one", () => {
    const usage = { model: { tokens: 900, costUsd: 0 }, toolCalls: 3, subagents: 1 };
    const submitted = run(started, [submit("step-1", { usage })]);
    expect(figureOf(submitted, "tokens")).toMatchObject({ used: 900, basis: "model" });
    expect(figureOf(submitted, "toolCalls")).toMatchObject({ used: 3, basis: "model" });
    expect(figureOf(submitted, "subagents")).toMatchObject({ used: 1, basis: "model" });
    expect(figureOf(submitted, "costUsd")).toBeUndefined();
  });

  it("prefer the client program's figures, of a step or of the plan alone", () => {
    const client = { tokens: 1_200, costUsd: 0.5 };
    for (const stepId of ["step-1", undefined]) {
      const reported = record(started, { client }, stepId);
      expect(figureOf(reported, "tokens")).toMatchObject({ used: 1_200, basis: "client" });
      expect(figureOf(reported, "costUsd")).toMatchObject({ used: 0.5, basis: "client" });
    }
  });

  it("count stored reports of subagents as measured", () => {
    const reported = record(started, { subagents: 1 }, "step-1");
    expect(figureOf(reported, "subagents")).toMatchObject({ used: 1, basis: "measured" });
  });
});

function figureOf(plan: Plan, dimension: string) {
  return usageFigures(plan, NOW, STORED).find((figure) => figure.dimension === dimension);
}

function record(plan: Plan, usage: UsageIncrement, stepId: string | undefined): Plan {
  return run(plan, [{ type: "record_usage", stepId, usage }]);
}
