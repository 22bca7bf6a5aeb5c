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

/** Spans to a collector by OTLP over HTTP; where to and how much of it, the OTEL_ variables say. */
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
      const around = context.active();
      const parent = contextOf(options, around);
      const span = spans.startSpan(name, settingsOf(options, parent, around), parent);
      return context.with(trace.setSpan(parent, span), () => ended(span, () => work(span)));
    },
  };
  return { tracer, close: () => provider.shutdown().catch(() => undefined) };
}

/** The trace of the caller, if it names one that can be read; else whatever goes on here. */
function contextOf({ parent }: SpanOptions, around: Context): Context {
  if (!parent) return around;
  const told = propagation.extract(ROOT_CONTEXT, parent);
  return trace.getSpanContext(told) ? told : around;
}

/** Whoever continues the caller's trace still tells which request brought it. */
function settingsOf(
  { attributes = {}, isEdge = false }: SpanOptions,
  parent: Context,
  around: Context,
) {
  const bearer = parent === around ? undefined : trace.getSpanContext(around);
  return {
    attributes,
    kind: isEdge ? SpanKind.SERVER : SpanKind.INTERNAL,
    links: bearer ? [{ context: bearer }] : [],
  };
}

function ended<T>(span: OpenTelemetrySpan, work: () => T): T {
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

/** Only what kind of failure it was: its text may repeat what somebody wrote. */
function fail(span: OpenTelemetrySpan, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const kind = [code, name].find((text) => typeof text === "string" && /^\w{1,60}$/.test(text));
  span.setAttribute("error.type", String(kind ?? "unknown"));
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
