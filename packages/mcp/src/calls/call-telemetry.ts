import { inSpan } from "@trovella/foundation";
import type { Services } from "../services.ts";
import type { CallOutcome, CallRequest } from "./call-request.ts";

export function withCallTelemetry(
  services: Services,
  { tool, trace = null }: CallRequest,
  work: (startedMs: number) => Promise<CallOutcome>,
): Promise<CallOutcome> {
  const attributes = { "mcp.method.name": "tools/call", "gen_ai.tool.name": tool.name };
  return inSpan(
    `tool ${tool.name}`,
    async (span) => {
      const startedMs = performance.now();
      const result = await work(startedMs);
      const outcome = nameOf(result);
      span.setAttributes({ "trovella.outcome": outcome });
      const durationMs = performance.now() - startedMs;
      services.onCall?.({ toolName: tool.name, outcome, durationMs });
      return result;
    },
    { parent: trace, attributes },
  );
}

function nameOf(outcome: CallOutcome): string {
  if (outcome.kind === "failure") return outcome.code;
  return outcome.kind === "reply" ? "ok" : outcome.kind;
}
