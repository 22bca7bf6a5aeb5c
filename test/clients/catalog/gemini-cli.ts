import path from "node:path";
import {
  addToJson,
  type EntryOptions,
  type Place,
  type TestClient,
  writeJson,
} from "./test-client.ts";

export const GEMINI_CLI: TestClient = {
  id: "gemini-cli",
  name: "Gemini CLI",
  package: "@google/gemini-cli",
  program: () => "@google/gemini-cli/bundle/gemini.js",
  isJavaScript: true,
  configFile: ".gemini/settings.json",
  lacks: ["approve", "decline"],
  prepare({ home }) {
    writeJson(path.join(home, ".gemini/settings.json"), {
      security: { auth: { selectedType: "gemini-api-key" } },
      privacy: { usageStatisticsEnabled: false },
    });
  },
  writeEntry: (place, options) => addGeminiEntry(".gemini/settings.json", place, options),
  environment: ({ modelUrl }) => ({
    GEMINI_API_KEY: "scripted",
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
  }),
  listing: { args: ["mcp", "list"], proof: /✓ trovella: .* Connected/ },
  ask: (prompt) => ["-p", prompt, "--approval-mode", "yolo"],
};

/** Qwen Code has the same form. */
export function addGeminiEntry(
  file: string,
  { home, server }: Place,
  { timeoutMs }: EntryOptions,
): void {
  const { transport, ...stdio } = server;
  const entry = transport === "http" ? { httpUrl: server.url } : stdio;
  const limit = timeoutMs ? { timeout: timeoutMs } : {};
  addToJson(path.join(home, file), "mcpServers", { ...entry, ...limit });
}
