import { describe, expect, it } from "vitest";
import { estimatePlan } from "./estimate.ts";

const spread = (p50: number, p90: number) => ({ p50, p90 });
const SEARCH = {
  toolCalls: spread(10, 20),
  workMinutes: spread(5, 9),
  tokens: spread(1_000, 4_000),
};

describe("the estimate of a plan", () => {
  it("R24 adds up what steps of each type took in the organization", () => {
    expect(estimatePlan(["search", "search"], { search: SEARCH })).toEqual({
      steps: 2,
      toolCalls: spread(20, 40),
      workMinutes: spread(10, 18),
      tokens: spread(2_000, 8_000),
      basis: "history",
    });
  });

  it("R24 takes the built-in table where there is no history, and says so", () => {
    expect(estimatePlan(["search", "checkpoint"], {})).toMatchObject({
      basis: "default",
      toolCalls: spread(6, 16),
      tokens: null,
    });
    expect(estimatePlan(["search", "critique"], { search: SEARCH })).toMatchObject({
      basis: "mixed",
      toolCalls: spread(12, 28),
      tokens: null,
    });
  });
});
