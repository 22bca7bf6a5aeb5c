import { setTimeout as sleep } from "node:timers/promises";
import { ensurePostgres, withClient } from "@trovella/db";
import type { Client } from "pg";
import { expect, inject, it, onTestFinished } from "vitest";
import { connectHttp, type McpClient, ToolError } from "../mcp-client.ts";
import { runProof } from "./run-proof.ts";
import { startServing } from "./trovella-process.ts";

// The long forms run under `npm run proof`; these are the same programs with smaller numbers.

it("gives each attempt to one agent and leaves no step orphaned while a server stands still", async () => {
  const { output, status } = await runProof("mcp-agents", "short");
  expect(output).toMatch(/ 0 attempts given to two agents/);
  expect(output).toMatch(/ 0 accepted with an old token/);
  expect(output).toMatch(/ 0 never handed out again/);
  expect(output).toMatch(/ 0 not settled/);
  expect(output).toMatch(/ 0 INTERNAL/);
  expect(output).toMatch(/ 0 differences/);
  expect(output).not.toMatch(/NOT KEPT/);
  expect(status).toBe(0);
});

it("carries a call out once and answers it alike, however often it is sent again", async () => {
  const { output, status } = await runProof("mcp-repeats", "5");
  expect(output).toMatch(/ 90 with one effect and one answer, 0 without/);
  expect(output).toMatch(/verify: \d+ plans, 15 searched texts in 15 chunks, 0 differences/);
  expect(status).toBe(0);
});

it("works on with a plan that a server standing still has in its hands", async () => {
  const frozen = await serveAndConnect();
  const { mcp } = await serveAndConnect();
  const { planId } = await newPlan(mcp);
  await withSuperuser(async (client) => {
    await client.query("BEGIN");
    await client.query("SELECT FROM research_plan WHERE id = $1 FOR UPDATE", [planId]);
    void outcomeOf(frozen.mcp, "get_next_step", { planId });
    const [connection] = await untilWaiting(client, 1);
    frozen.child.kill("SIGSTOP");
    await client.query("COMMIT");
    // Now its connection has the lock, and nobody is there to use it.
    await untilIdle(client, connection);
  });
  const answered = outcomeOf(mcp, "get_next_step", { planId });
  expect(await Promise.race([answered, sleep(5_000, "still waiting")])).toBe("answered");
});

it("blames no fault of its own when too many calls wait for the same plan", async () => {
  const { mcp } = await serveAndConnect();
  const { planId } = await newPlan(mcp);
  const outcomes = await withSuperuser(async (client) => {
    await client.query("BEGIN");
    await client.query("SELECT FROM research_plan WHERE id = $1 FOR UPDATE", [planId]);
    const calls = Array.from({ length: 12 }, () => outcomeOf(mcp, "get_next_step", { planId }));
    // Longer than a call waits for one of the server's connections.
    await sleep(11_000);
    await client.query("COMMIT");
    return Promise.all(calls);
  });
  expect(outcomes).not.toContain("INTERNAL");
});

it("renews no lease for the holder of an older one", async () => {
  const { mcp } = await serveAndConnect();
  const { planId } = await newPlan(mcp);
  const { step, lease } = await mcp.call<HandedOut>("get_next_step", { planId });
  const { stepId } = step;
  const { taken, renewed, stored } = await withSuperuser(async (client) => {
    // Holds up the next writer of the step, which is the one who takes it over …
    await client.query("BEGIN");
    await client.query("SELECT FROM plan_step WHERE id = $1 FOR UPDATE", [stepId]);
    const takeOver = mcp.call<HandedOut>("get_next_step", { planId, takeOverStepId: stepId });
    await untilWaiting(client, 1);
    // … so that the old holder still sees its own lease, but comes too late to renew it.
    const input = { planId, stepId, leaseToken: lease.token };
    const renewal = mcp.call<{ leaseRenewed: boolean }>("get_step_context", input);
    await untilWaiting(client, 2);
    await client.query("COMMIT");
    const answers = { taken: await takeOver, renewed: await renewal };
    const { rows } = await client.query("SELECT lease_expires_at FROM plan_step WHERE id = $1", [
      stepId,
    ]);
    return { ...answers, stored: rows[0].lease_expires_at as Date };
  });
  expect(stored.toISOString()).toBe(taken.lease.expiresAt);
  expect(renewed.leaseRenewed).toBe(false);
});

