import { after, NOW } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { STEP_STATUSES } from "./plan.ts";
import { detectStalledSteps, isPlanStalled } from "./stall-detection.ts";

const running = { id: "a", status: "in_progress", startedAt: NOW, updatedAt: after(-500) } as const;

describe("stall detection", () => {
  it("calls a step stalled only when it is idle for longer than the threshold", () => {
    expect(detectStalledSteps([running], after(30))).toEqual([]);
    expect(detectStalledSteps([running], new Date(after(30).getTime() + 1))).toEqual(["a"]);
  });

  it("takes 30 minutes by default", () => {
    expect(isPlanStalled([running], after(29))).toBe(false);
    expect(isPlanStalled([running], after(31))).toBe(true);
    expect(isPlanStalled([running], after(31), 60 * 60_000)).toBe(false);
    expect(isPlanStalled([running], after(2), 60_000)).toBe(true);
  });

  it("counts from the last activity, else from the start, else from the last update", () => {
    const active = { ...running, lastActivityAt: after(20) };
    expect(isPlanStalled([active], after(45))).toBe(false);
    expect(isPlanStalled([active], after(51))).toBe(true);
    const unstarted = { ...running, startedAt: null, lastActivityAt: null, updatedAt: after(10) };
    expect(isPlanStalled([unstarted], after(40))).toBe(false);
    expect(isPlanStalled([unstarted], after(41))).toBe(true);
  });

  it("looks at steps in progress alone", () => {
    const steps = STEP_STATUSES.map((status) => ({ ...running, id: status, status }));
    expect(detectStalledSteps(steps, after(100))).toEqual(["in_progress"]);
    expect(isPlanStalled([], after(100))).toBe(false);
  });
});
