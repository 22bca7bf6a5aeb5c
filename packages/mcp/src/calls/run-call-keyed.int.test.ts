import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "@trovella/db";
import {
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { idempotencyOf } from "./idempotency.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

describe("a call with an idempotency key on a cached plan", () => {
  it("takes one round trip, as one without", async () => {
    const { planId } = await createPlan(server, 3);
    await pairOn(planId, "first");
    const syncs = vi.spyOn(pg.Connection.prototype as unknown as { sync(): void }, "sync");
    await pairOn(planId, "second");
    expect(syncs).toHaveBeenCalledTimes(2);
    syncs.mockRestore();
  });

  it("has one effect however often it is repeated, at once and later", async () => {
    const { planId } = await createPlan(server, 4);
    await pairOn(planId, "first");
    const next = () => server.call("get_next_step", { planId, agent: "a", idempotencyKey: "n" });
    const replies = await Promise.all([next(), next(), next(), next()]);
    expect(replies.filter(({ replayed }) => replayed)).toHaveLength(3);
    expect(new Set(replies.map(({ lease }) => lease.token)).size).toBe(1);
    const result = submission(planId, replies[0] ?? {}, "s");
    const first = await server.call("submit_step_result", result);
    expect(await server.call("submit_step_result", result)).toEqual({ ...first, replayed: true });
    expect((await next()).replayed).toBe(true);
  });

  it("is refused with other arguments, and a refused one leaves its key unused", async () => {
    const { planId } = await createPlan(server, 3);
    const taken = await pairOn(planId, "first");
    const other = { ...taken, resultSummary: "Another summary." };
    const conflict = await server.outcome("submit_step_result", other);
    expect(conflict).toMatchObject({ kind: "failure", code: "IDEMPOTENCY_CONFLICT" });
    const stale = { ...taken, idempotencyKey: "later" };
    expect(await server.outcome("submit_step_result", stale)).toMatchObject({ kind: "failure" });
    expect(await keysOf(planId)).not.toContain(`${planId} later`);
  });

  it("waits for another process at the same call, and gets its reply", async () => {
    const { planId } = await createPlan(server, 3);
    await pairOn(planId, "first");
    const input = { planId, agent: "a", idempotencyKey: "shared" };
    const scope = ["org_a", "usr_org_a", "get_next_step", `${planId} shared`];
    const { version } = await planRow(planId);
    await withClient(server.test.asSuperuser, async (client) => {
      await client.query("BEGIN");
      await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 4737))", [
        JSON.stringify(scope),
      ]);
      let isAnswered = false;
      const reply = server.call("get_next_step", input).finally(() => {
        isAnswered = true;
      });
      await sleep(300);
      expect(isAnswered).toBe(false);
      const digest = idempotencyOf({}, input)?.argumentsDigest;
      await client.query(
        "INSERT INTO idempotency_key (organization_id, user_id, tool_name, key, arguments_digest, reply, created_at) VALUES ($1, $2, $3, $4, $5, $6, now())",
        [...scope, digest, { message: "of the other process" }],
      );
      await client.query("COMMIT");
      expect(await reply).toMatchObject({ message: "of the other process", replayed: true });
    });
    expect((await planRow(planId)).version).toBe(version);
  });
});

/** Takes a step and hands in its result, with keys; afterwards the plan is cached. */
async function pairOn(planId: string, name: string) {
  const taken = await server.call("get_next_step", { planId, idempotencyKey: `${name} next` });
  const result = submission(planId, taken, `${name} result`);
  await server.call("submit_step_result", result);
  return result;
}

type Reply = Awaited<ReturnType<TestServer["call"]>>;

function submission(planId: string, { step, lease }: Reply, idempotencyKey: string) {
  return {
    planId,
    stepId: step.stepId,
    leaseToken: lease.token,
    result: { found: true },
    resultSummary: "Two sources agree.",
    confidence: 0.8,
    stepExecutionReport: REPORT,
    idempotencyKey,
  };
}

async function keysOf(planId: string): Promise<string[]> {
  return withClient(server.test.asSuperuser, async (client) => {
    const { rows } = await client.query("SELECT key FROM idempotency_key WHERE plan_id = $1", [
      planId,
    ]);
    return rows.map(({ key }) => key);
  });
}

async function planRow(planId: string): Promise<{ version: number }> {
  return withClient(server.test.asSuperuser, async (client) => {
    const { rows } = await client.query("SELECT version FROM research_plan WHERE id = $1", [
      planId,
    ]);
    return rows[0];
  });
}
