import path from "node:path";
import { addToJson, type TestClient, writeJson } from "./test-client.ts";

const SETTINGS = ".config/opencode/opencode.json";

export const OPENCODE: TestClient = {
  id: "opencode",
  name: "opencode",
  package: "opencode-ai",
  program: (platform) => `opencode-${platform}/bin/opencode`,
  configFile: SETTINGS,
  lacks: ["approve", "decline"],
  prepare({ home, modelUrl }) {
    const model = { name: "Scripted", limit: { context: 200_000, output: 8_000 } };
    const provider = {
      npm: "@ai-sdk/openai-compatible",
      name: "Scripted",
      options: { baseURL: `${modelUrl}/v1`, apiKey: "sk-scripted" },
      models: { scripted: model },
    };
    writeJson(path.join(home, SETTINGS), {
      autoupdate: false,
      share: "disabled",
      model: "scripted/scripted",
      small_model: "scripted/scripted",
      provider: { scripted: provider },
    });
  },
  writeEntry({ home, server }, { timeoutMs }) {
    const limit = timeoutMs ? { timeout: timeoutMs } : {};
    const entry =
      server.transport === "http"
        ? { type: "remote", url: server.url }
        : {
            type: "local",
            command: [server.command, ...server.args],
            environment: server.env,
          };
    addToJson(path.join(home, SETTINGS), "mcp", { ...entry, enabled: true, ...limit });
  },
  environment: () => ({ OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" }),
  listing: { args: ["mcp", "list"], proof: /✓ trovella .*connected/ },
  ask: (prompt) => ["run", prompt],
};
