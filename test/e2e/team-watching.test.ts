import { randomBytes } from "node:crypto";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addOrganization, startTeam, type TeamServer, tokenOf } from "./support/team-server.ts";
import { testDirectory } from "./support/test-directory.ts";
import { type CollectedSpan, startCollector } from "./support/trace-collector.ts";
import { runTrovella } from "./support/trovella-process.ts";

const METRICS_TOKEN = "c47d1f0e9b6a48d2a35f7e81902bc6d4";
const CANARY = "canary-question-of-a-person";

let collector: Awaited<ReturnType<typeof startCollector>>;
let team: TeamServer;
let token: string;

beforeAll(async () => {
  await runTrovella(["doctor", "--start"]);
  collector = await startCollector();
  team = await startTeam(path.join(testDirectory(), "run"), {
    TROVELLA_METRICS_TOKEN: METRICS_TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: "100",
  });
  const { owner } = await addOrganization(team, "alpha");
  token = await tokenOf(team.database, owner);
});
afterAll(async () => {
  await team.stop();
  await collector.close();
});

describe("a monitored server", () => {
  it("traces a call from the request to the database, as part of the caller's own trace", async () => {
    const traceId = randomBytes(16).toString("hex");
    await createPlan({ traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
    const spans = await collector.trace(traceId, "POST /mcp");
    const request = only(spans, "POST /mcp");
    const tool = only(spans, "tool create_research_plan");
    const decision = only(spans, "decide create_plan");
    const transaction = only(spans, "transaction");
    expect(request).toMatchObject({ parentSpanId: "00f067aa0ba902b7", kind: 2 });
    expect(tool.parentSpanId).toBe(request.spanId);
    expect(transaction.parentSpanId).toBe(tool.spanId);
    expect(decision.parentSpanId).toBe(transaction.spanId);
    expect(factsOf(request)).toMatchObject({ "http.response.status_code": { intValue: 200 } });
    expect(factsOf(tool)).toMatchObject({ "trovella.outcome": { stringValue: "ok" } });
    expect(factsOf(transaction)).toMatchObject({ "trovella.round_trips": { intValue: 1 } });
  });

  it("continues the trace named in the message, and links the HTTP request", async () => {
    const traceId = randomBytes(16).toString("hex");
    await createPlan({}, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
    const spans = await collector.trace(traceId, "tool create_research_plan");
    const tool = only(spans, "tool create_research_plan");
    expect(tool.parentSpanId).toBe("00f067aa0ba902b7");
    const [link] = tool.links ?? [];
    await expect
      .poll(() => collector.spans.find(({ spanId }) => spanId === link?.spanId)?.name)
      .toBe("POST /mcp");
  });

  it("ignores an invalid trace context", async () => {
    for (const traceparent of ["", "00-xyz", `00-${"0".repeat(32)}-${"0".repeat(16)}-01`]) {
      expect(await createPlan({ traceparent }, { traceparent })).toBe(200);
    }
  });

  it("serves its metrics only with the token", async () => {
    expect((await fetch(`${team.url}/metrics`)).status).toBe(401);
    const wrong = await fetch(`${team.url}/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(wrong.status).toBe(401);
    const text = await (
      await fetch(`${team.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    ).text();
    expect(text).toMatch(
      /^trovella_tool_calls_total\{tool="create_research_plan",outcome="ok"\} 5$/m,
    );
    expect(text).toMatch(/^trovella_http_requests_total\{route="\/mcp",status="200"\} 5$/m);
    expect(text).toMatch(/^trovella_http_requests_total\{route="\/metrics",status="401"\} 2$/m);
    expect(text).toMatch(/^trovella_database_connections\{state="idle"\} \d+$/m);
  });

  it("puts no user, organization or content into spans or metrics", async () => {
    const numbers = await fetch(`${team.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    const said = collector.text() + (await numbers.text());
    for (const secret of [CANARY, "alpha", "usr_", "org_", "plan_1", "@test.example", token]) {
      expect(said.includes(secret), secret).toBe(false);
    }
    expect(said).not.toMatch(/"(plan|step|lease)_[0-9a-z]{8,}/i);
  });
});

async function createPlan(headers: Record<string, string>, meta?: object): Promise<number> {
  const response = await fetch(`${team.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "create_research_plan",
        arguments: {
          name: CANARY,
          researchQuestion: CANARY,
          steps: [{ stepType: "search", instructions: CANARY }],
        },
        ...(meta ? { _meta: meta } : {}),
      },
    }),
  });
  const { result } = (await response.json()) as { result: { isError?: boolean; content: object } };
  if (result.isError) throw new Error(JSON.stringify(result.content));
  return response.status;
}

function only(spans: readonly CollectedSpan[], name: string): CollectedSpan {
  const found = spans.filter((span) => span.name === name);
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} spans are named ${name}.`);
  return found[0];
}

function factsOf({ attributes }: CollectedSpan): Record<string, object> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value]));
}
