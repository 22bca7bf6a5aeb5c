/** 16 agents share 500 plans through 4 servers that stand still at random: one holder per attempt, no step orphaned. */
import { connectHttp, ERAS } from "../mcp-client.ts";
import { type Crew, workAsAgent } from "./parts/mcp-agent.ts";
import { connectAgent } from "./parts/mcp-agent-calls.ts";
import { judgeAgents } from "./parts/mcp-agents-judge.ts";
import { newJournal } from "./parts/mcp-journal.ts";
import { pauseServers } from "./parts/mcp-pauses.ts";
import { openWindow } from "./parts/mcp-plan-window.ts";
import { type ServerProcess, withServers } from "./parts/mcp-server.ts";
import { withTemporaryCluster } from "./parts/temporary-cluster.ts";

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
const SIZE = process.argv[2] === "short" ? SHORT : FULL;
const LEASE_MS = 2_000;
const GIVE_UP_MS = 3_000;

await withTemporaryCluster("agents", async (cluster) => {
  const { dataDirectory } = cluster;
  const startedAt = performance.now();
  const run = await withServers({ count: SIZE.servers, dataDirectory }, runAgents);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${SIZE.agents} agents, ${SIZE.servers} servers, ${SIZE.plans} plans in ${seconds.toFixed(1)} s; ${run.pauses.length} times a server stood still for longer than a lease lasts`,
  );
  const isKept = await judgeAgents(cluster, run, { leaseMs: LEASE_MS, needed: SIZE.needed });
  if (!isKept) process.exitCode = 1;
});

async function runAgents(servers: readonly ServerProcess[]) {
  const planIds = await createPlans(servers);
  const journal = newJournal();
  const plans = openWindow(planIds, SIZE.openPlans);
  const endsAt = Date.now() + SIZE.longestMs;
  const crew: Crew = { plans, journal, leaseMs: LEASE_MS, endsAt, ghosts: [] };
  const agents = await Promise.all(
    Array.from({ length: SIZE.agents }, (_, index) =>
      connectAgent({
        servers,
        journal,
        home: index % servers.length,
        era: ERAS[Math.floor(index / servers.length) % ERAS.length] ?? ERAS[0],
        giveUpMs: GIVE_UP_MS,
      }),
    ),
  );
  const pauses = pauseServers(servers, {
    atOnce: SIZE.atOnce,
    most: SIZE.pauses,
    leastMs: 2_500,
    mostMs: SIZE.longestPauseMs,
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

/** About five steps each; in every second plan the last one waits for the others. */
async function createPlans([first]: readonly ServerProcess[]): Promise<string[]> {
  const { call, close } = await connectHttp(first?.url ?? "");
  const planIds: string[] = [];
  for (let made = 0; made < SIZE.plans; made += 1) {
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
