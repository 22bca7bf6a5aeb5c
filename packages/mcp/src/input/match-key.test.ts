import { describe, expect, it } from "vitest";
import { plainKey, similarKey } from "./match-key.ts";

it.each(["planId", "plan_id", "PlanID", "plan-id", "PLAN ID"])("reads %s as planId", (key) => {
  expect(plainKey(key)).toBe(plainKey("planId"));
});

describe("a similar key", () => {
  const known = ["planId", "leaseToken", "requiresReview"];

  it.each([
    ["leaseTokn", "leaseToken"],
    ["leaseTokens", "leaseToken"],
    ["lease_tokem", "leaseToken"],
    ["requiresReveiw", "requiresReview"],
    ["planIdd", "planId"],
  ])("of %s is %s", (key, expected) => {
    expect(similarKey(key, known)).toBe(expected);
  });

  it.each(["token", "review", "plan", "x", "", "leaseToken2x", "l".repeat(100_000)])(
    "is not guessed for %.20s",
    (key) => {
      expect(similarKey(key, known)).toBeUndefined();
    },
  );
});
