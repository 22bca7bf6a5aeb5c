import path from "node:path";
import type { ClientId } from "./clients.ts";
import type { Machine } from "./config-path.ts";
import { configPath } from "./config-path.ts";
import type { KeyChange } from "./entry.ts";

/** The clients that can export how much they used. */
export const USAGE_CLIENT_IDS = ["claude-code", "codex", "gemini-cli"] as const;
export type UsageClientId = (typeof USAGE_CLIENT_IDS)[number];

export interface UsageSettings {
  readonly file: string;
  readonly syntax: "json" | "toml";
  /** Set in the file. */
  readonly keys: readonly KeyChange[];
  /** Keys of the file and variables that, when they are there, send metrics elsewhere. */
  readonly rivals: {
    readonly keys: readonly (readonly string[])[];
    readonly variables: readonly string[];
  };
  /** Variables with these values must be set where the client is started, because no file of its own can. */
  readonly variables: Readonly<Record<string, string>>;
}

/** In the environment of Claude Code, its own settings and those for metrics alone win over the general ones. */
const GENERAL_VARIABLES = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_PROTOCOL"];

/** The settings with which a client exports its metrics to this server, in the files of the user. */
export function usageSettings(
  client: UsageClientId,
  serverUrl: string,
  machine: Machine,
): UsageSettings {
  const base = serverUrl.replace(/(\/api)?\/mcp\/?$/, "").replace(/\/$/, "");
  switch (client) {
    case "claude-code":
      return claudeCodeSettings(base, machine);
    case "codex":
      return {
        file: configPath(client, "user", machine),
        syntax: "toml",
        keys: [
          {
            path: ["otel", "metrics_exporter", "otlp-http"],
            value: { endpoint: `${base}/v1/metrics`, protocol: "json" },
          },
        ],
        rivals: { keys: [["otel", "metrics_exporter"]], variables: [] },
        variables: {},
      };
    case "gemini-cli":
      return {
        file: configPath(client, "user", machine),
        syntax: "json",
        keys: [{ path: ["telemetry"], value: geminiTelemetry(base) }],
        rivals: { keys: [], variables: [] },
        variables: { OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: "delta" },
      };
  }
}

function claudeCodeSettings(base: string, machine: Machine): UsageSettings {
  const variables = {
    CLAUDE_CODE_ENABLE_TELEMETRY: "1",
    OTEL_METRICS_EXPORTER: "otlp",
    OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: "http/json",
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${base}/v1/metrics`,
  };
  return {
    file: claudeSettingsFile(machine),
    syntax: "json",
    keys: Object.entries(variables).map(([name, value]) => ({ path: ["env", name], value })),
    rivals: {
      keys: GENERAL_VARIABLES.map((name) => ["env", name]),
      variables: [...Object.keys(variables), ...GENERAL_VARIABLES],
    },
    variables: {},
  };
}

function claudeSettingsFile({ platform, home, environment }: Machine): string {
  const { join } = platform === "win32" ? path.win32 : path.posix;
  return join(environment.CLAUDE_CONFIG_DIR || join(home, ".claude"), "settings.json");
}

/** It sends logs there too, which the server does not take; without prompts there is little in them. */
function geminiTelemetry(base: string) {
  return {
    enabled: true,
    target: "local",
    otlpEndpoint: base,
    otlpProtocol: "http",
    logPrompts: false,
    traces: false,
  };
}

export function isUsageClient(id: ClientId): id is UsageClientId {
  return USAGE_CLIENT_IDS.some((each) => each === id);
}
