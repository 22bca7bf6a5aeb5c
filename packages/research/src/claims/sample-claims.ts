import { createHash } from "node:crypto";

export interface ClaimToDraw {
  readonly id: string;
  readonly isKey: boolean;
  /** 0 is the greatest. */
  readonly risk: number;
}

const DRAWN = 10;
const MAX_KEY_CLAIMS = 100;
const RISKS = 8;

/**
 * The claims of a plan that are worth a person's time: the key claims, and some of the others, those at risk more likely.
 * The same plan gives the same sample, so that it can be worked through in several sittings and by several people.
 */
export function sampleClaims(planId: string, claims: readonly ClaimToDraw[]): string[] {
  const key = claims.filter(({ isKey }) => isKey).sort((one, other) => one.risk - other.risk);
  const drawn = claims
    .filter(({ isKey }) => !isKey)
    .map(({ id, risk }) => ({ id, turn: turnOf(planId, id, RISKS - risk) }))
    .sort((one, other) => one.turn - other.turn);
  return [...key.slice(0, MAX_KEY_CLAIMS), ...drawn.slice(0, DRAWN)].map(({ id }) => id);
}

/** Weighted drawing without replacement (Efraimidis and Spirakis): the smallest turns are drawn. */
function turnOf(planId: string, claimId: string, weight: number): number {
  const digest = createHash("sha256").update(`${planId}\n${claimId}`).digest();
  const chance = (digest.readUIntBE(0, 6) + 1) / (2 ** 48 + 1);
  return -Math.log(chance) / Math.max(1, weight);
}
