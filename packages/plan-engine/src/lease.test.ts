import {
  after,
  decision,
  modify,
  NOW,
  next,
  planOf,
  review,
  run,
  stepOf,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { isLeaseExpired, renewLease } from "./lease.ts";

const THRESHOLD = { stallThresholdMs: 10 * 60_000 };
const held = run(planOf(2, THRESHOLD), [next({ agent: "ada", newLeaseToken: "current" })]);

describe("R5 lease", () => {
  it("R5 gives a handed out step a token, an attempt, and an end at the plan's stall threshold", () => {
    expect(stepOf(held, "step-1")).toMatchObject({
      leaseToken: "current",
      leaseHolder: "ada",
      attempt: 1,
      leaseExpiresAt: after(10),
      lastActivityAt: NOW,
    });
  });

  it("R5 expires at its end, not before", () => {
    const step = stepOf(held, "step-1");
    expect(isLeaseExpired(step, new Date(after(10).getTime() - 1))).toBe(false);
    expect(isLeaseExpired(step, after(10))).toBe(true);
    expect(isLeaseExpired(stepOf(held, "step-2"), after(10))).toBe(false);
  });

  it("R5 is renewed by the current token, even after it expired", () => {
    const renewal = {
      stepId: "step-1",
      leaseToken: "current",
      expiresAt: after(60),
      lastActivityAt: after(50),
    };
    expect(renewLease(held, { stepId: "step-1", leaseToken: "current" }, after(50))).toEqual(
      renewal,
    );
  });

  it("R5 is not renewed by another token", () => {
    expect(renewLease(held, { stepId: "step-1", leaseToken: "older" }, after(1))).toBeNull();
  });

  it("R5 is renewed without a token only while it has not expired", () => {
    expect(renewLease(held, { stepId: "step-1" }, after(9))?.expiresAt).toEqual(after(19));
    expect(renewLease(held, { stepId: "step-1" }, after(10))).toBeNull();
  });

  it("R5 has nothing to renew for a step that is unknown, pending, settled or sent back", () => {
    expect(renewLease(held, { stepId: "step-9" }, NOW)).toBeNull();
    expect(renewLease(held, { stepId: "step-2" }, NOW)).toBeNull();
    const failed = run(held, [modify({ action: "fail_step", stepId: "step-1" })]);
    expect(renewLease(failed, { stepId: "step-1", leaseToken: "current" }, NOW)).toBeNull();
    const waiting = run(held, [review("step-1")]);
    expect(renewLease(waiting, { stepId: "step-1", leaseToken: "current" }, NOW)).toBeNull();
    const sentBack = run(waiting, [decision("modify")]);
    expect(renewLease(sentBack, { stepId: "step-1", leaseToken: "current" }, NOW)).toBeNull();
  });

  it("R5 has nothing to renew in a closed plan", () => {
    const closed = { ...held, status: "failed" } as const;
    expect(renewLease(closed, { stepId: "step-1", leaseToken: "current" }, NOW)).toBeNull();
  });
});
