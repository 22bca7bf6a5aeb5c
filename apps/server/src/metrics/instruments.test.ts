import { describe, expect, it } from "vitest";
import { expose } from "./exposition.ts";
import { Counter, Histogram } from "./instruments.ts";
import { ServerMetrics } from "./server-metrics.ts";

describe("the numbers for Prometheus", () => {
  it("are counted apart for each combination of labels", () => {
    const counter = new Counter("calls_total", "Calls");
    counter.add({ tool: "ping", outcome: "ok" });
    counter.add({ tool: "ping", outcome: "ok" });
    counter.add({ tool: "ping", outcome: "NOT_FOUND" });
    expect(expose([counter.family])).toBe(
      [
        "# HELP calls_total Calls",
        "# TYPE calls_total counter",
        'calls_total{tool="ping",outcome="ok"} 2',
        'calls_total{tool="ping",outcome="NOT_FOUND"} 1',
        "",
      ].join("\n"),
    );
  });

  it("are spread over buckets, each of which holds those below it", () => {
    const histogram = new Histogram("seconds", "How long", [0.5, 1]);
    for (const value of [0.5, 0.75, 4]) histogram.observe({ tool: "ping" }, value);
    expect(expose([histogram.family]).split("\n").slice(2)).toEqual([
      'seconds_bucket{tool="ping",le="0.5"} 1',
      'seconds_bucket{tool="ping",le="1"} 2',
      'seconds_bucket{tool="ping",le="+Inf"} 3',
      'seconds_sum{tool="ping"} 5.25',
      'seconds_count{tool="ping"} 3',
      "",
    ]);
  });

  it("keep their form whatever a label says", () => {
    const counter = new Counter("calls_total", "Calls");
    counter.add({ tool: 'a"b\\c\nd' });
    expect(expose([counter.family])).toContain('{tool="a\\"b\\\\c\\nd"} 1\n');
  });

  it("tell of calls, requests, connections, limits and the process, line by line in their form", () => {
    const metrics = new ServerMetrics();
    metrics.countCall({ toolName: "ping", outcome: "ok", durationMs: 3 });
    metrics.countRequest("/mcp", 200);
    const sources = {
      database: { connections: { inUse: 2, idle: 1, waiting: 5 } },
      limits: { refusals: new Map([["token", 7]]) },
      streams: { count: 4 },
      mcp: { inFlight: 1 },
      log: { lost: 0 },
    };
    metrics.textWith(sources); // From the second look on there is a lag to tell of.
    const text = metrics.textWith(sources);
    for (const line of [
      'trovella_tool_calls_total{tool="ping",outcome="ok"} 1',
      'trovella_tool_call_duration_seconds_bucket{tool="ping",le="0.0025"} 0',
      'trovella_tool_call_duration_seconds_bucket{tool="ping",le="0.005"} 1',
      'trovella_http_requests_total{route="/mcp",status="200"} 1',
      'trovella_database_connections{state="in_use"} 2',
      "trovella_database_waiting 5",
      'trovella_rate_limit_refusals_total{rule="token"} 7',
      "trovella_event_streams_open 4",
    ]) {
      expect(text.split("\n")).toContain(line);
    }
    const sample = /^[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?[\d.]+(e[+-]?\d+)?$/;
    const odd = text.split("\n").filter((line) => line && !/^# (HELP|TYPE) /.test(line));
    expect(odd.filter((line) => !sample.test(line))).toEqual([]);
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds\{quantile="0.99"\} /m);
    const families = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(families).size).toBe(families.length);
  });
});
