import { after, codeOf, next, planOf, run, submit } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { planActivity } from "../activity.ts";
import { decide } from "../decide.ts";

const archive = { type: "archive_plan", by: "person" } as const;
const restore = { type: "restore_plan", by: "person" } as const;
const fail = {
  type: "modify_plan",
  action: "fail_step",
  stepId: "step-1",
  reason: "Gone.",
} as const;
const completed = run(planOf(1), [next(), submit("step-1")]);

describe("archiving a plan", () => {
  it("R37 is shown by its activity; its status and its end stay", () => {
    const archived = run(completed, [archive], after(9));
    expect(archived).toMatchObject({
      status: "completed",
      archivedAt: after(9),
      closedAt: completed.closedAt,
    });
    expect(planActivity(archived, after(10))).toBe("archived");
    expect(planActivity(run(archived, [restore], after(11)), after(12))).toBe("completed");
  });

  it("R37 changes nothing the second time", () => {
    expect(decide(run(completed, [archive]), archive, after(9))).toEqual([]);
    expect(decide(completed, restore, after(9))).toEqual([]);
  });

  it("R37 is for plans that have ended, cancelled ones included", () => {
    const refusal = codeOf(() => decide(planOf(1), archive, after(1)));
    expect(refusal).toBe("INVALID_TRANSITION");
    const cancel = { type: "cancel_plan", by: "person", reason: "Enough." } as const;
    const cancelled = run(planOf(1), [cancel]);
    expect(planActivity(cancelled, after(1))).toBe("cancelled");
    expect(planActivity(run(cancelled, [archive]), after(1))).toBe("archived");
  });

  it("R37 ends when the plan is reopened", () => {
    const archived = run(run(planOf(1), [fail]), [archive], after(1));
    const reopened = run(archived, [{ type: "reopen_plan", by: "person" }], after(2));
    expect(reopened).toMatchObject({ status: "executing", archivedAt: null });
  });
});
