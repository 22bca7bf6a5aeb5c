import type { ErrorCode } from "@trovella/foundation";
import type { Holder } from "./command.ts";
import { isClosed, type Plan, type Step, stepHandle } from "./plan.ts";
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
  { token, holder }: { readonly token: string; readonly holder: Holder },
  now: Date,
): Lease {
  return {
    token,
    holder: holder.agent ?? null,
    userId: holder.userId ?? null,
    sessionId: holder.sessionId ?? null,
    client: holder.client ?? null,
    expiresAt: expiryFrom(plan, now),
  };
}

/** Whether the step is held by this client. Without a session no two calls are known to come from the same one. */
export function isHeldBy(step: Step, { userId, sessionId, agent }: Holder): boolean {
  return (
    step.status === "in_progress" &&
    step.leaseExpiresAt !== null &&
    sessionId !== undefined &&
    step.leaseSessionId === sessionId &&
    step.leaseUserId === (userId ?? null) &&
    step.leaseHolder === (agent ?? null)
  );
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

/** The code and the sentence of a refusal. */
export type Refusal = readonly [ErrorCode, message: string];

interface GivenLease {
  readonly leaseToken?: string | undefined;
  readonly leaseStepId?: string | undefined;
}

/** The problem with the token a call gave for the step; null when it gave none or the current one. */
export function leaseProblem(
  plan: Plan,
  step: Step,
  { leaseToken, leaseStepId }: GivenLease,
): Refusal | null {
  if (!leaseToken || leaseToken === step.leaseToken) return null;
  if (leaseStepId === step.id) {
    return [
      "STALE_LEASE",
      "The step was handed out again since this lease was given. Next: call get_next_step with this planId.",
    ];
  }
  const owner = plan.steps.find(
    ({ id, leaseToken: token }) => id === leaseStepId || token === leaseToken,
  );
  if (owner) {
    return [
      "INVALID_LEASE",
      `This leaseToken was given for step ${owner.order} (${stepHandle(owner)}). Next: call again with that stepId, or with this step's own token.`,
    ];
  }
  return [
    "INVALID_LEASE",
    `This leaseToken was never given for this step${heldUntil(step)}. Next: call again with the token that get_next_step returned, ` +
      `or without one; if it is lost, call get_next_step with takeOverStepId ${stepHandle(step)}.`,
  ];
}

function heldUntil({ leaseHolder, leaseClient, leaseExpiresAt }: Step): string {
  if (!leaseExpiresAt) return "";
  const holder = [leaseHolder, leaseClient].filter(Boolean).join(" in ") || "another client";
  return `, which ${holder} holds until ${leaseExpiresAt.toISOString()}`;
}

function expiryFrom(plan: Plan, now: Date): Date {
  return new Date(now.getTime() + plan.stallThresholdMs);
}
