import type { ConnectionCounts } from "@trovella/db";
import type { CountedCall } from "@trovella/mcp";
import { ABOUT } from "../about.ts";
import { expose, type Family, type Sample } from "./exposition.ts";
import { Counter, Histogram } from "./instruments.ts";
import { ProcessMetrics } from "./process-metrics.ts";

/** From a reply out of memory to a model that thinks. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What is not counted as it happens, but looked at when somebody asks. */
interface MetricSources {
  readonly database: { readonly connections: ConnectionCounts };
  readonly limits: { readonly refusals: ReadonlyMap<string, number> };
  readonly streams: { readonly count: number };
  readonly mcp: { readonly inFlight: number };
  readonly log: { readonly lost: number };
}

/**
 * What this process counts, for Prometheus. Labels name tools, codes and routes, of which there are few and which say
 * nothing about anybody.
 */
export class ServerMetrics {
  private readonly calls = new Counter(
    "trovella_tool_calls_total",
    "Calls of tools by outcome: ok, question, or the code of the refusal",
  );
  private readonly durations = new Histogram(
    "trovella_tool_call_duration_seconds",
    "How long calls of tools took",
    SECONDS,
  );
  private readonly requests = new Counter(
    "trovella_http_requests_total",
    "HTTP requests that are over, by route and status",
  );
  private readonly process = new ProcessMetrics();

  countCall({ toolName, outcome, durationMs }: CountedCall): void {
    this.calls.add({ tool: toolName, outcome });
    this.durations.observe({ tool: toolName }, durationMs / 1000);
  }

  countRequest(route: string, status: number): void {
    this.requests.add({ route, status: String(status) });
  }

  textWith(sources: MetricSources): string {
    return expose([
      this.calls.family,
      this.durations.family,
      this.requests.family,
      ...sourceFamilies(sources),
      ...this.process.families,
    ]);
  }
}

function sourceFamilies({ database, limits, streams, mcp, log }: MetricSources): Family[] {
  const { inUse, idle, waiting } = database.connections;
  const refusals = [...limits.refusals].map(([rule, value]) => ({ labels: { rule }, value }));
  return [
    gauge("trovella_mcp_requests_in_flight", "MCP requests being answered", [
      { value: mcp.inFlight },
    ]),
    gauge("trovella_database_connections", "Connections to PostgreSQL of this process", [
      { labels: { state: "in_use" }, value: inUse },
      { labels: { state: "idle" }, value: idle },
    ]),
    gauge("trovella_database_waiting", "Requests that wait for a connection", [{ value: waiting }]),
    gauge("trovella_event_streams_open", "Windows of the console that watch", [
      { value: streams.count },
    ]),
    counter("trovella_rate_limit_refusals_total", "Calls refused by a limit", refusals),
    counter("trovella_tool_call_log_lost_total", "Calls that could not be logged", [
      { value: log.lost },
    ]),
    gauge("trovella_build_info", "Which program this is", [
      { labels: { version: ABOUT.version, node: process.version }, value: 1 },
    ]),
  ];
}

function gauge(name: string, help: string, samples: readonly Sample[]): Family {
  return { name, help, type: "gauge", samples };
}

function counter(name: string, help: string, samples: readonly Sample[]): Family {
  return { name, help, type: "counter", samples };
}
