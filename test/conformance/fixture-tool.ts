import type {
  CallToolResult,
  InputRequiredResult,
  ServerContext,
  ServerNotifier,
  Tool,
} from "@modelcontextprotocol/server";

export interface FixtureContext {
  readonly request: ServerContext;
  /** Notifies open subscriptions of a change. */
  readonly notify: Pick<ServerNotifier, "toolsChanged" | "promptsChanged">;
  /** Signs the state that a client keeps between two rounds of a call. */
  readonly sign: (state: unknown) => Promise<string>;
}

type FixtureResult = CallToolResult | InputRequiredResult;

/** A tool that the conformance suite calls by its name. */
export interface FixtureTool extends Tool {
  readonly run: (
    input: Readonly<Record<string, unknown>>,
    context: FixtureContext,
  ) => FixtureResult | Promise<FixtureResult>;
}

export function fixtureTool(name: string, run: FixtureTool["run"], schema = {}): FixtureTool {
  return {
    name,
    description: `Fixture of the conformance suite: ${name.replaceAll("_", " ")}`,
    inputSchema: { type: "object", ...schema },
    run,
  };
}

export function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}
