import { setTimeout as sleep } from "node:timers/promises";
import { connectHttp, ERAS } from "@trovella/testing/mcp/mcp-client";
import { newJournal } from "../support/mcp-journal.ts";
import { pauseServers } from "../support/mcp-pauses.ts";
import { openWindow } from "../support/mcp-plan-window.ts";
import type { Service } from "../support/service.ts";
import { type Crew, workAsAgent } from "./agent.ts";
import { connectAgent } from "./agent-calls.ts";
import { judgeAgents } from "./agents-judge.ts";

const FULL = {
  servers: 4,
  agents: 16,
  plans: 500,
  openPlans: 12,
  atOnce: 2,
  pauses: Number.POSITIVE_INFINITY,
  longestPauseMs: 5_000,
  longestMs: 330_000,
  needed: { expiries: 100, contendedClaims: 500, pauses: 10 },
};
const SHORT = {
  servers: 2,
  agents: 8,
  plans: 16,
  openPlans: 5,
  atOnce: 1,
  pauses: 1,
  longestPauseMs: 3_500,
  longestMs: 60_000,
  needed: { expiries: 3, contendedClaims: 10, pauses: 1 },
};
export type AgentsSize = typeof FULL;
export const AGENT_SIZES = { full: FULL, short: SHORT };

const LEASE_MS = 2_000;
const GIVE_UP_MS = 3_000;
const LOGGED_AFTER_MS = 2_000;

/** Agents share plans while servers are suspended at random; prints the result, true if no invariant is violated. */
export async function proveAgents(service: Service, size: AgentsSize): Promise<boolean> {
  const startedAt = performance.now();
  const run = await runAgents(service, size);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${size.agents} agents, ${service.servers.length} servers, ${size.plans} plans in ${seconds.toFixed(1)} s; ${run.pauses.length} times a server was suspended for longer than a lease lasts`,
  );
  // Read-only and refused calls are logged asynchronously in batches.
  await sleep(LOGGED_AFTER_MS);
  return judgeAgents(service, run, { leaseMs: LEASE_MS, needed: size.needed });
}

async function runAgents(service: Service, size: AgentsSize) {
  const { servers } = service;
  const planIds = await createPlans(service, size.plans);
  const journal = newJournal();
  const plans = openWindow(planIds, size.openPlans);
  const endsAt = Date.now() + size.longestMs;
  const crew: Crew = { plans, journal, leaseMs: LEASE_MS, endsAt, ghosts: [] };
  const agents = await Promise.all(
    Array.from({ length: size.agents }, (_, index) =>
      connectAgent({
        entrances: service.entrancesFor(index),
        journal,
        home: index,
        era: ERAS[Math.floor(index / servers.length) % ERAS.length] ?? ERAS[0],
        giveUpMs: GIVE_UP_MS,
      }),
    ),
  );
  const pauses = pauseServers(servers, {
    atOnce: size.atOnce,
    most: size.pauses,
    leastMs: 2_500,
    mostMs: size.longestPauseMs,
  });
  await Promise.all(agents.map((agent, index) => workAsAgent(crew, agent, `agent-${index}`)));
  await Promise.all(crew.ghosts);
  await pauses.stop();
  await Promise.all(agents.map((agent) => agent.close()));
  return {
    entries: journal.entries,
    pauses: pauses.past,
    complaints: servers.map((server) => server.complaints()).join(""),
  };
}

/** About five steps each; in every second plan the last one depends on the others. */
async function createPlans(service: Service, plans: number): Promise<string[]> {
  const [entrance] = service.entrancesFor(0);
  if (!entrance) throw new Error("The service has no entrance.");
  const { call, close } = await connectHttp(entrance.url, entrance);
  const planIds: string[] = [];
  for (let made = 0; made < plans; made += 1) {
    const count = 4 + (made % 3);
    const steps = Array.from({ length: count }, (_, index) => ({
      stepType: "search",
      instructions: `Search ${index + 1}.`,
      ...(made % 2 === 0 && index === count - 1 ? { dependsOn: range(1, count - 1) } : {}),
    }));
    const { planId } = await call<{ planId: string }>("create_research_plan", {
      name: `Plan ${made}`,
      researchQuestion: "Who holds what?",
      stallThresholdMinutes: LEASE_MS / 60_000,
      steps,
    });
    planIds.push(planId);
  }
  await close();
  return planIds;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
