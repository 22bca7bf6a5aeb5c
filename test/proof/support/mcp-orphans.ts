import type { StepHistory } from "./mcp-audit.ts";
import { type CallEntry, isClaim } from "./mcp-journal.ts";

export interface Orphans {
  /** Steps whose holder vanished and had no result accepted later. */
  readonly abandoned: number;
  readonly neverHandedOut: number;
  /** Time from each expiry until the next caller had the step, ascending. */
  readonly waitsMs: readonly number[];
}

/** Follows the steps of vanished holders: whether and when they were issued again. */
export function followOrphans(
  entries: readonly CallEntry[],
  histories: ReadonlyMap<string, StepHistory>,
): Orphans {
  const claims = new Map(
    entries.filter(isClaim).map((entry) => [`${entry.stepId} ${entry.attempt}`, entry]),
  );
  const abandoned = abandonedClaims(entries, histories);
  const waits = abandoned.map((claim) => {
    const { attempts } = histories.get(claim.stepId ?? "") ?? { attempts: [] };
    const following = attempts.find(({ attempt }) => attempt === Number(claim.attempt) + 1);
    if (!following) return null;
    // For a lost reply the server's time counts.
    const handedAt = claims.get(`${claim.stepId} ${following.attempt}`)?.endedAt ?? following.at;
    // A suspended server may issue a lease that has already expired.
    return handedAt - Math.max(claim.leaseExpiresAt ?? 0, claim.endedAt);
  });
  return {
    abandoned: abandoned.length,
    neverHandedOut: waits.filter((wait) => wait === null).length,
    waitsMs: waits.filter((wait) => wait !== null).sort((one, other) => one - other),
  };
}

/** Claims whose holder vanished and did not return before the lease expired. */
function abandonedClaims(
  entries: readonly CallEntry[],
  histories: ReadonlyMap<string, StepHistory>,
): CallEntry[] {
  const ghosts = new Set(entries.filter(({ isGhost }) => isGhost).map(({ token }) => token));
  return entries.filter(isClaim).filter(({ stepId, token }) => {
    const completions = histories.get(stepId ?? "")?.completions ?? [];
    return ghosts.has(token) && completions.every(({ currentToken }) => currentToken !== token);
  });
}
