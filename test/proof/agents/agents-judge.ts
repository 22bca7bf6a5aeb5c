import { connectDatabase, withClient } from "@trovella/db";
import { verifyPlans } from "@trovella/db/maintenance";
import { readHistories } from "../support/mcp-audit.ts";
import { type CallEntry, isAccepted, isClaim } from "../support/mcp-journal.ts";
import { followOrphans } from "../support/mcp-orphans.ts";
import type { Pause } from "../support/mcp-pauses.ts";
import { describeComplaints } from "../support/mcp-server.ts";
import type { Service } from "../support/service.ts";
import {
  countContendedClaims,
  countOldTokens,
  countSharedAttempts,
  countShortenedLeases,
  countUnsettled,
  findBlocked,
  type StoredStep,
} from "./agents-checks.ts";

export interface AgentsRun {
  readonly entries: readonly CallEntry[];
  readonly pauses: readonly Pause[];
  /** The servers' stderr. */
  readonly complaints: string;
}

interface Expected {
  readonly leaseMs: number;
  /** Minimum counts for a run to be significant. */
  readonly needed: {
    readonly expiries: number;
    readonly contendedClaims: number;
    readonly pauses: number;
  };
}

const MAX_AFTER_LEASE_MS = 5_000;
const MIN_SHARE_ANSWERED = 0.95;
/** Expected outcomes: success, or the error for a lost lease. */
const PROPER_ANSWERS = ["ok", "STALE_LEASE", "STEP_SETTLED"];

/** Compares the agents' replies with the database and prints the result; true if no invariant is violated. */
export async function judgeAgents(
  service: Service,
  { entries, pauses, complaints }: AgentsRun,
  { leaseMs, needed }: Expected,
): Promise<boolean> {
  const found = await readDatabase(service);
  const { histories, stored } = found;
  const shared = countSharedAttempts(entries, histories);
  const oldTokens = countOldTokens(entries, stored, histories);
  const shortened = countShortenedLeases(entries, histories, leaseMs);
  const contended = countContendedClaims(entries);
  const closedEarly = new Set(stored.filter((step) => step.isClosedEarly).map(({ id }) => id));
  const followed = entries.filter(({ stepId }) => !closedEarly.has(stepId ?? ""));
  const orphans = followOrphans(followed, histories);
  const slowestMs = orphans.waitsMs.at(-1) ?? 0;
  const attempts = [...histories.values()].flatMap((history) => history.attempts);
  const expiries = attempts.filter(({ reason }) => reason === "reissued").length;
  const unsettled = countUnsettled(stored);
  const calls = tally(entries);
  const blocked = findBlocked(entries, pauses);
  const internal = (calls.outcomes.INTERNAL ?? 0) + (found.loggedErrors.INTERNAL ?? 0);
  const { verification } = found;

  console.log(
    [
      `${entries.filter(isClaim).length} claims (${contended} contended) of ${attempts.length} attempts; ${shared} attempts given to two agents`,
      `${entries.filter(isAccepted).length} results acknowledged; ${oldTokens} accepted with an old token; late ones: ${describe(ghostOutcomes(entries))}`,
      `${expiries} leases expired; ${shortened} reissued before they expired`,
      `${orphans.abandoned} steps abandoned, ${orphans.neverHandedOut} never handed out again; after the expiry it took ${describeWaits(orphans.waitsMs)}`,
      `${stored.length} steps, ${unsettled} not settled; ${closedEarly.size} in plans that closed early`,
      `${calls.total} calls, ${(100 * calls.share).toFixed(2)} % answered properly: ${describe(calls.outcomes)}; ${calls.killed} more whose caller was killed; errors logged by the servers: ${describe(found.loggedErrors)}; ${internal} INTERNAL`,
      `${blocked.length} calls blocked for over a second while their own server ran, ${blocked.filter(({ outcome }) => outcome === "timeout").length} of them timed out`,
      `verify: ${verification.plans} plans, ${verification.events} events, ${verification.differenceCount} differences`,
    ].join("\n"),
  );
  console.log(describeComplaints(complaints));

  const violations = [
    [shared > 0, "an attempt was given to two agents"],
    [oldTokens > 0, "a result was accepted with an old token"],
    [shortened > 0, "a lease was reissued before it expired"],
    [orphans.neverHandedOut > 0, "an abandoned step was not handed out again"],
    [slowestMs > MAX_AFTER_LEASE_MS, "an abandoned step was handed out too late"],
    [unsettled > 0, "a step is not settled"],
    [closedEarly.size > stored.length / 4, "too many plans closed early for a significant run"],
    [calls.share < MIN_SHARE_ANSWERED, "too few calls were answered properly"],
    [internal > 0, "a call ended with INTERNAL"],
    [verification.differenceCount > 0, "verify found differences"],
    [expiries < needed.expiries, "too few leases expired for a significant run"],
    [contended < needed.contendedClaims, "too few contended claims"],
    [pauses.length < needed.pauses, "too few servers were suspended"],
  ].filter(([isViolated]) => isViolated);
  for (const [, problem] of violations) console.log(`VIOLATED: ${problem}`);
  return violations.length === 0;
}

async function readDatabase({ target, asSuperuser, organizationId }: Service) {
  const read = await withClient(asSuperuser, async (client) => {
    const histories = await readHistories(client, organizationId);
    const { rows: stored } = await client.query<StoredStep>(
      `SELECT handle || '/s' || number AS id, step.status, result->>'token' AS token, phase <> 'open' AS "isClosedEarly"
       FROM plan_step AS step JOIN research_plan AS plan ON plan.id = plan_id WHERE step.organization_id = $1`,
      [organizationId],
    );
    const { rows: errors } = await client.query<{ code: string; count: number }>(
      `SELECT error_code AS code, count(*)::integer AS count FROM mcp_tool_call_log
       WHERE is_error AND organization_id = $1 GROUP BY 1`,
      [organizationId],
    );
    const loggedErrors = Object.fromEntries(errors.map(({ code, count }) => [code, count]));
    return { histories, stored, loggedErrors };
  });
  const database = connectDatabase({ target });
  const verification = await verifyPlans(database, { organizationId });
  await database.close();
  return { ...read, verification };
}

function tally(entries: readonly CallEntry[]) {
  const answered = entries.filter(({ outcome }) => outcome !== "killed");
  const outcomes = countBy(answered.map(({ outcome }) => outcome));
  const proper = PROPER_ANSWERS.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);
  return {
    total: answered.length,
    killed: entries.length - answered.length,
    outcomes,
    share: proper / answered.length,
  };
}

function ghostOutcomes(entries: readonly CallEntry[]): Record<string, number> {
  return countBy(entries.filter(({ isGhost }) => isGhost).map(({ outcome }) => outcome));
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

function describe(counts: Record<string, number>): string {
  const parts = Object.entries(counts).map(([word, count]) => `${count} ${word}`);
  return parts.join(", ") || "none";
}

function describeWaits(waitsMs: readonly number[]): string {
  const at = (share: number) => (waitsMs[Math.floor(share * (waitsMs.length - 1))] ?? 0) / 1000;
  return `${at(0.5).toFixed(2)} s (median), ${at(0.95).toFixed(2)} s (95 %), ${at(1).toFixed(2)} s (slowest; ${MAX_AFTER_LEASE_MS / 1000} s allowed)`;
}
