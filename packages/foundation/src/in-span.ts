/** What a span tells: names and counts, never what people or assistants wrote. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  setAttributes(attributes: SpanAttributes): void;
}

/** Where the caller's own trace stands, in the words of W3C Trace Context. */
export interface TraceParent {
  readonly traceparent: string;
  readonly tracestate?: string;
}

export interface SpanOptions {
  /** Whose work this continues, when that is another process. */
  readonly parent?: TraceParent | null;
  readonly attributes?: SpanAttributes;
  /** Whether somebody outside waits for the end of it. */
  readonly isEdge?: boolean;
}

export interface Tracer {
  /** Runs `work`; the span ends with it, or with the promise it returns. */
  span<T>(name: string, options: SpanOptions, work: (span: Span) => T): T;
}

/** Who records spans, for the whole process; nobody unless traces are wanted. */
export const tracing: { tracer: Tracer | null } = { tracer: null };

const NOOP_SPAN: Span = { setAttributes: () => undefined };

export function inSpan<T>(name: string, work: (span: Span) => T, options: SpanOptions = {}): T {
  return tracing.tracer ? tracing.tracer.span(name, options, work) : work(NOOP_SPAN);
}
