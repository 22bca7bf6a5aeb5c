import { AppError } from "@trovella/foundation";
import type { Caller } from "@trovella/research";

/** How many calls may wait in one process, and whose. */
export interface WaitShares {
  readonly perPerson: number;
  readonly perOrganization: number;
  readonly perProcess: number;
}

export const TEAM_WAIT_SHARES: WaitShares = {
  perPerson: 20,
  perOrganization: 200,
  perProcess: 1_000,
};
/** One person is alone in local mode. */
export const LOCAL_WAIT_SHARES: WaitShares = {
  perPerson: 200,
  perOrganization: 200,
  perProcess: 200,
};

const RETRY_SECONDS = 10;

type Person = Pick<Caller, "userId" | "tenant">;

/** Refuses a caller whose share of waiting calls is used up, given the callers of those that wait. */
export function checkWaitShare(
  { userId, tenant }: Person,
  waiting: Iterable<Person>,
  shares: WaitShares,
): void {
  let ofProcess = 0;
  let ofOrganization = 0;
  let ofPerson = 0;
  for (const other of waiting) {
    ofProcess += 1;
    if (other.tenant.organizationId !== tenant.organizationId) continue;
    ofOrganization += 1;
    if (other.userId === userId) ofPerson += 1;
  }
  if (ofPerson >= shares.perPerson) throw tooMany("Too many of your calls are");
  if (ofOrganization >= shares.perOrganization) {
    throw tooMany("Too many calls of your organization are");
  }
  if (ofProcess >= shares.perProcess) throw tooMany("Too many calls are");
}

function tooMany(whose: string): AppError {
  return new AppError(
    "RATE_LIMITED",
    `${whose} waiting. Next: call again without waitSeconds, or in ${RETRY_SECONDS} s.`,
    { retryAfterSeconds: RETRY_SECONDS },
  );
}
