import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Caller } from "@trovella/research";
import { storedRows } from "@trovella/testing/database/stored-rows";
import {
  callerOf,
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { addOtlpMetrics } from "./otlp-metrics.ts";

const RECORDED = new URL("../../../../packages/research/src/usage/recorded/", import.meta.url);
const CLAUDE_SESSION = "11111111-1111-4111-8111-111111111111";

let server: TestServer;
const announced: unknown[] = [];
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());
beforeEach(async () => {
  announced.length = 0;
  await storedRows(server, "DELETE FROM mcp_tool_call_log");
  await storedRows(server, "DELETE FROM usage_report");
});

describe("usage of Claude Code, whose session is that of its calls", () => {
  it("counts for plan and step, once, however often an export is sent", async () => {
    const { planId, stepId } = await planAtWork({ sessionId: CLAUDE_SESSION });
    const bodies = [1, 2, 3].map((number) => recorded(`claude-code-${number}`));
    for (const body of [...bodies, ...bodies]) expect(await send(body)).toEqual([200, {}]);

    const plan = await planRow(planId);
    expect(plan.spent).toMatchObject({ tokens: 28_000 + 1_400 + 5_600 });
    expect(plan.spent.costUsd).toBeCloseTo(0.1848, 10);
    const [step] = await storedRows(server, "SELECT usage FROM plan_step WHERE id = $1", [stepId]);
    expect(step?.usage).toMatchObject({ client: { tokens: 35_000 }, model: null });
    const reports = await storedRows(server, "SELECT * FROM usage_report ORDER BY reported_at, id");
    expect(reports).toHaveLength(3);
    expect(reports[0]).toMatchObject({
      organization_id: "org_a",
      plan_id: planId,
      step_id: stepId,
      session_id: CLAUDE_SESSION,
      client: "claude-code",
      model: "claude-opus-5-5",
      input_tokens: "6000",
      output_tokens: "300",
      cache_read_tokens: "18000",
      cache_write_tokens: "1200",
    });
    expect(announced).toEqual(Array(3).fill({ organizationId: "org_a", topics: ["plan"] }));
  });

  it("counts an export once when it arrives twice at the same time", async () => {
    const { planId } = await planAtWork({ sessionId: CLAUDE_SESSION });
    const body = recorded("claude-code-1");
    await Promise.all([send(body), send(body), send(body)]);
    expect((await planRow(planId)).spent.tokens).toBe(7_500);
  });

  it("counts instead of what the model said, and after the plan was closed", async () => {
    const { planId, stepId } = await planAtWork({ sessionId: CLAUDE_SESSION });
    await server.call("submit_step_result", {
      planId,
      stepId,
      result: { found: 1 },
      stepExecutionReport: REPORT,
      sessionId: CLAUDE_SESSION,
    });
    expect((await planRow(planId)).status).toBe("completed");
    await send(recorded("claude-code-3"));
    expect((await planRow(planId)).spent.tokens).toBe(1_250);
  });

  it("goes to the plan that the session worked on until then", async () => {
    const first = await planAtWork({ sessionId: CLAUDE_SESSION });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const between = new Date();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await planAtWork({ sessionId: CLAUDE_SESSION });
    await send(recorded("claude-code-1", between));
    expect((await planRow(first.planId)).spent.tokens).toBe(7_500);
    expect((await planRow(second.planId)).spent.tokens).toBe(0);
  });

  it.each([
    ["an unknown session", "44444444-4444-4444-8444-444444444444", callerOf("org_a")],
    ["a session of another organization", CLAUDE_SESSION, callerOf("org_b")],
    [
      "a session of another user",
      CLAUDE_SESSION,
      { ...callerOf("org_a"), userId: "usr_org_b" } satisfies Caller,
    ],
  ])("of %s counts for nothing", async (_name, sessionOfPlan, caller) => {
    const { planId } = await planAtWork({ sessionId: sessionOfPlan });
    expect(await send(recorded("claude-code-1"), { caller })).toEqual([200, {}]);
    expect((await planRow(planId)).spent.tokens).toBe(0);
    expect(await storedRows(server, "SELECT FROM usage_report")).toEqual([]);
    expect(announced).toEqual([]);
  });
});

