import {
  after,
  decision,
  NOW,
  next,
  planOf,
  review,
  run,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import {
  ACTIVITIES_OF_STATUS,
  isOpenActivity,
  OPEN_ACTIVITIES,
  PLAN_ACTIVITIES,
  planActivity,
  QUIET_AFTER_MS,
  quietSince,
  stallsAt,
} from "./activity.ts";
import { isClosed, PLAN_STATUSES, type Plan } from "./plan.ts";

const fresh = planOf(3, { stallThresholdMs: 30 * 60_000 });
const running = run(fresh, [next()]);
const between = run(running, [submit("step-1")], after(1));
const asked = run(running, [next(), review("step-1")]);
const check = { type: "detect_stall" } as const;

describe("the word for people", () => {
  it("R36 is working while a lease is live, however long ago the plan last changed", () => {
    expect(planActivity(running, after(29))).toBe("working");
  });

  it("R36 waits for an assistant at the moment at which the lease ends", () => {
    expect(planActivity(running, after(30))).toBe("waiting_for_assistant");
  });

  it("R36 is working for two minutes when nobody holds a step, and then waits for an assistant", () => {
    for (const [plan, since] of [
      [fresh, NOW],
      [between, after(1)],
    ] as const) {
      const late = since.getTime() + QUIET_AFTER_MS;
      expect(planActivity(plan, new Date(late - 1))).toBe("working");
      expect(planActivity(plan, new Date(late))).toBe("waiting_for_assistant");
    }
  });

  it("R36 is stalled when nobody took the plan up for longer than its threshold, begun or not", () => {
    for (const [plan, minutes] of [
      [fresh, 30],
      [between, 31],
    ] as const) {
      expect(planActivity(plan, after(minutes))).toBe("waiting_for_assistant");
      expect(planActivity(plan, justAfter(minutes))).toBe("stalled");
    }
  });

  it("R36 is stalled when a step went silent, even if another one is held", () => {
    const two = run(running, [next()], after(20));
    expect(planActivity(running, justAfter(30))).toBe("stalled");
    expect(planActivity(two, justAfter(30))).toBe("stalled");
  });

  it("R36 is stalled without waiting first where the threshold is shorter than two minutes", () => {
    const hasty = planOf(1, { stallThresholdMs: 1_000 });
    expect(planActivity(hasty, after(0.5))).toBe("stalled");
  });

  it("R36 waits for a person while a review is open, whatever else has stalled", () => {
    expect(planActivity(asked, after(1))).toBe("waiting_for_person");
    expect(planActivity(asked, after(500))).toBe("waiting_for_person");
  });

  it("R36 works for two minutes after a decision, then waits for an assistant", () => {
    const decided = run(run(running, [review("step-1")]), [decision("approve")], after(60));
    expect(planActivity(decided, after(61))).toBe("working");
    expect(planActivity(decided, after(62))).toBe("waiting_for_assistant");
  });

  it("R36 waits for an assistant when a review sent a step back and nobody takes it", () => {
    const back = run(run(running, [review("step-1")]), [decision("modify")], after(60));
    expect(planActivity(back, after(65))).toBe("waiting_for_assistant");
    expect(planActivity(back, after(91))).toBe("stalled");
  });

  it("R36 stays stalled once that is noted, until a step is handed out (R1)", () => {
    const noted = run(between, [check], after(40));
    expect(noted.status).toBe("stalled");
    const renewed = withRenewal(run(running, [check], after(40)), after(41));
    for (const plan of [noted, renewed]) expect(planActivity(plan, after(41))).toBe("stalled");
    expect(planActivity(run(noted, [next()], after(42)), after(43))).toBe("working");
  });

  it("R36 is how a closed plan ended, whatever its steps were doing", () => {
    const done = run(planOf(1), [submit("step-1")]);
    const failed = run(asked, [decision("reject")]);
    expect(planActivity(done, after(500))).toBe("completed");
    expect(planActivity(failed, after(500))).toBe("failed");
  });
});

describe("the words of a status", () => {
  it("R36 are those that its plans have, unless they stall or wait for a person", () => {
    expect(Object.values(ACTIVITIES_OF_STATUS).every((words) => words.length > 0)).toBe(true);
    expect(ACTIVITIES_OF_STATUS.planning).toContain(planActivity(fresh, NOW));
    expect(ACTIVITIES_OF_STATUS.planning).toContain(planActivity(fresh, after(5)));
    expect(ACTIVITIES_OF_STATUS.executing).toContain(planActivity(between, after(2)));
    expect(ACTIVITIES_OF_STATUS.executing).toContain(planActivity(between, after(5)));
    expect(ACTIVITIES_OF_STATUS.awaiting_review).toEqual([planActivity(asked, NOW)]);
    for (const status of ["stalled", "completed", "failed"] as const) {
      expect(ACTIVITIES_OF_STATUS[status]).toEqual([planActivity({ ...fresh, status }, NOW)]);
    }
  });

  it("R36 are open or closed as the status is", () => {
    for (const status of PLAN_STATUSES) {
      const open = ACTIVITIES_OF_STATUS[status].map(isOpenActivity);
      expect(open).toEqual(open.map(() => !isClosed(status)));
    }
    expect(PLAN_ACTIVITIES.filter(isOpenActivity)).toEqual(OPEN_ACTIVITIES);
    expect(isOpenActivity("cancelled") || isOpenActivity("archived")).toBe(false);
  });
});

describe("the list of words", () => {
  it("R36 has each word of a status, cancelled and archived once", () => {
    const words = Object.values(ACTIVITIES_OF_STATUS).flat();
    expect([...PLAN_ACTIVITIES].sort()).toEqual(
      [...new Set([...words, "cancelled", "archived"])].sort(),
    );
  });
});

describe("the last sign of life", () => {
  it("R36 is the last change of the plan, or a later renewal of a lease", () => {
    expect(quietSince(between)).toEqual(after(1));
    expect(quietSince(withRenewal(running, after(7)))).toEqual(after(7));
  });

  it("R36 says when a plan that nobody continues stalls", () => {
    expect(stallsAt(between)).toEqual(after(31));
    expect(stallsAt(run(between, [check], after(40)))).toEqual(after(31));
  });

  it("R36 is not the moment at which the stall was noted", () => {
    expect(quietSince(run(between, [check], after(40)))).toEqual(after(1));
    expect(quietSince({ ...fresh, status: "stalled", updatedAt: after(40) })).toEqual(NOW);
  });
});

function justAfter(minutes: number): Date {
  return new Date(after(minutes).getTime() + 1);
}

function withRenewal(plan: Plan, at: Date): Plan {
  const leaseExpiresAt = new Date(at.getTime() + plan.stallThresholdMs);
  const steps = plan.steps.map((step) =>
    step.status === "in_progress" ? { ...step, lastActivityAt: at, leaseExpiresAt } : step,
  );
  return { ...plan, steps };
}
