import { newId, withClient } from "@trovella/db";
import type { FinishedCall } from "@trovella/db/calls";
import { createPlan, createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { CallLog } from "./call-log.ts";

const TENANT = { organizationId: "org_a" };

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

describe("the tool-call log", () => {
  it("has a row for every call but ping, whether it worked or not", async () => {
    const { planId } = await createPlan(server, 1, { sessionId: "s1" });
    await server.call("get_plan_status", { planId });
    await server.call("ping");
    await server.outcome("get_next_step", { planId: "plan_unknown", sessionId: "s1" });
    await server.outcome("get_next_step", { planId: {} });
    await server.services.log.flush();
    const rows = await logged();
    expect(rows).toEqual([
      {
        tool_name: "create_research_plan",
        plan_id: planId,
        is_error: false,
        error_code: null,
        session_id: "s1",
      },
      {
        tool_name: "get_plan_status",
        plan_id: planId,
        is_error: false,
        error_code: null,
        session_id: null,
      },
      {
        tool_name: "get_next_step",
        plan_id: "plan_unknown",
        is_error: true,
        error_code: "NOT_FOUND",
        session_id: "s1",
      },
      {
        tool_name: "get_next_step",
        plan_id: null,
        is_error: true,
        error_code: "INVALID_INPUT",
        session_id: null,
      },
    ]);
  });

  it("writes many rows in one statement", async () => {
    const log = new CallLog(server.test.database, () => undefined);
    for (let index = 0; index < 150; index += 1) log.add(TENANT, finishedCall("batched"));
    await log.flush();
    expect(await count("batched")).toBe(150);
    expect(log.lost).toBe(0);
  });

  it("ties a call to its plan's skill execution, else to the newest unfinished one of its session", async () => {
    const { planId } = await createPlan(server, 1);
    await addExecution({ id: "skill_plan", planId, session: "other", status: "executing" });
    await addExecution({ id: "skill_old", planId: null, session: "s2", status: "completed" });
    await addExecution({ id: "skill_session", planId: null, session: "s2", status: "started" });
    const log = new CallLog(server.test.database, () => undefined);
    log.add(TENANT, { ...finishedCall("tied"), planId, sessionId: "s2" });
    log.add(TENANT, { ...finishedCall("tied"), sessionId: "s2" });
    log.add(TENANT, finishedCall("tied"));
    await log.flush();
    await server.call("get_next_step", { planId, sessionId: "s2" });
    const rows = await query(
      "SELECT tool_name, skill_execution_id FROM mcp_tool_call_log WHERE tool_name IN ('tied', 'get_next_step') AND NOT is_error ORDER BY id",
    );
    expect(rows.map(({ skill_execution_id: id }) => id)).toEqual([
      "skill_plan",
      "skill_session",
      null,
      "skill_plan",
    ]);
  });

  it("writes rows later when the database was unavailable, and none of them twice", async () => {
    let isAway = true;
    let attempts = 0;
    const { database } = server.test;
    const flaky = {
      ...database,
      async connect() {
        if (isAway) throw Object.assign(new Error("shutting down"), { code: "57P01" });
        attempts += 1;
        const client = await database.connect();
        // The first batch is committed, but its reply gets lost.
        return attempts === 1 ? losingReplies(client) : client;
      },
    };
    const log = new CallLog(flaky, () => undefined);
    for (let index = 0; index < 3; index += 1) log.add(TENANT, finishedCall("kept"));
    await log.flush();
    expect(await count("kept")).toBe(0);
    isAway = false;
    await log.flush();
    expect([attempts, await count("kept")]).toEqual([1, 3]);
    log.add(TENANT, finishedCall("kept"));
    await log.flush();
    expect([attempts, await count("kept"), log.lost]).toEqual([2, 4, 0]);
  });

  it("counts what it loses at the end, and never makes anyone wait", async () => {
    const lost: number[] = [];
    const log = new CallLog(awayDatabase(), (count) => lost.push(count));
    for (let index = 0; index < 3; index += 1) log.add(TENANT, finishedCall("lost"));
    await log.close();
    expect([log.lost, lost]).toEqual([3, [3]]);
  });

  it("keeps no more rows than fit into its queue", async () => {
    const log = new CallLog(awayDatabase(), () => undefined);
    for (let index = 0; index < 2_500; index += 1) log.add(TENANT, finishedCall("many"));
    await log.flush();
    for (let index = 0; index < 2_500; index += 1) log.add(TENANT, finishedCall("many"));
    expect(log.lost).toBe(3_000);
    await log.close();
    expect(log.lost).toBe(5_000);
  });
});

function awayDatabase(): TestServer["test"]["database"] {
  const connect = () => Promise.reject(Object.assign(new Error("starting"), { code: "57P03" }));
  return { ...server.test.database, connect };
}

type Connected = Awaited<ReturnType<TestServer["test"]["database"]["connect"]>>;

interface SentBatch {
  readonly executions: readonly { readonly statement: { readonly text: string } }[];
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

/** A connection that breaks before the reply to its next COMMIT is read. */
function losingReplies(client: Connected): Connected {
  const query = client.query.bind(client) as (batch: SentBatch) => unknown;
  const losing = (batch: SentBatch) => {
    if (batch.executions.some(({ statement }) => statement.text === "COMMIT")) {
      batch.handleReadyForQuery = () =>
        batch.handleError(new Error("Connection terminated unexpectedly"));
      client.query = query as unknown as Connected["query"];
    }
    return query(batch);
  };
  client.query = losing as unknown as Connected["query"];
  return client;
}

function finishedCall(toolName: string): FinishedCall {
  return {
    id: newId("call"),
    userId: "usr_org_a",
    toolName,
    planId: null,
    stepId: null,
    skillExecutionId: null,
    sessionId: null,
    clientName: "c",
    clientVersion: "1",
    requestMetadata: "{}",
    responseMetadata: "{}",
    isError: false,
    errorCode: null,
    durationMs: 1,
    createdAt: new Date(),
  };
}

async function addExecution(row: {
  id: string;
  planId: string | null;
  session: string;
  status: string;
}) {
  await query(
    `INSERT INTO "user" (id, name, email) VALUES ('usr_org_a', 'Ada', 'ada@example.org') ON CONFLICT DO NOTHING`,
  );
  await query(
    `INSERT INTO skill_execution (organization_id, id, user_id, skill_name, status, plan_id, claude_code_session_id)
     VALUES ('org_a', $1, 'usr_org_a', 'research', $2, $3, $4)`,
    [row.id, row.status, row.planId, row.session],
  );
}

async function count(toolName: string): Promise<number> {
  const [row] = await query(
    "SELECT count(*) AS count FROM mcp_tool_call_log WHERE tool_name = $1",
    [toolName],
  );
  return Number(row?.count);
}

function logged() {
  return query(
    "SELECT tool_name, plan_id, is_error, error_code, session_id FROM mcp_tool_call_log ORDER BY created_at, id",
  );
}

function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return withClient(
    server.test.asSuperuser,
    async (client) => (await client.query(text, values)).rows,
  );
}