it.each([
  ["store_research", { artifactType: "note", title: "A note", content: "x" }],
  ["extract_data", { schema: { type: "object" }, data: {} }],
  ["store_subagent_report", { task: "Look.", report: "x" }],
])("%s finds no step that is removed in the same moment", async (tool, input) => {
  const { mcp } = await serveAndConnect();
  const { planId, steps } = await mcp.call<{ planId: string; steps: { stepId: string }[] }>(
    "create_research_plan",
    {
      name: "Contended",
      researchQuestion: "Who comes first?",
      steps: [1, 2].map(() => ({ stepType: "search", instructions: "Search." })),
    },
  );
  const stepId = steps[1]?.stepId;
  const outcome = await withSuperuser(async (client) => {
    // Holds up who removes the step, and behind it who stores something for it.
    await client.query("BEGIN");
    await client.query("SELECT FROM plan_step WHERE id = $1 FOR UPDATE", [stepId]);
    const removal = mcp.call("modify_plan", { planId, action: "remove_step", stepId });
    await untilWaiting(client, 1);
    const storing = outcomeOf(mcp, tool, { ...input, planId, stepId });
    await untilWaiting(client, 2);
    await client.query("COMMIT");
    await removal;
    return storing;
  });
  expect(outcome).toBe("NOT_FOUND");
});

interface HandedOut {
  readonly step: { readonly stepId: string };
  readonly lease: { readonly token: string; readonly expiresAt: string };
}

/** A server of the test's own and a client of it; both end with the test, however it ends. */
async function serveAndConnect() {
  const { child, ended, url } = await startServing();
  onTestFinished(async () => {
    child.kill("SIGCONT");
    child.kill("SIGTERM");
    await ended;
  });
  const mcp = await connectHttp(url);
  onTestFinished(() => mcp.close());
  return { child, mcp };
}

function newPlan({ call }: McpClient): Promise<{ planId: string }> {
  return call("create_research_plan", {
    name: "Contended",
    researchQuestion: "Who waits for whom?",
    steps: [{ stepType: "search", instructions: "Search." }],
  });
}

function outcomeOf({ call }: McpClient, tool: string, input: object): Promise<string> {
  return call(tool, input).then(
    () => "answered",
    (error: unknown) => (error instanceof ToolError ? error.code : String(error)),
  );
}

async function withSuperuser<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const { socketDirectory, bootstrapUser: user } = await ensurePostgres({
    dataDirectory: inject("dataDirectory"),
  });
  return withClient({ socketDirectory, user, database: "trovella" }, work);
}

/** Who waits for this client, and who for those. */
const WAITING = `
  WITH direct AS (
    SELECT pid FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))
  SELECT DISTINCT pid FROM pg_locks
  WHERE NOT granted AND (pid IN (SELECT pid FROM direct)
    OR pg_blocking_pids(pid) && (SELECT array_agg(pid) FROM direct))`;

/** Until so many wait for a lock of this client, one behind the other; tells who. */
function untilWaiting(client: Client, count: number): Promise<number[]> {
  return until(async () => {
    const { rows } = await client.query<{ pid: number }>(WAITING);
    return rows.length === count ? rows.map(({ pid }) => pid) : null;
  });
}

/** Until the connection has done what it was asked and its transaction stays open. */
async function untilIdle(client: Client, connection: number | undefined): Promise<void> {
  await until(async () => {
    const { rows } = await client.query("SELECT state FROM pg_stat_activity WHERE pid = $1", [
      connection,
    ]);
    return rows[0]?.state === "idle in transaction" ? true : null;
  });
}

async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (let looks = 0; looks < 500; looks += 1) {
    const found = await look();
    if (found !== null) return found;
    await sleep(10);
  }
  throw new Error("What the test waits for did not happen.");
}
