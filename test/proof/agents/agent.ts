import { setTimeout as sleep } from "node:timers/promises";
import { REPORT } from "@trovella/testing/mcp/mcp-client";
import { type CallEntry, type Journal, UNANSWERED } from "../support/mcp-journal.ts";
import type { PlanWindow } from "../support/mcp-plan-window.ts";
import type { AgentConnections } from "./agent-calls.ts";

/** Probability of each failure per claim. */
const VANISH_RATE = 0.12;
const DIE_IN_CALL_RATE = 0.03;
const SLOW_RATE = 0.03;
/** Share of vanished agents that return exactly when the lease expires, not later. */
const RACE_RATE = 1 / 3;
const HEARTBEAT_MS = 500;
const GHOST_TIMEOUT_MS = 30_000;

export interface Crew {
  readonly plans: PlanWindow;
  readonly journal: Journal;
  readonly leaseMs: number;
  /** Deadline of the run. */
  readonly endsAt: number;
  /** Vanished agents that return later with a stale claim. */
  readonly ghosts: Promise<void>[];
}

interface Claim {
  readonly agent: string;
  readonly planId: string;
  readonly stepId: string;
  readonly attempt: number;
  readonly token: string;
  readonly expiresAt: number;
}

/** Works on open plans until none is left or the deadline passes. A dead agent is replaced under a new name. */
export async function workAsAgent(
  crew: Crew,
  connections: AgentConnections,
  name: string,
): Promise<void> {
  let lives = 1;
  const pick = () => (Date.now() < crew.endsAt ? crew.plans.pick() : null);
  for (let planId = pick(); planId; planId = pick()) {
    const agent = `${name}.${lives}`;
    if (Math.random() < DIE_IN_CALL_RATE) {
      await dieInCall(connections, { agent, planId });
      lives += 1;
      continue;
    }
    const { entry, status } = await claimNext(connections, { agent, planId });
    const claim = claimOf(entry);
    if (status === "plan_complete") crew.plans.close(planId);
    else if (!claim) await sleep(between(20, 80));
    else if (Math.random() < VANISH_RATE) {
      crew.ghosts.push(submitLate(crew, connections, claim));
      lives += 1;
    } else await complete(crew, connections, claim);
  }
}

function claimNext(
  connections: AgentConnections,
  { agent, planId, signal }: { agent: string; planId: string; signal?: AbortSignal },
) {
  const input = { planId, reclaim: true };
  return connections.send({ tool: "get_next_step", agent, input, ...(signal && { signal }) });
}

/** Aborts the claim in flight; the server may or may not execute it. */
async function dieInCall(
  connections: AgentConnections,
  { agent, planId }: { agent: string; planId: string },
): Promise<void> {
  const killer = new AbortController();
  setTimeout(() => killer.abort(), between(0, 10));
  await claimNext(connections, { agent, planId, signal: killer.signal });
}

async function complete(crew: Crew, connections: AgentConnections, claim: Claim): Promise<void> {
  if (Math.random() < SLOW_RATE) await workSlowly(crew, connections, claim);
  else await sleep(between(20, 250));
  for (let tries = 0; tries < 5; tries += 1) {
    const { outcome } = await submit(connections, claim);
    if (!isUnanswered(outcome)) return;
  }
}

/** Works longer than the lease lasts, renewing it by heartbeats. */
async function workSlowly(crew: Crew, connections: AgentConnections, claim: Claim): Promise<void> {
  const { agent, planId, stepId, token } = claim;
  const until = Date.now() + crew.leaseMs * between(1.2, 2);
  while (Date.now() < until) {
    await sleep(HEARTBEAT_MS);
    const input = { planId, stepId, leaseToken: token };
    await connections.send({ tool: "get_step_context", agent, input });
  }
}

/** Submits with a lease that has expired or is about to. */
async function submitLate(crew: Crew, connections: AgentConnections, claim: Claim): Promise<void> {
  if (Math.random() < RACE_RATE) {
    await sleep(Math.max(0, claim.expiresAt - Date.now() + between(-20, 100)));
  } else {
    const giveUpAt = Date.now() + GHOST_TIMEOUT_MS;
    const isOurs = () => crew.journal.lastAttempt(claim.stepId) === claim.attempt;
    while (isOurs() && Date.now() < giveUpAt) await sleep(50);
    await sleep(between(0, 1_500));
  }
  await submit(connections, claim, true);
}

async function submit(
  connections: AgentConnections,
  { agent, planId, stepId, attempt, token }: Claim,
  isGhost = false,
): Promise<CallEntry> {
  const input = {
    planId,
    stepId,
    leaseToken: token,
    // Identifies the sender in the stored result, even when the reply is lost.
    result: { agent, attempt, token },
    stepExecutionReport: REPORT,
  };
  return (await connections.send({ tool: "submit_step_result", agent, input, isGhost })).entry;
}

function claimOf(entry: CallEntry): Claim | null {
  const { agent, planId, stepId, attempt, token, leaseExpiresAt } = entry;
  if (!stepId || !attempt || !token || !leaseExpiresAt) return null;
  return { agent, planId, stepId, attempt, token, expiresAt: leaseExpiresAt };
}

function isUnanswered(outcome: string): boolean {
  return (UNANSWERED as readonly string[]).includes(outcome);
}

function between(least: number, most: number): number {
  return least + Math.random() * (most - least);
}
