import { tracing } from "@trovella/foundation";
import type { Config } from "./config.ts";
import { CommandFailure, EXIT } from "./exit.ts";

export interface Traces {
  close(): Promise<void>;
}

const NO_TRACES: Traces = { close: () => Promise.resolve() };

/** Starts tracing if a collector is configured; OpenTelemetry is loaded only then. */
export async function startTraces({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
}: Config): Promise<Traces> {
  if (!endpoint) return NO_TRACES;
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
    throw new CommandFailure(
      "OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that begins with http:// or https://, such as http://localhost:4318.",
      EXIT.usage,
    );
  }
  const { openTelemetry } = await import("./open-telemetry.ts");
  const { tracer, close } = openTelemetry();
  tracing.tracer = tracer;
  return {
    async close() {
      tracing.tracer = null;
      await close();
    },
  };
}
