import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "@trovella/db";
import { connectHttp, ERAS, type McpClient, type Reply } from "@trovella/testing/mcp/mcp-client";
import { addOrganization } from "../e2e/support/team-server.ts";
import { tokensOf } from "./replica-service.ts";
import type { TeamReplicas } from "./team-replicas.ts";

/** As many calls as one person may have waiting in one server. */
const CALLS_EACH = 20;
const PLANS_AT_ONCE = 5;
const DECISIONS_AT_ONCE = 3;
const SAMPLES = 10;
const SAMPLE_MS = 200;

export interface WaitingRun {
  readonly calls: number;
  /** From sending a decision to having the reply of the call that waited for it, in ascending order. */
  readonly latenciesMs: readonly number[];
  /** How many of them had another reply than the next step. */
  readonly unexpected: readonly string[];
  /** Connections to PostgreSQL that were busy or listening, the most of several samples while all calls waited. */
  readonly connections: number;
  /** The same before any call waited. */
  readonly connectionsBefore: number;
}

interface ReviewedPlan {
  readonly planId: string;
  readonly stepId: string;
}

interface Waiting {
  readonly plan: ReviewedPlan;
  readonly token: string;
  readonly isWaiting: Promise<unknown>;
  readonly reply: Promise<{ readonly status: string; readonly atMs: number }>;
}

/** Lets calls of several organizations wait for reviews, and decides these through the console's API. */
export async function runWaitingCalls(
  replicas: TeamReplicas,
  organizations: number,
): Promise<WaitingRun> {
  const connectionsBefore = await countConnections(replicas);
  const clients: McpClient[] = [];
  const plans: (ReviewedPlan & { readonly client: McpClient; readonly token: string })[] = [];
  for (let index = 0; index < organizations; index += 1) {
    const { owner } = await addOrganization(replicas, `waiting${index}`);
    const [token = ""] = await tokensOf(replicas, owner, 1);
    const era = ERAS[index % ERAS.length] ?? ERAS[0];
    const client = await connectHttp(replicas.url, { token, era });
    clients.push(client);
    for (let call = 0; call < CALLS_EACH; call += PLANS_AT_ONCE) {
      const made = Array.from({ length: PLANS_AT_ONCE }, () => createReviewedPlan(client));
      for (const plan of await Promise.all(made)) plans.push({ ...plan, client, token });
    }
  }
  const waiting = plans.map(({ client, token, ...plan }) => startWaiting(client, plan, token));
  await Promise.all(waiting.map(({ isWaiting }) => isWaiting));
  const connections = await mostConnections(replicas);

  const latenciesMs: number[] = [];
  const unexpected: string[] = [];
  const left = [...waiting];
  const decideAll = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const sentMs = performance.now();
      await decide(replicas.url, next);
      const { status, atMs } = await next.reply;
      latenciesMs.push(atMs - sentMs);
      if (status !== "step_ready") unexpected.push(status);
    }
  };
  await Promise.all(Array.from({ length: DECISIONS_AT_ONCE }, decideAll));
  await Promise.all(clients.map((client) => client.close()));
  latenciesMs.sort((a, b) => a - b);
  return { calls: waiting.length, latenciesMs, unexpected, connections, connectionsBefore };
}

export function percentile(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
}

async function createReviewedPlan({ call }: McpClient): Promise<ReviewedPlan> {
  const steps = [1, 2].map(() => ({ stepType: "search", instructions: "Search." }));
  const wish = { name: "[Scan] Waiting", researchQuestion: "Who waits?", steps };
  const { planId } = await call<{ planId: string }>("create_research_plan", wish);
  const { step, lease } = await call<HandedOut>("get_next_step", { planId });
  const review = { stepId: step.stepId, leaseToken: lease.token, summary: "Two options." };
  await call("request_user_review", { planId, ...review });
  return { planId, stepId: step.stepId };
}

function startWaiting({ client }: McpClient, plan: ReviewedPlan, token: string): Waiting {
  const { planId } = plan;
  let onprogress = () => undefined as unknown;
  const isWaiting = new Promise((resolve) => {
    onprogress = () => resolve(undefined);
  });
  const reply = client
    .callTool({ name: "get_next_step", arguments: { planId, waitSeconds: 50 } }, { onprogress })
    .then(({ structuredContent, content }) => ({
      status: String((structuredContent as Reply | undefined)?.status ?? JSON.stringify(content)),
      atMs: performance.now(),
    }));
  return { plan, token, isWaiting, reply };
}

interface HandedOut {
  readonly step: { readonly stepId: string };
  readonly lease: { readonly token: string };
}

async function decide(url: string, { plan, token }: Waiting): Promise<void> {
  const response = await fetch(`${url}/api/trpc/review.decide`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ ...plan, expectedAttempt: 1, decision: "approve" }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

async function mostConnections(replicas: TeamReplicas): Promise<number> {
  let most = 0;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    most = Math.max(most, await countConnections(replicas));
    await sleep(SAMPLE_MS);
  }
  return most;
}

/** Connections that do something, or listen; those that are idle in a pool belong to nobody. */
function countConnections({ asSuperuser }: TeamReplicas): Promise<number> {
  return withClient(asSuperuser, async (client) => {
    const { rows } = await client.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()
        AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND (state <> 'idle' OR query LIKE 'LISTEN%')`,
    );
    return rows[0]?.count ?? 0;
  });
}
