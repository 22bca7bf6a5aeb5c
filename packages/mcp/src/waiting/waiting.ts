import type { Plan } from "@trovella/plan-engine";
import type { CallContext } from "../calls/call-context.ts";

/** What a tool returns instead of a reply when its answer would be "nothing yet" and the caller wants to wait. */
export class Waiting {
  /** The plan as the call left it. */
  readonly plan: Plan;
  /** What the call waits for, for progress notifications. */
  readonly purpose: string;
  /**
   * The plan after this call would have taken what is there for it; null while that is nothing. Calls that wait for the
   * same plan are asked in turn, each with what those before it leave, so that one freed step wakes one of them.
   */
  readonly claim: (plan: Plan, now: Date) => Plan | null;
  /** The final reply of a call whose effect is committed already. Without it the tool runs again. */
  readonly finish: ((call: CallContext) => Promise<object>) | null;

  constructor({ plan, purpose, claim, finish = null }: Omit<Waiting, "finish"> & Partial<Waiting>) {
    this.plan = plan;
    this.purpose = purpose;
    this.claim = claim;
    this.finish = finish;
  }
}
