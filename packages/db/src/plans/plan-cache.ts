import { isClosed } from "@trovella/plan-engine";
import { LRUCache } from "lru-cache";
import type { LoadedPlan } from "./loaded-plan.ts";

/** After a conflict another process works on the plan too, so that many calls take the locked path. */
const LOCKED_CALLS_AFTER_CONFLICT = 8;
const MAX_PLANS = 300;

/**
 * Plans as this process last saved them (optimistic concurrency). A cached plan may be stale: the write must be
 * conditional on its version, and when nothing was written, the call is retried under lock.
 */
export class PlanCache {
  private readonly plans = new LRUCache<string, LoadedPlan>({ max: MAX_PLANS });
  private readonly lockedCalls = new LRUCache<string, number>({ max: MAX_PLANS });

  get(key: string): LoadedPlan | null {
    return this.plans.get(key) ?? null;
  }

  set(key: string, loaded: LoadedPlan): void {
    this.plans.delete(key);
    // A closed plan is not written again.
    if (isClosed(loaded.plan.status)) return;
    const callsLeft = this.lockedCalls.get(key) ?? 0;
    if (callsLeft > 0) {
      this.lockedCalls.set(key, callsLeft - 1);
      return;
    }
    this.lockedCalls.delete(key);
    this.plans.set(key, loaded);
  }

  invalidate(key: string): void {
    this.plans.delete(key);
    this.lockedCalls.set(key, LOCKED_CALLS_AFTER_CONFLICT);
  }
}
