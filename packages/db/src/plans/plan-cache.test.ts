import { describe, expect, it } from "vitest";
import type { LoadedPlan } from "./loaded-plan.ts";
import { PlanCache } from "./plan-cache.ts";

describe("the plan cache", () => {
  it("returns what was set last", () => {
    const cache = new PlanCache();
    expect(cache.get("a")).toBeNull();
    cache.set("a", plan(1));
    cache.set("a", plan(2));
    expect(cache.get("a")?.plan.version).toBe(2);
  });

  it("forgets a plan that is closed", () => {
    const cache = new PlanCache();
    cache.set("a", plan(1));
    cache.set("a", plan(2, "completed"));
    expect(cache.get("a")).toBeNull();
  });

  it("returns nothing for eight calls after a conflict, so that shared plans take the locked path", () => {
    const cache = new PlanCache();
    cache.set("a", plan(1));
    cache.invalidate("a");
    for (let call = 0; call < 8; call += 1) {
      cache.set("a", plan(call));
      expect(cache.get("a")).toBeNull();
    }
    cache.set("a", plan(9));
    expect(cache.get("a")?.plan.version).toBe(9);
  });

  it("keeps the 300 most recently used plans", () => {
    const cache = new PlanCache();
    for (let number = 0; number < 301; number += 1) cache.set(`plan ${number}`, plan(1));
    expect(cache.get("plan 0")).toBeNull();
    expect(cache.get("plan 1")).not.toBeNull();
    expect(cache.get("plan 300")).not.toBeNull();
  });
});

function plan(version: number, status = "executing"): LoadedPlan {
  return { plan: { version, status }, auditSeq: version } as LoadedPlan;
}
