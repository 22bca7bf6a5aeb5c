import type { StepHistory } from "../support/mcp-audit.ts";
import { type CallEntry, isAccepted, isClaim } from "../support/mcp-journal.ts";
import type { Pause } from "../support/mcp-pauses.ts";

const BLOCKED_MS = 1_000;

type Histories = ReadonlyMap<string, StepHistory>;

/** Attempts claimed by two agents or with two tokens, or that differ from the audit log. */
export function countSharedAttempts(entries: readonly CallEntry[], histories: Histories): number {
  const holders = new Map<string, Set<string>>();
  for (const { stepId, attempt, agent, token } of entries.filter(isClaim)) {
    const key = `${stepId} ${attempt}`;
    const known = histories.get(stepId ?? "")?.attempts.filter((one) => one.attempt === attempt);
    const logged = known?.map((one) => `${one.holder} ${one.token}`) ?? [];
    holders.set(key, new Set([...(holders.get(key) ?? []), `${agent} ${token}`, ...logged]));
  }
  return [...holders.values()].filter(({ size }) => size !== 1).length;
}

export interface StoredStep {
  readonly id: string;
  readonly status: string;
  /** Whether its plan closed early: after four lost attempts at a step no other research is handed out (R23). */
  readonly isClosedEarly: boolean;
  readonly token: string | null;
}

/**
 * Results accepted with a stale token: judged by stored results, which include those whose reply was lost,
 * and by the replies.
 */
export function countOldTokens(
  entries: readonly CallEntry[],
  stored: readonly StoredStep[],
  histories: Histories,
): number {
  const wronglyStored = stored.filter(({ id, status, token }) => {
    const completions = histories.get(id)?.completions ?? [];
    const expected = status === "completed" ? [token] : [];
    return completions.map(({ currentToken }) => currentToken).join() !== expected.join();
  });
  const wronglyAcknowledged = entries
    .filter(isAccepted)
    .filter(({ stepId, token, planVersion }) => {
      const completion = histories
        .get(stepId ?? "")
        ?.completions.find((one) => one.planVersion === planVersion);
      return completion?.currentToken !== token;
    });
  return wronglyStored.length + wronglyAcknowledged.length;
}

/** A plan that closed early skips or ends what it does not need for its document; in all others every step is completed. */
export function countUnsettled(stored: readonly StoredStep[]): number {
  const ends = ["completed", "skipped", "failed"];
  return stored.filter(({ status, isClosedEarly }) =>
    isClosedEarly ? !ends.includes(status) : status !== "completed",
  ).length;
}

/** Leases reissued before the expiry reported to their holder. */
export function countShortenedLeases(
  entries: readonly CallEntry[],
  histories: Histories,
  leaseMs: number,
): number {
  const byToken = groupBy(entries, ({ token }) => token);
  let shortened = 0;
  for (const { attempts } of histories.values()) {
    for (const [index, next] of attempts.entries()) {
      const previous = attempts[index - 1];
      if (next.reason !== "reissued" || !previous) continue;
      const promised = (byToken.get(previous.token) ?? [])
        .filter(({ endedAt }) => endedAt < next.at)
        .map((entry) => promisedUntil(entry, leaseMs));
      if (promised.some((until) => next.at < until)) shortened += 1;
    }
  }
  return shortened;
}

/** A renewal reports no expiry, but it cannot start before the call was sent. */
function promisedUntil({ leaseExpiresAt, isRenewed, sentAt }: CallEntry, leaseMs: number): number {
  return leaseExpiresAt ?? (isRenewed ? sentAt + leaseMs : 0);
}

/** Claims that overlapped another agent's call on the same plan. */
export function countContendedClaims(entries: readonly CallEntry[]): number {
  let contended = 0;
  for (const calls of groupBy(entries, ({ planId }) => planId).values()) {
    contended += calls.filter(
      (claim) =>
        isClaim(claim) &&
        calls.some(
          (other) =>
            other.agent !== claim.agent &&
            other.sentAt < claim.endedAt &&
            claim.sentAt < other.endedAt,
        ),
    ).length;
  }
  return contended;
}

/** Calls that waited although their own server was running, so for a lock held elsewhere. */
export function findBlocked(entries: readonly CallEntry[], pauses: readonly Pause[]): CallEntry[] {
  return entries.filter(({ server, sentAt, endedAt }) => {
    const stoodStill = pauses.some(
      (pause) => pause.server === server && pause.from < endedAt && sentAt < pause.until,
    );
    return endedAt - sentAt > BLOCKED_MS && !stoodStill;
  });
}

function groupBy<Key>(
  entries: readonly CallEntry[],
  keyOf: (entry: CallEntry) => Key,
): Map<Key, CallEntry[]> {
  const groups = new Map<Key, CallEntry[]>();
  for (const entry of entries) {
    const group = groups.get(keyOf(entry));
    if (group) group.push(entry);
    else groups.set(keyOf(entry), [entry]);
  }
  return groups;
}
