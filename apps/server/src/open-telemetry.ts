import {
  type Context,
  context,
  type Span as OpenTelemetrySpan,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { SpanOptions, Tracer } from "@trovella/foundation";
import { ABOUT } from "./about.ts";

/** Exports spans by OTLP over HTTP; the OTEL_ variables configure the endpoint and sampling. */
export function openTelemetry(): { readonly tracer: Tracer; close(): Promise<void> } {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      "service.name": process.env.OTEL_SERVICE_NAME || ABOUT.name,
      "service.version": ABOUT.version,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const spans = trace.getTracer(ABOUT.name, ABOUT.version);

  const tracer: Tracer = {
    span(name, options, work) {
      const active = context.active();
      const parent = contextOf(options, active);
      const span = spans.startSpan(name, settingsOf(options, parent, active), parent);
      return context.with(trace.setSpan(parent, span), () => endAfter(span, () => work(span)));
    },
  };
  return { tracer, close: () => provider.shutdown().catch(() => undefined) };
}

/** The caller's trace, if it sent a valid one; else the active context. */
function contextOf({ parent, isBackground }: SpanOptions, active: Context): Context {
  if (isBackground) return ROOT_CONTEXT;
  if (!parent) return active;
  const remote = propagation.extract(ROOT_CONTEXT, parent);
  return trace.getSpanContext(remote) ? remote : active;
}

/** A span in another trace than the active one links to the span that carried or started it. */
function settingsOf(
  { attributes = {}, isEdge = false }: SpanOptions,
  parent: Context,
  active: Context,
) {
  const carrier = parent === active ? undefined : trace.getSpanContext(active);
  return {
    attributes,
    kind: isEdge ? SpanKind.SERVER : SpanKind.INTERNAL,
    links: carrier ? [{ context: carrier }] : [],
  };
}

function endAfter<T>(span: OpenTelemetrySpan, work: () => T): T {
  let result: T;
  try {
    result = work();
  } catch (error) {
    fail(span, error);
    throw error;
  }
  if (!(result instanceof Promise)) {
    span.end();
    return result;
  }
  return result.then(
    (value) => {
      span.end();
      return value;
    },
    (error) => {
      fail(span, error);
      throw error;
    },
  ) as T;
}

/** Records the kind of the error only: its message may contain user input. */
function fail(span: OpenTelemetrySpan, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const kind = [code, name].find((text) => typeof text === "string" && /^\w{1,60}$/.test(text));
  span.setAttribute("error.type", String(kind ?? "unknown"));
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
