/** Names and counts only, never text of users or assistants. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  setAttributes(attributes: SpanAttributes): void;
}

/** The caller's trace, see W3C Trace Context: https://www.w3.org/TR/trace-context/ */
export interface TraceParent {
  readonly traceparent: string;
  readonly tracestate?: string;
}

export interface SpanOptions {
  /** The remote parent span, when another process started the trace. */
  readonly parent?: TraceParent | null;
  readonly attributes?: SpanAttributes;
  /** Whether it is a server span: a client waits for it. */
  readonly isEdge?: boolean;
  /** Whether no caller waits for it: it begins a trace of its own, linked to the span that started it. */
  readonly isBackground?: boolean;
}

export interface Tracer {
  /** Runs `work`; the span ends with it, or with the promise it returns. */
  span<T>(name: string, options: SpanOptions, work: (span: Span) => T): T;
}

/** The tracer of the process; null unless tracing is enabled. */
export const tracing: { tracer: Tracer | null } = { tracer: null };

const NOOP_SPAN: Span = { setAttributes: () => undefined };

export function inSpan<T>(name: string, work: (span: Span) => T, options: SpanOptions = {}): T {
  return tracing.tracer ? tracing.tracer.span(name, options, work) : work(NOOP_SPAN);
}
