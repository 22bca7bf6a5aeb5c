import type { IncomingMessage, ServerResponse } from "node:http";
import { inSpan, MCP_PATHS, type TraceParent, tracing } from "@trovella/foundation";

export type RequestWatcher = (
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => unknown,
) => void;

/** Counts every request when its response is closed, in a span if tracing is on. */
export function watchRequests(count: (route: string, status: number) => void): RequestWatcher {
  return (request, response, handle) => {
    const route = routeOf(request.url);
    response.once("close", () => count(route, response.statusCode));
    if (tracing.tracer) void traced(request, response, { route, handle });
    else handle();
  };
}

function traced(
  request: IncomingMessage,
  response: ServerResponse,
  { route, handle }: { readonly route: string; readonly handle: () => unknown },
): Promise<void> {
  const method = request.method ?? "";
  return inSpan(
    `${method} ${route}`,
    (span) =>
      new Promise((resolve) => {
        response.once("close", () => {
          span.setAttributes({ "http.response.status_code": response.statusCode });
          resolve();
        });
        handle();
      }),
    {
      parent: parentOf(request),
      isEdge: true,
      attributes: { "http.request.method": method, "http.route": route },
    },
  );
}

function parentOf({ headers }: IncomingMessage): TraceParent | null {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== "string") return null;
  return typeof tracestate === "string" ? { traceparent, tracestate } : { traceparent };
}

const ROUTES = [
  ...MCP_PATHS,
  "/api/trpc",
  "/api/events",
  "/api/outputs",
  "/api/auth",
  "/.well-known",
  "/healthz",
  "/readyz",
  "/version",
  "/metrics",
  "/v1/metrics",
  "/v1/logs",
  "/v1/traces",
  "/assets",
];

/** The route label of a request, of bounded cardinality whatever the URL is. */
export function routeOf(url = "/"): string {
  const isAt = (route: string) =>
    url.startsWith(route) && /^([/?]|$)/.test(url.slice(route.length, route.length + 1));
  return ROUTES.find(isAt) ?? "page";
}
