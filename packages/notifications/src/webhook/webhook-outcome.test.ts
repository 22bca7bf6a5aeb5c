import { expect, it } from "vitest";
import { backoffMs, outcomeOf } from "./webhook-outcome.ts";

const now = new Date("2026-01-02T12:00:00Z");
const HOUR_MS = 3_600_000;

it("waits longer after each attempt, up to an hour", () => {
  const seconds = [1, 2, 3, 4, 5, 6, 7, 99].map((attempts) => backoffMs(attempts) / 1000);
  expect(seconds).toEqual([10, 30, 90, 270, 810, 2430, 3600, 3600]);
});

it("is delivered by any answer of success", () => {
  expect(outcomeOf(tried(0), answer(204), now)).toEqual({ status: "delivered" });
});

it("waits as long as the target asks, but no longer than an hour", () => {
  const asked = (retryAfterMs: number) => ({ ...answer(429), retryAfterMs });
  expect(outcomeOf(tried(0), asked(120_000), now)).toMatchObject({ waitMs: 120_000 });
  expect(outcomeOf(tried(0), asked(9 * HOUR_MS), now)).toMatchObject({ waitMs: HOUR_MS });
  expect(outcomeOf(tried(0), asked(0), now)).toMatchObject({ waitMs: 10_000 });
});

it("is given up a day after the first attempt", () => {
  expect(outcomeOf(tried(23.9), answer(500), now).status).toBe("waiting");
  expect(outcomeOf(tried(24), answer(500), now).status).toBe("given_up");
});

it("is cancelled when the target is gone", () => {
  expect(outcomeOf(tried(0), answer(410), now).status).toBe("cancelled");
});

function tried(hoursAgo: number) {
  return { attempts: 1, firstAttemptAt: new Date(now.getTime() - hoursAgo * HOUR_MS) };
}

function answer(httpStatus: number) {
  const problem = httpStatus < 300 ? null : `The target answered ${httpStatus}.`;
  return { httpStatus, problem, retryAfterMs: 0, durationMs: 1 };
}
