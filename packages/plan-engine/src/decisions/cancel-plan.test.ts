import {
  after,
  codeOf,
  decision,
  next,
  planOf,
  review,
  run,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import type { Command } from "../command.ts";
import { decide } from "../decide.ts";
import { notificationsOf } from "../notification.ts";
import { refusalOf } from "./submit-result.ts";

const cancel = { type: "cancel_plan", by: "person", reason: "No longer needed" } as const;
const working = run(planOf(4), [
  next({ newLeaseToken: "first" }),
  submit("step-1"),
  next({ newLeaseToken: "second" }),
  next({ newLeaseToken: "third" }),
  review("step-2"),
]);
const cancelled = run(working, [cancel], after(5));

describe("cancelling a plan", () => {
  it("R37 fails it with the reason and marks it as cancelled, in one event", () => {
    const events = decide(working, cancel, after(5));
    expect(events.map(({ type }) => type)).toEqual(["plan_status_changed"]);
    expect(cancelled).toMatchObject({
      status: "failed",
      isCancelled: true,
      failureReason: "No longer needed",
      closedAt: after(5),
      completedAt: null,
    });
  });

  it("R37 ends every open step: work that was begun has failed, the rest is skipped", () => {
    expect(cancelled.steps.map(({ status }) => status)).toEqual([
      "completed",
      "skipped",
      "failed",
      "skipped",
    ]);
    expect(cancelled.steps.every(({ leaseExpiresAt }) => leaseExpiresAt === null)).toBe(true);
    expect(cancelled.steps.every(({ completedAt }) => completedAt !== null)).toBe(true);
  });

  it("R37 counts the time of the attempts that it ends", () => {
    const plan = run(planOf(2), [next()]);
    expect(run(plan, [cancel], after(3)).spent.workMs).toBe(3 * 60_000);
  });

  it("R37 keeps a late result and says that and why the plan was cancelled", () => {
    const late = submit("step-3", { leaseToken: "third", result: { late: true } });
    const events = decide(cancelled, late, after(6));
    expect(events).toMatchObject([{ type: "result_refused", result: { late: true } }]);
    expect(refusalOf(events)).toMatchObject({
      code: "PLAN_CLOSED",
      message: expect.stringContaining("A person cancelled this plan: No longer needed."),
    });
  });

  it("R37 leaves nothing to review, to hand out or to modify", () => {
    expect(codeOf(() => decide(cancelled, decision("approve"), after(6)))).toBe("PLAN_CLOSED");
    expect(decide(cancelled, next(), after(6))).toEqual([]);
    const skip = { type: "skip_step", by: "person", stepId: "step-4", reason: "." } as const;
    expect(codeOf(() => decide(cancelled, skip, after(6)))).toBe("PLAN_CLOSED");
    const reword = {
      type: "modify_plan",
      action: "update_step_instructions",
      stepId: "step-4",
      instructions: "More.",
    } as const;
    expect(codeOf(() => decide(cancelled, reword, after(6)))).toBe("PLAN_NOT_MODIFIABLE");
    expect(codeOf(() => decide(cancelled, { ...reword, by: "person" }, after(6)))).toBe(
      "PLAN_CLOSED",
    );
  });

  it("R37 is possible while the plan is planned, stalled or awaits a review, and once", () => {
    const stalled = run(run(planOf(2), [next()]), [{ type: "detect_stall" }], after(60));
    expect(stalled.status).toBe("stalled");
    for (const plan of [planOf(2), stalled, working]) {
      expect(run(plan, [cancel], after(70)).isCancelled).toBe(true);
    }
    expect(codeOf(() => decide(cancelled, cancel, after(6)))).toBe("PLAN_CLOSED");
  });

  it("R37 is for people alone, and tells nobody that the plan failed", () => {
    const { by: _, ...byAssistant } = cancel;
    expect(codeOf(() => decide(working, byAssistant as Command, after(5)))).toBe("INVALID_INPUT");
    expect(notificationsOf(decide(working, cancel, after(5)))).toEqual([]);
  });
});
