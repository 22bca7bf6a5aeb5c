import { describe, expect, it } from "vitest";
import { computeProgress, countOutcome } from "./progress.ts";

describe("R14 progress", () => {
  it("R14 is the rounded share of completed and skipped steps", () => {
    expect(computeProgress(["completed", "pending", "pending"])).toBe(33);
    expect(computeProgress(["completed", "skipped", "pending"])).toBe(67);
    expect(computeProgress(["completed", "skipped"])).toBe(100);
    expect(computeProgress(["in_progress", "awaiting_input"])).toBe(0);
  });

  it("R14 leaves a failed step out, so that a plan with one ends below 100", () => {
    expect(computeProgress(["completed", "failed"])).toBe(50);
  });

  it("R14 is 0 without steps", () => {
    expect(computeProgress([])).toBe(0);
  });
});

describe("R13 outcome", () => {
  it("R13 tells an all-failed plan from a success", () => {
    expect(countOutcome(["failed", "failed"])).toEqual({ completed: 0, skipped: 0, failed: 2 });
    expect(countOutcome(["completed", "skipped", "completed", "pending"])).toEqual({
      completed: 2,
      skipped: 1,
      failed: 0,
    });
  });
});
