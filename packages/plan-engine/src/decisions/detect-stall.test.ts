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

  it("R36 moves a plan that nobody holds to stalled too, without naming a step", () => {
    const plan = planOf(2, { stallThresholdMs: 5 * 60_000 });
    const left = run(run(plan, [next()]), [submit("step-1")], after(1));
    expect(decide(left, check, after(6))).toEqual([]);
    expect(decide(left, check, after(6.1))).toMatchObject([
      { type: "stall_detected", stepIds: [] },
      { type: "plan_status_changed", moves: ["stalled"] },
    ]);
    expect(run(run(left, [check], after(7)), [next()], after(8)).status).toBe("executing");
  });

  it("R36 leaves a plan that has not begun in planning, and is content with its word", () => {
    expect(decide(planOf(2, { stallThresholdMs: 1_000 }), check, after(60))).toEqual([]);
  });

  it("R1 happens from executing alone", () => {
    for (const status of PLAN_STATUSES.filter((candidate) => candidate !== "executing")) {
      expect(decide({ ...running, status }, check, after(60))).toEqual([]);
    }
  });
});
