import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ConnectOptions, parseConnectRequest } from "./connect-request.ts";
import type { Installation } from "./installation.ts";
import { runUsage } from "./run-usage.ts";
import { USAGE_CLIENT_IDS } from "./usage-settings.ts";

const FILES = {
  "claude-code": ".claude/settings.json",
  codex: ".codex/config.toml",
  "gemini-cli": ".gemini/settings.json",
} as const;
const installation: Installation = {
  version: "1",
  command: "trovella",
  stdioServer: () => {
    throw new Error("not reached");
  },
  httpUrl: () => "http://127.0.0.1:4737/mcp",
};

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "trovella-usage-"));
});
afterEach(() => rmSync(home, { recursive: true }));

describe.each(USAGE_CLIENT_IDS)("the settings of %s", (client) => {
  const kept =
    client === "codex" ? '# mine\n[tui]\ntheme = "dark"\n' : '{\n  // mine\n  "a": 1\n}\n';

  it("are shown, written once, and removed byte for byte", () => {
    const file = put(FILES[client], kept);
    expect(run({ client })).toMatch(/Nothing was written/);
    expect(readFileSync(file, "utf8")).toBe(kept);

    expect(run({ client, write: true })).toContain(`Wrote ${file}. The previous version is kept`);
    const written = readFileSync(file, "utf8");
    expect(written).toContain("http://127.0.0.1:4737");
    expect(written).toContain("mine");
    expect(run({ client, write: true })).toMatch(/already reports its usage/);
    expect(readFileSync(file, "utf8")).toBe(written);

    expect(run({ client, undo: true })).toMatch(/no longer reports/);
    expect(readFileSync(file, "utf8")).toBe(kept);
    expect(run({ client, undo: true })).toMatch(/Nothing was changed/);
  });

  it("leave no file behind where there was none", () => {
    const file = path.join(home, FILES[client]);
    run({ client, write: true });
    expect(existsSync(file)).toBe(true);
    run({ client, undo: true });
    expect(existsSync(file)).toBe(false);
  });

  it("keep what was added to the file since", () => {
    const file = path.join(home, FILES[client]);
    run({ client, write: true });
    const added = readFileSync(file, "utf8");
    const changed = client === "codex" ? `${added}[tui]\n` : added.replace("{", '{\n  "later": 2,');
    writeFileSync(file, changed);
    run({ client, undo: true });
    const left = readFileSync(file, "utf8");
    expect(left).toMatch(client === "codex" ? /\[tui\]/ : /"later": 2/);
    expect(left).not.toContain("4737");
  });

  it("name a team's server and the token, which is not written", () => {
    const url = "https://research.example/mcp";
    const output = run({ client, url, write: true }, { TROVELLA_TOKEN: "trov_secret" });
    expect(output).toContain('OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer $TROVELLA_TOKEN"');
    const text = readFileSync(path.join(home, FILES[client]), "utf8");
    expect(text).toContain("https://research.example");
    expect(text).not.toMatch(/trov_secret|\/mcp/);
    // Undo without the URL would not know whose settings these are.
    expect(() => run({ client, undo: true })).toThrow(/other settings for telemetry/);
    expect(run({ client, url, undo: true })).toMatch(/no longer reports/);
  });
});

describe("telemetry for something else", () => {
  it.each([
    [
      "claude-code",
      '{ "env": { "OTEL_METRICS_EXPORTER": "prometheus" } }',
      "OTEL_METRICS_EXPORTER",
    ],
    ["claude-code", '{ "env": { "CLAUDE_CODE_ENABLE_TELEMETRY": "0" } }', "ENABLE_TELEMETRY"],
    [
      "claude-code",
      '{ "env": { "OTEL_EXPORTER_OTLP_ENDPOINT": "https://collector.example" } }',
      "env.OTEL_EXPORTER_OTLP_ENDPOINT",
    ],
    ["codex", '[otel]\nmetrics_exporter = "none"\n', "otel.metrics_exporter"],
    [
      "codex",
      '[otel.metrics_exporter.otlp-grpc]\nendpoint = "https://collector.example"\n',
      "otel.metrics_exporter",
    ],
    ["gemini-cli", '{ "telemetry": { "enabled": false } }', "telemetry"],
  ] as const)("of %s stays as it is: %s", (client, text, name) => {
    const file = put(FILES[client], text);
    expect(() => run({ client, write: true })).toThrow(name);
    expect(() => run({ client, write: true })).toThrow(/Nothing was changed/);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("may be in the shell's environment", () => {
    const environment = { OTEL_METRICS_EXPORTER: "prometheus" };
    expect(() => run({ client: "claude-code", write: true }, environment)).toThrow(
      /OTEL_METRICS_EXPORTER/,
    );
    expect(existsSync(path.join(home, FILES["claude-code"]))).toBe(false);
    run({ client: "claude-code", write: true, force: true }, environment);
    expect(existsSync(path.join(home, FILES["claude-code"]))).toBe(true);
  });

  it("of other kinds does not matter", () => {
    const file = put(FILES.codex, '[otel]\nenvironment = "dev"\nlog_user_prompt = false\n');
    run({ client: "codex", write: true });
    const text = readFileSync(file, "utf8");
    expect(text).toContain("log_user_prompt = false");
    expect(text).toContain("[otel.metrics_exporter.otlp-http]");
  });
});

it("names the variable that Gemini CLI needs, unless it is set", () => {
  const name = "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE";
  expect(run({ client: "gemini-cli" })).toContain(`Set ${name}=delta`);
  expect(run({ client: "gemini-cli" }, { [name]: "delta" })).not.toContain(name);
});

it("respects CLAUDE_CONFIG_DIR", () => {
  run({ client: "claude-code", write: true }, { CLAUDE_CONFIG_DIR: `${home}/elsewhere` });
  expect(existsSync(`${home}/elsewhere/settings.json`)).toBe(true);
});

function run(options: ConnectOptions, environment: Record<string, string> = {}): string {
  const request = parseConnectRequest({ usage: true, ...options });
  if (!request?.client) throw new Error("no client");
  let output = "";
  const print = (text: string) => {
    output += text;
  };
  const machine = { platform: "linux", home, environment, cwd: home } as const;
  runUsage(request, { machine, installation, isJson: false, print });
  return output;
}

function put(name: string, text: string): string {
  const file = path.join(home, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
