import { NOW, planOf } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";

const usage = { client: { tokens: 7, costUsd: 0 } };
const recorded = { type: "record_usage", usage } as const;

describe("recording usage", () => {
  it("R19 notes it with the step, the client and the session that it came from", () => {
    const origin = { stepId: "step-1", client: "claude-code", sessionId: "session-1" };
    expect(decide(planOf(1), { ...recorded, ...origin }, NOW)).toEqual([
      { type: "usage_recorded", usage, ...origin, at: NOW },
    ]);
  });

  it("R19 notes it for the plan alone when the step is unknown or not given", () => {
    const origin = { stepId: null, client: null, sessionId: null };
    for (const command of [recorded, { ...recorded, stepId: "gone" }]) {
      expect(decide(planOf(2), command, NOW)).toEqual([
        { type: "usage_recorded", usage, ...origin, at: NOW },
      ]);
    }
  });
});
