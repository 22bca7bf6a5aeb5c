import type { Plan } from "@trovella/plan-engine";
import type { Model } from "./model.ts";
import type { RecordedCall } from "./record.ts";

/** The same call with a reply that claims a renewal it was too late for. */
export function withLostRenewal(call: RecordedCall, plan: Plan, model: Model): RecordedCall[] {
  const { reply } = call.answer;
  if (call.tool !== "get_step_context" || reply?.leaseRenewed !== false) return [];
  const { highest } = model.versionsDuring(call);
  const leaseAt = (version: number) => leaseOf(model.planAt(version), String(call.input.stepId));
  const lease = leaseAt(plan.version);
  for (let version = plan.version + 1; version <= highest; version += 1) {
    if (leaseAt(version) !== lease) {
      return [{ ...call, answer: { reply: { ...reply, leaseRenewed: true }, refusal: null } }];
    }
  }
  return [];
}

function leaseOf({ steps }: Plan, stepId: string): string | null {
  const step = steps.find(({ id }) => id === stepId);
  return step?.leaseExpiresAt ? step.leaseToken : null;
}
