import { describe, expect, it } from "vitest";
import { createServerMetrics } from "./server-metrics.ts";

const SOURCES = {
  database: {
    connections: {
      inUse: 2,
      idle: 1,
      waiting: 5,
      broken: { silent: 3, standby: 2, lost: 1, unreplicated: 0 },
    },
  },
  limits: { refusals: new Map([["token", 7]]) },
  streams: { count: 4 },
  mcp: { inFlight: 1 },
  log: { lost: 0 },
  waiting: { count: 4 },
  subscriptions: { count: 5 },
  notifications: null,
};

describe("the metrics for Prometheus", () => {
  it("are counted apart for each combination of labels", async () => {
    const metrics = await createServerMetrics();
    for (const outcome of ["ok", "ok", "NOT_FOUND"]) {
      metrics.countCall({ toolName: "ping", outcome, durationMs: 1 });
    }
    const lines = linesOf("trovella_tool_calls_total", await metrics.textWith(SOURCES));
    expect(lines).toEqual([
      "# HELP trovella_tool_calls_total Tool calls by outcome: ok, question, or the error code",
      "# TYPE trovella_tool_calls_total counter",
      'trovella_tool_calls_total{tool="ping",outcome="ok"} 2',
      'trovella_tool_calls_total{tool="ping",outcome="NOT_FOUND"} 1',
    ]);
  });

  it("are spread over buckets, each of which includes those below it", async () => {
    const metrics = await createServerMetrics();
    for (const durationMs of [500, 750, 4000]) {
      metrics.countCall({ toolName: "ping", outcome: "ok", durationMs });
    }
    const name = "trovella_tool_call_duration_seconds";
    const lines = linesOf(name, await metrics.textWith(SOURCES)).slice(2);
    expect(lines).toHaveLength(14 + 3);
    expect(lines.slice(8)).toEqual([
      `${name}_bucket{le="0.5",tool="ping"} 1`,
      `${name}_bucket{le="1",tool="ping"} 2`,
      `${name}_bucket{le="2.5",tool="ping"} 2`,
      `${name}_bucket{le="5",tool="ping"} 3`,
      `${name}_bucket{le="10",tool="ping"} 3`,
      `${name}_bucket{le="30",tool="ping"} 3`,
      `${name}_bucket{le="+Inf",tool="ping"} 3`,
      `${name}_sum{tool="ping"} 5.25`,
      `${name}_count{tool="ping"} 3`,
    ]);
  });

  it("keep their format whatever a label contains", async () => {
    const metrics = await createServerMetrics();
    metrics.countCall({ toolName: 'a"b\\c\nd', outcome: "ok", durationMs: 1 });
    expect(await metrics.textWith(SOURCES)).toContain('{tool="a\\"b\\\\c\\nd",outcome="ok"} 1\n');
  });

  it("cover calls, requests, connections, limits and the process, each line in its format", async () => {
    const metrics = await createServerMetrics();
    metrics.countCall({ toolName: "ping", outcome: "ok", durationMs: 3 });
    metrics.countRequest("/mcp", 200);
    await metrics.textWith(SOURCES); // The event loop lag has values from the second scrape on.
    const text = await metrics.textWith(SOURCES);
    for (const line of [
      'trovella_tool_calls_total{tool="ping",outcome="ok"} 1',
      'trovella_tool_call_duration_seconds_bucket{le="0.0025",tool="ping"} 0',
      'trovella_tool_call_duration_seconds_bucket{le="0.005",tool="ping"} 1',
      'trovella_http_requests_total{route="/mcp",status="200"} 1',
      'trovella_database_connections{state="in_use"} 2',
      "trovella_database_waiting 5",
      'trovella_database_connections_broken_total{reason="silent"} 3',
      'trovella_database_connections_broken_total{reason="standby"} 2',
      'trovella_database_connections_broken_total{reason="lost"} 1',
      'trovella_rate_limit_refusals_total{rule="token"} 7',
      "trovella_event_streams_open 4",
    ]) {
      expect(text.split("\n")).toContain(line);
    }
    const sample = /^[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?[\d.]+(e[+-]?\d+)?$/;
    const samples = text.split("\n").filter((line) => line && !/^# (HELP|TYPE) /.test(line));
    expect(samples.filter((line) => !sample.test(line))).toEqual([]);
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds\{quantile="0.99"\} /m);
    const families = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(families).size).toBe(families.length);
  });
});

function linesOf(family: string, text: string): string[] {
  return text.split("\n").filter((line) => line.includes(family));
}
