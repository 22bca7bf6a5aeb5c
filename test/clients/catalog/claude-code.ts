import path from "node:path";
import { addToJson, type TestClient, writeJson } from "./test-client.ts";

const KEY = "sk-ant-scripted-model-of-the-tests";

export const CLAUDE_CODE: TestClient = {
  id: "claude-code",
  name: "Claude Code",
  package: "@anthropic-ai/claude-code",
  program: (platform) => `@anthropic-ai/claude-code-${platform}/claude`,
  configFile: ".claude.json",
  lacks: [],
  prepare({ home, folder }) {
    // Without these it first asks for a theme, the key and the folder when it runs in a terminal.
    writeJson(path.join(home, ".claude.json"), {
      hasCompletedOnboarding: true,
      theme: "dark",
      customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
      projects: { [folder]: { hasTrustDialogAccepted: true, allowedTools: [] } },
    });
  },
  writeEntry({ home, server: { transport, ...entry } }) {
    addToJson(path.join(home, ".claude.json"), "mcpServers", { type: transport, ...entry });
  },
  environment: ({ modelUrl }, { timeoutMs } = {}) => ({
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: KEY,
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    ...(timeoutMs ? { MCP_TOOL_TIMEOUT: String(timeoutMs) } : {}),
  }),
  listing: { args: ["mcp", "list"], proof: /trovella: .*✔ Connected/ },
  ask: (prompt) => ["-p", prompt, "--allowedTools", "mcp__trovella"],
  dialog: {
    start: () => ["--allowedTools", "mcp__trovella"],
    hurdles: [],
    ready: /⏵⏵|\? for shortcuts/,
    asked: /MCP server .trovella. requests your input/,
    approve: ["Enter", "Enter"],
    decline: ["Enter", "Right", "Enter"],
  },
};
