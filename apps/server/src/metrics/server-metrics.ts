import type { ConnectionCounts } from "@trovella/db";
import type { CountedCall } from "@trovella/mcp";
import type { DeliveryCounts } from "@trovella/notifications";
import type { Counter, Gauge, Histogram, Registry } from "prom-client";
import { ABOUT } from "../about.ts";
import { registerProcessMetrics } from "./process-metrics.ts";

type Prometheus = typeof import("prom-client");

/** https://prometheus.io/docs/instrumenting/exposition_formats, version 0.0.4. */
export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** From a cached reply to a call of a language model. */
const DURATION_BUCKETS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** Counts that other parts of the server keep, read when metrics are scraped. */
interface MetricSources {
  readonly database: { readonly connections: ConnectionCounts };
  readonly limits: { readonly refusals: ReadonlyMap<string, number> };
  readonly streams: { readonly count: number };
  readonly mcp: { readonly inFlight: number };
  readonly log: { readonly lost: number };
  readonly waiting: { readonly count: number };
  readonly subscriptions: { readonly count: number };
  /** Null before they are delivered. */
  readonly notifications: DeliveryCounts | null;
}

/** Loads prom-client only here, so that no other command waits for it. */
export async function createServerMetrics(): Promise<ServerMetrics> {
  return new ServerMetrics(await import("prom-client"));
}

/**
 * Prometheus metrics of this process. Label values are tools, codes and routes: few, and never
 * personal data.
 */
class ServerMetrics {
  private readonly registry: Registry;
  private readonly calls: Counter;
  private readonly durations: Histogram;
  private readonly requests: Counter;
  private readonly updateSources: (sources: MetricSources) => void;

  constructor(prometheus: Prometheus) {
    this.registry = new prometheus.Registry();
    const registers = [this.registry];
    this.calls = new prometheus.Counter({
      name: "trovella_tool_calls_total",
      help: "Tool calls by outcome: ok, question, or the error code",
      labelNames: ["tool", "outcome"],
      registers,
    });
    this.durations = new prometheus.Histogram({
      name: "trovella_tool_call_duration_seconds",
      help: "Duration of tool calls, without the time that they waited for a decision or a step",
      labelNames: ["tool"],
      buckets: DURATION_BUCKETS,
      registers,
    });
    this.requests = new prometheus.Counter({
      name: "trovella_http_requests_total",
      help: "Finished HTTP requests by route and status",
      labelNames: ["route", "status"],
      registers,
    });
    this.updateSources = registerSources(prometheus, this.registry);
    registerProcessMetrics(prometheus, this.registry);
  }

  countCall({ toolName, outcome, durationMs }: CountedCall): void {
    this.calls.inc({ tool: toolName, outcome });
    this.durations.observe({ tool: toolName }, durationMs / 1000);
  }

  countRequest(route: string, status: number): void {
    this.requests.inc({ route, status: String(status) });
  }

  textWith(sources: MetricSources): Promise<string> {
    this.updateSources(sources);
    return this.registry.metrics();
  }
}

function registerSources(prometheus: Prometheus, registry: Registry) {
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new prometheus.Gauge({ name, help, labelNames, registers });
  const counter = (name: string, help: string, labelNames: string[] = []): Counter =>
    new prometheus.Counter({ name, help, labelNames, registers });

  const inFlight = gauge("trovella_mcp_requests_in_flight", "MCP requests being processed");
  const connections = gauge(
    "trovella_database_connections",
    "PostgreSQL connections of this process",
    ["state"],
  );
  const broken = counter(
    "trovella_database_connections_broken_total",
    "PostgreSQL connections given up: silent, standby, lost, or unreplicated",
    ["reason"],
  );
  const waiting = gauge("trovella_database_waiting", "Requests waiting for a connection");
  const streams = gauge("trovella_event_streams_open", "Open event streams of the console");
  const waitingCalls = gauge(
    "trovella_waiting_calls",
    "Tool calls that wait for a decision or a step",
  );
  const subscriptions = gauge("trovella_subscriptions_open", "Open subscriptions of AI clients");
  const refusals = counter("trovella_rate_limit_refusals_total", "Calls refused by a rate limit", [
    "rule",
  ]);
  const lost = counter("trovella_tool_call_log_lost_total", "Tool calls that could not be logged");
  const setDeliveries = registerDeliveries(gauge, counter);
  gauge("trovella_build_info", "Version of the program", ["version", "node"]).set(
    { version: ABOUT.version, node: process.version },
    1,
  );

  return (sources: MetricSources): void => {
    const { connections: counts } = sources.database;
    inFlight.set(sources.mcp.inFlight);
    connections.set({ state: "in_use" }, counts.inUse);
    connections.set({ state: "idle" }, counts.idle);
    waiting.set(counts.waiting);
    streams.set(sources.streams.count);
    waitingCalls.set(sources.waiting.count);
    subscriptions.set(sources.subscriptions.count);
    // A counter of prom-client can only be incremented or reset.
    broken.reset();
    for (const [reason, count] of Object.entries(counts.broken)) broken.inc({ reason }, count);
    refusals.reset();
    for (const [rule, count] of sources.limits.refusals) refusals.inc({ rule }, count);
    lost.reset();
    lost.inc(sources.log.lost);
    if (sources.notifications) setDeliveries(sources.notifications);
  };
}

function registerDeliveries(
  gauge: (name: string, help: string) => Gauge,
  counter: (name: string, help: string, labelNames: string[]) => Counter,
) {
  const waiting = gauge(
    "trovella_notifications_waiting",
    "Notifications not delivered yet, as the last sweep found them",
  );
  const counters = {
    delivered: counter("trovella_notifications_delivered_total", "Delivered notifications", [
      "channel",
    ]),
    failed: counter("trovella_notification_failures_total", "Attempts that failed", ["channel"]),
    givenUp: counter("trovella_notifications_given_up_total", "Notifications given up", [
      "channel",
    ]),
  };
  return (counts: DeliveryCounts): void => {
    waiting.set(counts.waiting);
    for (const kind of ["delivered", "failed", "givenUp"] as const) {
      counters[kind].reset();
      for (const [channel, count] of Object.entries(counts[kind]))
        counters[kind].inc({ channel }, count);
    }
  };
}
