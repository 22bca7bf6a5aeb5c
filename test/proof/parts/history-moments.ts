import type { Plan } from "@trovella/plan-engine";
import type { Model } from "./history-model.ts";
import type { RecordedCall } from "./history-record.ts";

/** Every moment of the call that could make a difference, since leases may have ended meanwhile. */
export function nowsOf(
  { decidedMs, started, ended, answer, input }: RecordedCall,
  plan: Plan,
): Date[] {
  if (decidedMs !== null) return [new Date(decidedMs)];
  const thresholds = [plan.stallThresholdMs, Number(input.stallThresholdMinutes ?? 0) * 60_000];
  const turns = plan.steps.flatMap(({ leaseExpiresAt, lastActivityAt }) => [
    leaseExpiresAt?.getTime() ?? 0,
    ...thresholds.map((threshold) => (lastActivityAt?.getTime() ?? 0) + threshold),
  ]);
  const { expiresAt } = (answer.reply?.lease ?? {}) as { expiresAt?: string };
  const told = expiresAt ? [Date.parse(expiresAt) - plan.stallThresholdMs] : [];
  const times = [
    started.clockMs,
    ended.clockMs,
    ...told,
    ...turns.flatMap((turn) => [turn - 1, turn, turn + 1]),
  ];
  return [...new Set(times)]
    .filter((time) => time >= started.clockMs && time <= ended.clockMs)
    .map((time) => new Date(time));
}

/** The same call as if it had been told that it renewed its lease, which it was too late for. */
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
