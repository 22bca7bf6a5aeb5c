import { AppError } from "@trovella/foundation";
import type { Caller } from "@trovella/research";

/** How many calls may wait in one process, and whose; as many subscriptions may be open besides. */
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

interface Waiting {
  readonly callers: Iterable<Person>;
  /** What they are, such as "calls". */
  readonly what: string;
  /** What else the refused caller can do, besides repeating it later. */
  readonly instead: string;
}

/** Refuses a caller whose share is used up by those that wait already. */
export function checkWaitShare(
  { userId, tenant }: Person,
  { callers, what, instead }: Waiting,
  shares: WaitShares,
): void {
  let ofProcess = 0;
  let ofOrganization = 0;
  let ofPerson = 0;
  for (const other of callers) {
    ofProcess += 1;
    if (other.tenant.organizationId !== tenant.organizationId) continue;
    ofOrganization += 1;
    if (other.userId === userId) ofPerson += 1;
  }
  const refuse = (whose: string) =>
    new AppError(
      "RATE_LIMITED",
      `Too many ${what}${whose} are waiting. Next: ${instead}, or repeat this in ${RETRY_SECONDS} s.`,
      { retryAfterSeconds: RETRY_SECONDS },
    );
  if (ofPerson >= shares.perPerson) throw refuse(" of yours");
  if (ofOrganization >= shares.perOrganization) throw refuse(" of your organization");
  if (ofProcess >= shares.perProcess) throw refuse("");
}
