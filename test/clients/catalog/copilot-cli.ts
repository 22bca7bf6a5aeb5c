import path from "node:path";
import { addToJson, type TestClient } from "./test-client.ts";

export const COPILOT_CLI: TestClient = {
  id: "copilot-cli",
  name: "Copilot CLI",
  package: "@github/copilot",
  program: (platform) => `@github/copilot-${platform}/copilot`,
  configFile: ".copilot/mcp-config.json",
  lacks: [],
  writeEntry({ home, server }, { timeoutMs }) {
    const { transport, ...rest } = server;
    const type = transport === "stdio" ? "local" : "http";
    const limit = timeoutMs ? { timeout: timeoutMs } : {};
    const file = path.join(home, ".copilot/mcp-config.json");
    addToJson(file, "mcpServers", { type, tools: ["*"], ...rest, ...limit });
  },
  environment: ({ modelUrl }) => ({
    COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
    COPILOT_PROVIDER_API_KEY: "sk-scripted",
    COPILOT_MODEL: "gpt-4.1",
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
  }),
  listing: { args: ["mcp", "list"], proof: /trovella \((local|http)\)/ },
  ask: (prompt) => ["-p", prompt, "--allow-all-tools", "-s"],
  dialog: {
    start: () => ["--allow-all-tools"],
    hurdles: [{ shown: /Do you trust the files in this folder/, keys: ["Enter"] }],
    ready: /server connected/,
    asked: /trovella needs information/,
    approve: ["Enter"],
    decline: ["C-d"],
  },
};
