import { setTimeout as sleep } from "node:timers/promises";
import { type ConnectionSettings, withClient } from "@trovella/db";
import { type McpClient, ToolError } from "@trovella/testing/mcp/mcp-client";
import type { Client } from "pg";
import { expect, it } from "vitest";

/** Provides servers and clients to the cases; they are closed after each test. */
export interface ContentionStage {
  connect(): Promise<McpClient>;
  /** Clients of two servers; the first can be suspended until the test ends. */
  connectTwo(): Promise<{
    readonly first: McpClient;
    readonly other: McpClient;
    freezeFirst(): void;
  }>;
  asSuperuser(): Promise<ConnectionSettings["target"]>;
}

const IS_STEP = "plan_id = (SELECT id FROM research_plan WHERE handle = $1) AND 's' || number = $2";

/** Concurrent calls, on the servers of the stage. */
export function contentionCases(stage: ContentionStage): void {
  it("continues a plan whose lock a suspended server holds", async () => {
    const { first, other, freezeFirst } = await stage.connectTwo();
    const { planId } = await newPlan(other);
    await withClient(await stage.asSuperuser(), async (client) => {
      await client.query("BEGIN");
      await client.query("SELECT FROM research_plan WHERE handle = $1 FOR UPDATE", [planId]);
      void outcomeOf(first, "get_next_step", { planId });
      const [connection] = await untilWaiting(client, 1);
      freezeFirst();
      await client.query("COMMIT");
      // Now the connection of the suspended server holds the lock.
      await untilIdle(client, connection);
    });
    const answered = outcomeOf(other, "get_next_step", { planId });
    expect(await Promise.race([answered, sleep(5_000, "still waiting")])).toBe("answered");
  });

  it("reports no internal error when too many calls wait for the same plan", async () => {
    const mcp = await stage.connect();
    const { planId } = await newPlan(mcp);
    const outcomes = await withClient(await stage.asSuperuser(), async (client) => {
      await client.query("BEGIN");
      await client.query("SELECT FROM research_plan WHERE handle = $1 FOR UPDATE", [planId]);
      const calls = Array.from({ length: 12 }, () => outcomeOf(mcp, "get_next_step", { planId }));
      // Longer than the timeout for a pooled connection.
      await sleep(11_000);
      await client.query("COMMIT");
      return Promise.all(calls);
    });
    expect(outcomes).not.toContain("INTERNAL");
  });

  it("renews no lease for the holder of an older one", async () => {
    const mcp = await stage.connect();
    const { planId } = await newPlan(mcp);
    const { step, lease } = await mcp.call<HandedOut>("get_next_step", { planId });
    const { stepId } = step;
    const { taken, renewed, stored } = await withClient(
      await stage.asSuperuser(),
      async (client) => {
        // Blocks the next writer of the step, the client that takes it over …
        await client.query("BEGIN");
        await client.query(`SELECT FROM plan_step WHERE ${IS_STEP} FOR UPDATE`, [planId, stepId]);
        const takeOver = mcp.call<HandedOut>("get_next_step", { planId, takeOverStepId: stepId });
        await untilWaiting(client, 1);
        // … so that the old holder still reads its own lease, but is too late to renew it.
        const input = { planId, stepId, leaseToken: lease.token };
        const renewal = mcp.call<{ leaseRenewed: boolean }>("get_step_context", input);
        await untilWaiting(client, 2);
        await client.query("COMMIT");
        const answers = { taken: await takeOver, renewed: await renewal };
        const { rows } = await client.query(
          `SELECT lease_expires_at FROM plan_step WHERE ${IS_STEP}`,
          [planId, stepId],
        );
        return { ...answers, stored: rows[0].lease_expires_at as Date };
      },
    );
    expect(stored.toISOString()).toBe(taken.lease.expiresAt);
    expect(renewed.leaseRenewed).toBe(false);
  });

  it.each([
    ["store_research", { artifactType: "note", title: "A note", content: "x" }],
    ["extract_data", { schema: { type: "object" }, data: {} }],
    ["store_subagent_report", { task: "Look.", report: "x" }],
  ])("%s finds no step that is removed concurrently", async (tool, input) => {
    const mcp = await stage.connect();
    const { planId, steps } = await mcp.call<{ planId: string; steps: { stepId: string }[] }>(
      "create_research_plan",
      {
        name: "Contended",
        researchQuestion: "Who comes first?",
        steps: [1, 2].map(() => ({ stepType: "search", instructions: "Search." })),
      },
    );
    const stepId = steps[1]?.stepId;
    const outcome = await withClient(await stage.asSuperuser(), async (client) => {
      // Blocks the removal of the step, and behind it the store for that step.
      await client.query("BEGIN");
      await client.query(`SELECT FROM plan_step WHERE ${IS_STEP} FOR UPDATE`, [planId, stepId]);
      const removal = mcp.call("modify_plan", {
        ...{ planId, action: "remove_step", stepId },
        modificationRationale: "Pointless now.",
      });
      await untilWaiting(client, 1);
      const storing = outcomeOf(mcp, tool, { ...input, planId, stepId });
      await untilWaiting(client, 2);
      await client.query("COMMIT");
      await removal;
      return storing;
    });
    expect(outcome).toBe("NOT_FOUND");
  });
}

interface HandedOut {
  readonly step: { readonly stepId: string };
  readonly lease: { readonly token: string; readonly expiresAt: string };
}

function newPlan({ call }: McpClient): Promise<{ planId: string }> {
  return call("create_research_plan", {
    name: "Contended",
    researchQuestion: "Which call waits for which?",
    steps: [{ stepType: "search", instructions: "Search." }],
  });
}

function outcomeOf({ call }: McpClient, tool: string, input: object): Promise<string> {
  return call(tool, input).then(
    () => "answered",
    (error: unknown) => (error instanceof ToolError ? error.code : String(error)),
  );
}

/** Backends that wait for this client, directly or through another. */
const WAITING = `
  WITH direct AS (
    SELECT pid FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))
  SELECT DISTINCT pid FROM pg_locks
  WHERE NOT granted AND (pid IN (SELECT pid FROM direct)
    OR pg_blocking_pids(pid) && (SELECT array_agg(pid) FROM direct))`;

/** Waits until this many backends queue for a lock of this client; returns their process ids. */
export function untilWaiting(client: Client, count: number): Promise<number[]> {
  return until(async () => {
    const { rows } = await client.query<{ pid: number }>(WAITING);
    return rows.length === count ? rows.map(({ pid }) => pid) : null;
  });
}

/** Waits until the connection is idle in its open transaction. */
async function untilIdle(client: Client, connection: number | undefined): Promise<void> {
  await until(async () => {
    const { rows } = await client.query("SELECT state FROM pg_stat_activity WHERE pid = $1", [
      connection,
    ]);
    return rows[0]?.state === "idle in transaction" ? true : null;
  });
}

export async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (let looks = 0; looks < 500; looks += 1) {
    const found = await look();
    if (found !== null) return found;
    await sleep(10);
  }
  throw new Error("Timed out waiting for a database state.");
}
