import { describe, expect, it } from "vitest";
import { PlanCache } from "./plan-cache.ts";
import type { LoadedPlan } from "./plan-rows.ts";

describe("the memory of plans", () => {
  it("recalls what was remembered last", () => {
    const memory = new PlanCache();
    expect(memory.get("a")).toBeNull();
    memory.set("a", plan(1));
    memory.set("a", plan(2));
    expect(memory.get("a")?.plan.version).toBe(2);
  });

  it("forgets a plan that is closed", () => {
    const memory = new PlanCache();
    memory.set("a", plan(1));
    memory.set("a", plan(2, "completed"));
    expect(memory.get("a")).toBeNull();
  });

  it("recalls nothing for eight calls after a wrong guess, so that shared plans go the sure way", () => {
    const memory = new PlanCache();
    memory.set("a", plan(1));
    memory.invalidate("a");
    for (let call = 0; call < 8; call += 1) {
      memory.set("a", plan(call));
      expect(memory.get("a")).toBeNull();
    }
    memory.set("a", plan(9));
    expect(memory.get("a")?.plan.version).toBe(9);
  });

  it("keeps the 300 plans that were used last", () => {
    const memory = new PlanCache();
    for (let number = 0; number < 301; number += 1) memory.set(`plan ${number}`, plan(1));
    expect(memory.get("plan 0")).toBeNull();
    expect(memory.get("plan 1")).not.toBeNull();
    expect(memory.get("plan 300")).not.toBeNull();
  });
});

function plan(version: number, status = "executing"): LoadedPlan {
  return { plan: { version, status }, auditSeq: version } as LoadedPlan;
}
