import { codeOf, creation, NOW, planOf } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { applyEvent } from "./apply-event.ts";
import { decide } from "./decide.ts";
import { type PlanEvent, type PlanEventOf, reviveEvent } from "./plan-event.ts";
import { replayPlan } from "./replay-plan.ts";

const created = decide(null, creation(2), NOW)[0] as PlanEvent;
const startedEvent: PlanEvent = {
  type: "step_started",
  stepId: "step-1",
  attempt: 1,
  reason: "next",
  lease: { token: "t", holder: null, expiresAt: NOW },
  at: NOW,
};

describe("replaying the audit log", () => {
  it("rebuilds a plan from its log", () => {
    const log = [
      { planVersion: 1, event: created },
      { planVersion: 2, event: startedEvent },
    ];
    expect(replayPlan(log)).toEqual({ ...applyEvent(planOf(2), startedEvent), version: 2 });
  });

  it("refuses a log that is empty, has a gap, goes back or does not start at the start", () => {
    const logOf = (...versions: number[]) =>
      versions.map((planVersion, index) => ({
        planVersion,
        event: index === 0 ? created : startedEvent,
      }));
    expect(codeOf(() => replayPlan([]))).toBe("NOT_FOUND");
    expect(codeOf(() => replayPlan(logOf(0)))).toBe("INTERNAL");
    expect(codeOf(() => replayPlan(logOf(2)))).toBe("INTERNAL");
    expect(codeOf(() => replayPlan(logOf(1, 3)))).toBe("INTERNAL");
    expect(codeOf(() => replayPlan(logOf(1, 0)))).toBe("INTERNAL");
    expect(replayPlan(logOf(1, 1)).version).toBe(1);
  });

  it("revives an event from JSON", () => {
    for (const event of [created, startedEvent, { ...startedEvent, lease: null }]) {
      expect(reviveEvent(JSON.parse(JSON.stringify(event)))).toEqual(event);
    }
  });

  it("takes the mode of an event of version 0.1 from the plan's name", () => {
    const { mode, ...older } = created as PlanEventOf<"plan_created">;
    expect(mode).toBe("scan");
    expect(reviveEvent(JSON.parse(JSON.stringify(older)))).toEqual(created);
  });

  it("gives an event of a version before a plan field the field's default", () => {
    const { reviewPolicy, planDesignRationale, ...older } = created as PlanEventOf<"plan_created">;
    expect([reviewPolicy, planDesignRationale]).toEqual(["relayed_allowed", null]);
    expect(reviveEvent(JSON.parse(JSON.stringify(older)))).toEqual(created);
  });
});
