import { isClosed, type Plan, type Step } from "./plan.ts";
import type { Lease } from "./plan-event.ts";

export interface LeaseRenewal {
  readonly stepId: string;
  /** The lease that is renewed; if the step has another by then, there is nothing to renew. */
  readonly leaseToken: string | null;
  readonly expiresAt: Date;
  readonly lastActivityAt: Date;
}

export function grantLease(
  plan: Plan,
  { token, holder }: { readonly token: string; readonly holder: string | null },
  now: Date,
): Lease {
  return { token, holder, expiresAt: expiryFrom(plan, now) };
}

export function isLeaseExpired(step: Step, now: Date): boolean {
  return step.leaseExpiresAt !== null && step.leaseExpiresAt.getTime() <= now.getTime();
}

/**
 * The renewal of the lease by a call that names the step, or null when there is nothing to renew.
 * A renewal is no event: it changes neither the audit log nor the version.
 */
export function renewLease(
  plan: Plan,
  { stepId, leaseToken }: { readonly stepId: string; readonly leaseToken?: string | undefined },
  now: Date,
): LeaseRenewal | null {
  const step = plan.steps.find((candidate) => candidate.id === stepId);
  const isHeld = step?.status === "in_progress" && step.leaseExpiresAt !== null;
  if (!isHeld || isClosed(plan.status)) return null;

  const mayRenew = leaseToken ? leaseToken === step.leaseToken : !isLeaseExpired(step, now);
  if (!mayRenew) return null;
  const expiresAt = expiryFrom(plan, now);
  return { stepId, leaseToken: step.leaseToken, expiresAt, lastActivityAt: now };
}

function expiryFrom(plan: Plan, now: Date): Date {
  return new Date(now.getTime() + plan.stallThresholdMs);
}
