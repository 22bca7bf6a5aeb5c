import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type ServerEntry, type TestClient, writeFile } from "./test-client.ts";

export const CODEX: TestClient = {
  id: "codex",
  name: "Codex",
  package: "@openai/codex",
  program: () => "@openai/codex/bin/codex.js",
  isJavaScript: true,
  configFile: ".codex/config.toml",
  lacks: [],
  prepare({ home, folder, modelUrl }) {
    const lines = [
      'model = "gpt-5.5"',
      'model_provider = "scripted"',
      "check_for_update_on_startup = false",
      "",
      "[model_providers.scripted]",
      'name = "Scripted"',
      `base_url = "${modelUrl}/v1"`,
      'wire_api = "responses"',
      'env_key = "OPENAI_API_KEY"',
      "",
      // Else it proposes another model in a terminal.
      "[notice.model_migrations]",
      '"gpt-5.5" = "gpt-6-sol"',
      "",
      `[projects.${JSON.stringify(folder)}]`,
      'trust_level = "trusted"',
      "",
    ];
    writeFile(path.join(home, ".codex/config.toml"), lines.join("\n"));
  },
  writeEntry({ home, server }, { timeoutMs }) {
    const file = path.join(home, ".codex/config.toml");
    const before = existsSync(file) ? readFileSync(file, "utf8") : "";
    const limit = timeoutMs ? `tool_timeout_sec = ${timeoutMs / 1_000}\n` : "";
    writeFile(file, `${before}\n[mcp_servers.trovella]\n${limit}${tomlOf(server)}`);
  },
  environment: () => ({ OPENAI_API_KEY: "sk-scripted" }),
  listing: { args: ["mcp", "list"], proof: /trovella\s.*enabled/ },
  ask: (prompt) => ["exec", "--skip-git-repo-check", prompt],
  dialog: {
    start: () => [],
    hurdles: [{ shown: /Use existing model/, keys: ["Down", "Enter"] }],
    ready: /Ask Codex to do anything/,
    asked: /Field 1\/1[\s\S]*?The figure is 42/,
    approve: ["Enter"],
    decline: ["Escape"],
    // Its form cannot be declined, only cancelled; the model may then relay a decision only if the person allows it.
    cancelled: /Allow the trovella MCP server to run tool "submit_user_decision"/,
  },
};

/** TOML strings are written as those of JSON. */
function tomlOf(server: ServerEntry): string {
  if (server.transport === "http") return `url = ${JSON.stringify(server.url)}\n`;
  const env = Object.entries(server.env).map(
    ([key, value]) => `${key} = ${JSON.stringify(value)}\n`,
  );
  const { command, args } = server;
  return [
    `command = ${JSON.stringify(command)}\n`,
    `args = ${JSON.stringify(args)}\n\n`,
    `[mcp_servers.trovella.env]\n${env.join("")}`,
  ].join("");
}
