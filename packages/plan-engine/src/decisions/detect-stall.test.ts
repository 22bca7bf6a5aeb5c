import { after, next, planOf, run, submit } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import { PLAN_STATUSES } from "../plan.ts";

const check = { type: "detect_stall" } as const;
const running = run(planOf(3, { stallThresholdMs: 5 * 60_000 }), [next(), next()]);

describe("detecting a stall", () => {
  it("R1 moves a plan at work to stalled, and says which steps are stuck", () => {
    const half = run(running, [submit("step-1")], after(3));
    expect(decide(half, check, after(6))).toEqual([
      { type: "stall_detected", stepIds: ["step-2"], at: after(6) },
      {
        type: "plan_status_changed",
        from: "executing",
        moves: ["stalled"],
        reason: null,
        at: after(6),
      },
    ]);
    expect(run(half, [check], after(6)).status).toBe("stalled");
  });

  it("goes by the plan's own threshold, strictly", () => {
    expect(decide(running, check, after(5))).toEqual([]);
    expect(decide(running, check, new Date(after(5).getTime() + 1))).toHaveLength(2);
  });

  it("R1 happens from executing alone", () => {
    for (const status of PLAN_STATUSES.filter((candidate) => candidate !== "executing")) {
      expect(decide({ ...running, status }, check, after(60))).toEqual([]);
    }
  });
});
