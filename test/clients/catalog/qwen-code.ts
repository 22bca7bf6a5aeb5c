import path from "node:path";
import { addGeminiEntry } from "./gemini-cli.ts";
import { type TestClient, writeJson } from "./test-client.ts";

const SETTINGS = ".qwen/settings.json";

export const QWEN_CODE: TestClient = {
  id: "qwen-code",
  name: "Qwen Code",
  package: "@qwen-code/qwen-code",
  program: () => "@qwen-code/qwen-code/cli-entry.js",
  isJavaScript: true,
  configFile: SETTINGS,
  lacks: ["approve", "decline"],
  prepare({ home }) {
    writeJson(path.join(home, SETTINGS), {
      security: { auth: { selectedType: "openai" } },
      privacy: { usageStatisticsEnabled: false },
    });
  },
  writeEntry: (place, options) => addGeminiEntry(SETTINGS, place, options),
  environment: ({ modelUrl }) => ({
    OPENAI_API_KEY: "sk-scripted",
    OPENAI_BASE_URL: `${modelUrl}/v1`,
    OPENAI_MODEL: "scripted",
    QWEN_CODE_SUPPRESS_YOLO_WARNING: "1",
  }),
  listing: { args: ["mcp", "list"], proof: /trovella: .* Connected/ },
  ask: (prompt) => ["-p", prompt, "--approval-mode", "yolo"],
};
