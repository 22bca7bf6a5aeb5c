import { createHash } from "node:crypto";
import { type ClaimStatus, countByStatus, GROUNDED } from "./claim.ts";

/** A claim as the gate looks at it; withdrawn ones are none, and a person's audit counts as its status. */
export interface GatedClaim {
  readonly handle: string;
  readonly statement: string;
  readonly status: ClaimStatus;
  readonly isKey: boolean;
  readonly isDisputed: boolean;
  /** What is wrong with it, in the words of its first problem. */
  readonly problem: string | null;
}

/** The claims of a plan in the form in which the plan engine takes them. */
export interface Gate {
  readonly total: number;
  readonly key: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly passed: boolean;
  readonly failing: readonly {
    readonly handle: string;
    readonly statement: string;
    readonly problem: string;
  }[];
  readonly digest: string;
}

const MAX_FAILING = 20;
const MAX_PROBLEM = 1_000;

/**
 * Passed when there is a key claim, every key claim is grounded, and no claim is contradicted without saying so. The
 * policy `off` lets everything pass; what follows from a gate that is not passed is up to the plan engine.
 */
export function gateOf(claims: readonly GatedClaim[], policy: "off" | "warn" | "strict"): Gate {
  const key = claims.filter(({ isKey }) => isKey);
  const failing = policy === "off" ? [] : [...key, ...claims.filter(isMinor)].filter(isFailing);
  return {
    total: claims.length,
    key: key.length,
    counts: countByStatus(claims),
    passed: policy === "off" || (key.length > 0 && failing.length === 0),
    failing: failing.slice(0, MAX_FAILING).map(({ handle, statement, status, problem }) => ({
      handle,
      statement,
      problem: cut(problem?.trim() || `It is ${status}.`),
    })),
    digest: digestOf(claims),
  };
}

const isMinor = ({ isKey }: GatedClaim) => !isKey;

function isFailing({ isKey, status, isDisputed }: GatedClaim): boolean {
  if (status === "contradicted" && !isDisputed) return true;
  return isKey && !GROUNDED.includes(status);
}

/** Of what the gate looked at, whatever order the claims come in. */
function digestOf(claims: readonly GatedClaim[]): string {
  const seen = claims
    .map(({ handle, statement, status, isKey, isDisputed }) =>
      JSON.stringify([handle, statement, status, isKey, isDisputed]),
    )
    .sort();
  return createHash("sha256").update(seen.join("\n")).digest("hex");
}

/** Without splitting a surrogate pair. */
function cut(text: string): string {
  if (text.length <= MAX_PROBLEM) return text;
  return `${text.slice(0, MAX_PROBLEM - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