describe("usage of clients whose session is not that of their calls", () => {
  const codex = { clientName: "codex-mcp-client" };

  it.each([
    ["Codex", "codex", "codex-mcp-client", "proc_1", 22_800 + 1_900],
    ["Gemini CLI", "gemini-cli", "gemini-cli-mcp-client", "proc_2", 19 * 670],
    ["Claude Code over HTTP", "claude-code-1", "claude-code", null, 7_500],
  ])(
    "counts for the one plan that %s works on",
    async (_name, file, clientName, sessionId, tokens) => {
      const { planId } = await planAtWork({ sessionId, clientName });
      await send(recorded(file));
      expect((await planRow(planId)).spent.tokens).toBe(tokens);
    },
  );

  it("counts for nothing when there are two plans, or none in the last minutes", async () => {
    const plans = [await planAtWork(codex), await planAtWork(codex)];
    await send(recorded("codex"));
    await send(recorded("codex", new Date(Date.now() + 60_000)));
    await storedRows(server, "UPDATE mcp_tool_call_log SET created_at = now() - interval '1 hour'");
    await send(recorded("codex"));
    for (const { planId } of plans) expect((await planRow(planId)).spent.tokens).toBe(0);
  });

  it("counts for nothing of another client, or of a session that has another name", async () => {
    const { planId } = await planAtWork({ clientName: "cursor" });
    const other = await planAtWork({ clientName: "claude-code", sessionId: "another-window" });
    await send(recorded("codex"));
    await send(recorded("claude-code-1"));
    expect((await planRow(planId)).spent.tokens).toBe(0);
    expect((await planRow(other.planId)).spent.tokens).toBe(0);
  });
});

describe("the receiver", () => {
  it("answers whatever it does not know like everything else", async () => {
    await planAtWork({ sessionId: CLAUDE_SESSION });
    const bodies = [
      "{}",
      "[]",
      "null",
      '{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{}]}]}]}',
    ];
    for (const body of bodies) expect(await send(body)).toEqual([200, {}]);
    expect(await storedRows(server, "SELECT FROM usage_report")).toEqual([]);
  });

  it.each(["/v1/logs", "/v1/traces"])("takes what comes to %s without reading it", async (path) => {
    expect(await send("{", { path })).toEqual([200, {}]);
    expect((await send("{", { path, caller: callerOf("org_a", ["read"]) }))[0]).toBe(403);
  });

  it("takes gzip", async () => {
    const { planId } = await planAtWork({ sessionId: CLAUDE_SESSION });
    const headers = { "content-encoding": "gzip" };
    expect(await send(gzipSync(recorded("claude-code-1")), { headers })).toEqual([200, {}]);
    expect((await planRow(planId)).spent.tokens).toBe(7_500);
  });

  it.each([
    ["no JSON", "{", {}, 400, /not JSON/],
    ["no gzip", "{", { "content-encoding": "gzip" }, 400, /not JSON/],
    ["protobuf", "x", { "content-type": "application/x-protobuf" }, 415, /PROTOCOL=http\/json/],
    ["brotli", "x", { "content-encoding": "br" }, 415, /COMPRESSION=gzip/],
    ["too much", `"${"x".repeat(5_000_000)}"`, {}, 413, /4 MiB/],
    [
      "too much once unpacked",
      gzipSync("x".repeat(5_000_000)),
      { "content-encoding": "gzip" },
      413,
      /4 MiB/,
    ],
  ])("refuses %s", async (_name, body, headers, status, message) => {
    const [answered, reply] = await send(body, { headers });
    expect(answered).toBe(status);
    expect(reply.message).toMatch(message);
  });

  it("refuses callers without the right to write, and browsers", async () => {
    for (const caller of [
      callerOf("org_a", ["read"]),
      { ...callerOf("org_a"), browserSessionId: "ses_1" },
    ]) {
      expect((await send("{}", { caller }))[0]).toBe(403);
    }
  });
});

/** A plan with one step, which a session of this client holds. */
async function planAtWork({
  sessionId = null,
  clientName = "claude-code",
}: {
  readonly sessionId?: string | null;
  readonly clientName?: string;
}) {
  const options = { caller: { ...callerOf("org_a"), sessionId }, clientName };
  const { planId, steps } = await createPlan(server, 1, {}, options);
  await server.call("get_next_step", { planId }, options);
  return { planId, stepId: steps[0].stepId as string };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape.
async function planRow(planId: string): Promise<any> {
  const [row] = await storedRows(server, "SELECT * FROM research_plan WHERE id = $1", [planId]);
  return row;
}

/** The export as it was recorded, as if it came at this time. */
function recorded(name: string, at = new Date()): string {
  const body = readFileSync(new URL(`${name}.json`, RECORDED), "utf8");
  return body.replaceAll(/(?<="timeUnixNano": ")\d+/g, `${at.getTime()}000000`);
}

interface SendOptions {
  readonly caller?: Caller;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
}

async function send(
  body: string | Uint8Array<ArrayBuffer>,
  { caller = callerOf("org_a"), headers = {}, path = "/v1/metrics" }: SendOptions = {},
) {
  const app = new Hono();
  const { database } = server.test;
  addOtlpMetrics(app, {
    database,
    callerOf: () => caller,
    announce: (change) => announced.push(change),
  });
  const reply = await app.request(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  const answer = (await reply.json()) as { readonly message?: string };
  return [reply.status, answer] as const;
}
