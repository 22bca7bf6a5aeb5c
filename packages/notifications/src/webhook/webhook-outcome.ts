/** What came of one request. */
export interface WebhookAnswer {
  /** Null without an answer. */
  readonly httpStatus: number | null;
  /** Null when the answer counts as delivered. */
  readonly problem: string | null;
  readonly retryAfterMs: number;
  readonly durationMs: number;
}

export type DeliveryOutcome =
  | { readonly status: "delivered" | "cancelled" | "given_up" }
  | { readonly status: "waiting"; readonly waitMs: number };

const FIRST_WAIT_MS = 10_000;
const MAX_WAIT_MS = 3_600_000;
const FACTOR = 3;
/** From the first attempt on. */
const MAX_AGE_MS = 24 * 3_600_000;
/** The target says that it is gone for good. */
const GONE = 410;

interface Attempted {
  readonly attempts: number;
  readonly firstAttemptAt: Date;
}

/** 10 s, 30 s, 90 s … up to an hour. */
export function backoffMs(attempts: number): number {
  return Math.min(FIRST_WAIT_MS * FACTOR ** Math.min(attempts - 1, 20), MAX_WAIT_MS);
}

export function outcomeOf(
  delivery: Attempted,
  { problem, httpStatus, retryAfterMs }: WebhookAnswer,
  now: Date,
): DeliveryOutcome {
  if (problem === null) return { status: "delivered" };
  if (httpStatus === GONE) return { status: "cancelled" };
  return retryOf(delivery, Math.min(retryAfterMs, MAX_WAIT_MS), now);
}

/** Another attempt after a while, unless it has been tried for a day. */
export function retryOf(
  { attempts, firstAttemptAt }: Attempted,
  askedMs: number,
  now: Date,
): DeliveryOutcome {
  const waitMs = Math.max(backoffMs(attempts), askedMs);
  const isTooOld = now.getTime() + waitMs - firstAttemptAt.getTime() > MAX_AGE_MS;
  return isTooOld ? { status: "given_up" } : { status: "waiting", waitMs };
}
