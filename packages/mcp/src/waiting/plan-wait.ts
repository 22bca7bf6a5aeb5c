import type { Plan } from "@trovella/plan-engine";

/** What a call waits for to happen to its plan. */
export interface PlanWait {
  /** The plan as the call left it. */
  readonly plan: Plan;
  /**
   * The plan after this call would have taken what is there for it; null while that is nothing. Calls that wait for the
   * same plan are asked in turn, each with what those before it leave, so that one freed step wakes one of them.
   */
  readonly claim: (plan: Plan, now: Date) => Plan | null;
  /** Whether a change of the plan is enough to run the tool again, which then says whether that was for this call. */
  readonly canRetry: boolean;
}
