import { setTimeout as sleep } from "node:timers/promises";
import { REPORT } from "@trovella/testing/mcp/mcp-client";
import { type CallEntry, type Journal, UNANSWERED } from "../support/mcp-journal.ts";
import type { PlanWindow } from "../support/mcp-plan-window.ts";
import type { AgentConnections } from "./agent-calls.ts";

/** How likely each misfortune is, per claim. */
const VANISHES = 0.12;
const DIES_WHILE_ASKING = 0.03;
const IS_SLOW = 0.03;
/** Which part of those who vanished come back just when the lease ends, not after. */
const RACES = 1 / 3;
const HEARTBEAT_MS = 500;
const GHOST_PATIENCE_MS = 30_000;

export interface Crew {
  readonly plans: PlanWindow;
  readonly journal: Journal;
  readonly leaseMs: number;
  /** When the work ends, finished or not. */
  readonly endsAt: number;
  /** Agents that vanished with a step in their hands and will come back for it. */
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

/** Works on whatever plans are open until none is, or time is over. Whoever dies is replaced under a new name. */
export async function workAsAgent(
  crew: Crew,
  connections: AgentConnections,
  name: string,
): Promise<void> {
  let lives = 1;
  const pick = () => (Date.now() < crew.endsAt ? crew.plans.pick() : null);
  for (let planId = pick(); planId; planId = pick()) {
    const agent = `${name}.${lives}`;
    if (Math.random() < DIES_WHILE_ASKING) {
      await dieWhileAsking(connections, { agent, planId });
      lives += 1;
      continue;
    }
    const { entry, status } = await ask(connections, { agent, planId });
    const claim = claimOf(entry);
    if (status === "plan_complete") crew.plans.close(planId);
    else if (!claim) await sleep(between(20, 80));
    else if (Math.random() < VANISHES) {
      crew.ghosts.push(haunt(crew, connections, claim));
      lives += 1;
    } else await carryOut(crew, connections, claim);
  }
}

function ask(
  connections: AgentConnections,
  { agent, planId, signal }: { agent: string; planId: string; signal?: AbortSignal },
) {
  const input = { planId, reclaim: true };
  return connections.send({ tool: "get_next_step", agent, input, ...(signal && { signal }) });
}

/** The claim may be carried out or not; nobody will ever hear of it. */
async function dieWhileAsking(
  connections: AgentConnections,
  { agent, planId }: { agent: string; planId: string },
): Promise<void> {
  const killer = new AbortController();
  setTimeout(() => killer.abort(), between(0, 10));
  await ask(connections, { agent, planId, signal: killer.signal });
}

async function carryOut(crew: Crew, connections: AgentConnections, claim: Claim): Promise<void> {
  if (Math.random() < IS_SLOW) await workSlowly(crew, connections, claim);
  else await sleep(between(20, 250));
  for (let tries = 0; tries < 5; tries += 1) {
    const { outcome } = await handIn(connections, claim);
    if (!isUnanswered(outcome)) return;
  }
}

/** Longer than the lease lasts, but with signs of life. */
async function workSlowly(crew: Crew, connections: AgentConnections, claim: Claim): Promise<void> {
  const { agent, planId, stepId, token } = claim;
  const until = Date.now() + crew.leaseMs * between(1.2, 2);
  while (Date.now() < until) {
    await sleep(HEARTBEAT_MS);
    const input = { planId, stepId, leaseToken: token };
    await connections.send({ tool: "get_step_context", agent, input });
  }
}

/** Comes back for a step that is, or is about to be, somebody else's. */
async function haunt(crew: Crew, connections: AgentConnections, claim: Claim): Promise<void> {
  if (Math.random() < RACES) {
    await sleep(Math.max(0, claim.expiresAt - Date.now() + between(-20, 100)));
  } else {
    const giveUpAt = Date.now() + GHOST_PATIENCE_MS;
    const isOurs = () => crew.journal.lastAttempt(claim.stepId) === claim.attempt;
    while (isOurs() && Date.now() < giveUpAt) await sleep(50);
    await sleep(between(0, 1_500));
  }
  await handIn(connections, claim, true);
}

async function handIn(
  connections: AgentConnections,
  { agent, planId, stepId, attempt, token }: Claim,
  isGhost = false,
): Promise<CallEntry> {
  const input = {
    planId,
    stepId,
    leaseToken: token,
    // The stored result tells whose it is, even if its sender never heard of its fate.
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
