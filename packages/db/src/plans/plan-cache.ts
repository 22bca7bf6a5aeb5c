import { isClosed } from "@trovella/plan-engine";
import type { LoadedPlan } from "./plan-rows.ts";

/** How many calls go the sure way after a guess was wrong: somebody else works on the plan too. */
const CALLS_OF_DISTRUST = 8;
const MAX_PLANS = 300;

/**
 * Plans as this process last saved them. What is recalled is a guess: whoever acts on it must
 * write with the version as a condition, and start again with a lock when nothing was written.
 */
export class PlanCache {
  private readonly plans = new Map<string, LoadedPlan>();
  private readonly distrusted = new Map<string, number>();

  get(key: string): LoadedPlan | null {
    return this.plans.get(key) ?? null;
  }

  set(key: string, loaded: LoadedPlan): void {
    this.plans.delete(key);
    // Nothing more will be written to a closed plan.
    if (isClosed(loaded.plan.status)) return;
    const callsLeft = this.distrusted.get(key) ?? 0;
    if (callsLeft > 0) {
      this.distrusted.set(key, callsLeft - 1);
      return;
    }
    this.distrusted.delete(key);
    this.plans.set(key, loaded);
    dropOldest(this.plans);
  }

  invalidate(key: string): void {
    this.plans.delete(key);
    this.distrusted.set(key, CALLS_OF_DISTRUST);
    dropOldest(this.distrusted);
  }
}

/** A map keeps the order of insertion. */
function dropOldest(map: Map<string, unknown>): void {
  if (map.size <= MAX_PLANS) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
