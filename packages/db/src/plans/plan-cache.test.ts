import { describe, expect, it } from "vitest";
import { PlanMemory } from "./plan-cache.ts";
import type { LoadedPlan } from "./plan-rows.ts";

describe("the memory of plans", () => {
  it("recalls what was remembered last", () => {
    const memory = new PlanMemory();
    expect(memory.recall("a")).toBeNull();
    memory.remember("a", plan(1));
    memory.remember("a", plan(2));
    expect(memory.recall("a")?.plan.version).toBe(2);
  });

  it("forgets a plan that is closed", () => {
    const memory = new PlanMemory();
    memory.remember("a", plan(1));
    memory.remember("a", plan(2, "completed"));
    expect(memory.recall("a")).toBeNull();
  });

  it("recalls nothing for eight calls after a wrong guess, so that shared plans go the sure way", () => {
    const memory = new PlanMemory();
    memory.remember("a", plan(1));
    memory.distrust("a");
    for (let call = 0; call < 8; call += 1) {
      memory.remember("a", plan(call));
      expect(memory.recall("a")).toBeNull();
    }
    memory.remember("a", plan(9));
    expect(memory.recall("a")?.plan.version).toBe(9);
  });

  it("keeps the 300 plans that were used last", () => {
    const memory = new PlanMemory();
    for (let number = 0; number < 301; number += 1) memory.remember(`plan ${number}`, plan(1));
    expect(memory.recall("plan 0")).toBeNull();
    expect(memory.recall("plan 1")).not.toBeNull();
    expect(memory.recall("plan 300")).not.toBeNull();
  });
});

function plan(version: number, status = "executing"): LoadedPlan {
  return { plan: { version, status }, auditSeq: version } as LoadedPlan;
}
