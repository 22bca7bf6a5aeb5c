import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "@trovella/db";
import { REPORT } from "@trovella/testing/mcp/mcp-client";
import { openWindow, type PlanWindow } from "../proof/support/mcp-plan-window.ts";
import { TeamClient } from "./team-client.ts";
import type { TeamReplicas } from "./team-replicas.ts";

const STEPS = 5;
const OPEN_PLANS = 6;

export interface SharedPlans {
  readonly tokens: readonly string[];
  readonly plans: number;
  /** Called after each submitted step with the completed share and the number of retries so far. */
  onProgress(progress: { readonly share: number; readonly repeated: number }): void;
}

export interface SharedPlansRun {
  readonly calls: number;
  /** Retried calls. */
  readonly repeated: number;
  /** Calls that failed after all retries. */
  readonly failures: readonly string[];
  /** Attempts claimed by two agents. */
  readonly claimedTwice: number;
  readonly seconds: number;
}

/** Agents with separate tokens finish shared plans while `onProgress` injects failures. */
export async function workOnSharedPlans(
  { url }: TeamReplicas,
  { tokens, plans, onProgress }: SharedPlans,
): Promise<SharedPlansRun> {
  const clients = tokens.map((token, index) => new TeamClient(url, { name: nameOf(index), token }));
  const planIds = await createPlans(clients, plans);
  const window = openWindow(planIds, OPEN_PLANS);
  const holders = new Map<string, string>();
  const failures: string[] = [];
  let claimedTwice = 0;
  let submitted = 0;
  const sum = (numberOf: (client: TeamClient) => number) =>
    clients.reduce((total, client) => total + numberOf(client), 0);
  const repeatedSoFar = () => sum(({ repeated }) => repeated);
  const startedAt = performance.now();

  async function work(client: TeamClient, agent: string): Promise<void> {
    for (let planId = window.pick(); planId; planId = window.pick()) {
      const claim = await claimStep(client, { agent, planId, window });
      if (!claim) continue;
      const key = `${planId} ${claim.stepId} ${claim.attempt}`;
      if (holders.has(key)) claimedTwice += 1;
      holders.set(key, agent);
      await handIn(client, planId, claim);
      submitted += 1;
      onProgress({ share: submitted / (plans * STEPS), repeated: repeatedSoFar() });
    }
  }

  await Promise.all(
    clients.map((client, index) =>
      work(client, nameOf(index)).catch((error) => failures.push(String(error))),
    ),
  );
  for (const client of clients) client.close();
  const seconds = (performance.now() - startedAt) / 1000;
  const calls = sum((client) => client.calls);
  return { calls, repeated: repeatedSoFar(), failures, claimedTwice, seconds };
}

/** Reads from the database how often each step was started and how many plans are unfinished. */
export function readSharedPlans(
  { asSuperuser }: TeamReplicas,
  organizationId: string,
): Promise<{ readonly startedTwice: number; readonly unfinished: number }> {
  return withClient(asSuperuser, async (client) => {
    const { rows } = await client.query(
      `SELECT (SELECT count(*)::integer FROM (
          SELECT FROM plan_audit_log WHERE organization_id = $1 AND payload->>'type' = 'step_started'
          GROUP BY step_id HAVING count(*) > 1) AS step) AS "startedTwice",
        (SELECT count(*)::integer FROM research_plan
          WHERE organization_id = $1 AND status <> 'completed') AS unfinished`,
      [organizationId],
    );
    return rows[0];
  });
}

function nameOf(index: number): string {
  return `agent-${index}`;
}

async function createPlans(clients: readonly TeamClient[], plans: number): Promise<string[]> {
  const steps = Array.from({ length: STEPS }, () => ({
    stepType: "search",
    instructions: "Look.",
  }));
  const input = { name: "Shared", researchQuestion: "Who did what?", steps };
  const makers = clients.map(async (client, index) => {
    const planIds: string[] = [];
    for (let made = index; made < plans; made += clients.length) {
      planIds.push(String((await client.write("create_research_plan", input)).planId));
    }
    return planIds;
  });
  return (await Promise.all(makers)).flat();
}

interface Claim {
  readonly stepId: string;
  readonly attempt: number;
  readonly leaseToken: string;
}

async function claimStep(
  client: TeamClient,
  { agent, planId, window }: { agent: string; planId: string; window: PlanWindow },
): Promise<Claim | null> {
  const reply = await client.write("get_next_step", { planId, agent });
  const { status, step, lease } = reply as {
    status: string;
    step?: { stepId: string; attempt?: number };
    lease?: { token: string };
  };
  if (status === "plan_complete") window.close(planId);
  if (!step || !lease) {
    await sleep(20);
    return null;
  }
  return { stepId: step.stepId, attempt: step.attempt ?? 1, leaseToken: lease.token };
}

async function handIn(client: TeamClient, planId: string, claim: Claim): Promise<void> {
  const { stepId, leaseToken } = claim;
  const title = `Found for ${stepId}`;
  const place = { planId, stepId, leaseToken };
  const artifact = { artifactType: "finding", title, content: "Something." };
  await client.write("store_research", { ...place, ...artifact });
  const result = { result: { found: true }, stepExecutionReport: REPORT };
  await client.write("submit_step_result", { ...place, ...result });
}
