import type { StepHistory } from "./mcp-audit.ts";
import { type CallEntry, isClaim } from "./mcp-journal.ts";

export interface Orphans {
  /** Steps whose holder vanished, and of whom nothing was accepted later. */
  readonly abandoned: number;
  readonly neverHandedOut: number;
  /** From the end of each lease until the next caller had the step, shortest first. */
  readonly waitsMs: readonly number[];
}

/** How steps fared whose holder vanished with them: who got them next, and when. */
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
    // A reply that never arrived was given at its server's time.
    const handedAt = claims.get(`${claim.stepId} ${following.attempt}`)?.endedAt ?? following.at;
    // A server that stood still may give out a lease that has ended already.
    return handedAt - Math.max(claim.leaseExpiresAt ?? 0, claim.endedAt);
  });
  return {
    abandoned: abandoned.length,
    neverHandedOut: waits.filter((wait) => wait === null).length,
    waitsMs: waits.filter((wait) => wait !== null).sort((one, other) => one - other),
  };
}

/** Whoever came back only as a ghost had vanished; unless it came back in time. */
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
