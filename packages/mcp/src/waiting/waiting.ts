import type { CallContext } from "../calls/call-context.ts";
import type { PlanWait } from "./plan-wait.ts";

interface WaitingParts extends Omit<PlanWait, "canRetry"> {
  readonly purpose: string;
  readonly finish?: (call: CallContext) => Promise<object>;
}

/** What a tool returns instead of a reply when its answer would be "nothing yet" and the caller wants to wait. */
export class Waiting implements PlanWait {
  readonly plan: PlanWait["plan"];
  readonly claim: PlanWait["claim"];
  /** What the call waits for, for progress notifications. */
  readonly purpose: string;
  /** The final reply of a call whose effect is committed already. Without it the tool runs again. */
  readonly finish: ((call: CallContext) => Promise<object>) | null;

  constructor({ plan, purpose, claim, finish }: WaitingParts) {
    this.plan = plan;
    this.purpose = purpose;
    this.claim = claim;
    this.finish = finish ?? null;
  }

  get canRetry(): boolean {
    return this.finish === null;
  }
}
