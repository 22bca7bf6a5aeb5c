import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse, stringify } from "yaml";
import { fieldsIn, listIn } from "../model/conversation.ts";
import { type TestClient, writeFile } from "./test-client.ts";

const SETTINGS = ".continue/config.yaml";

export const CONTINUE: TestClient = {
  id: "continue",
  name: "Continue CLI",
  package: "@continuedev/cli",
  program: () => "@continuedev/cli/dist/cn.js",
  isJavaScript: true,
  configFile: SETTINGS,
  lacks: ["list", "approve", "decline"],
  prepare({ home, modelUrl }) {
    const model = {
      name: "Scripted",
      provider: "openai",
      model: "gpt-4.1",
      apiBase: `${modelUrl}/v1`,
      apiKey: "sk-scripted",
      roles: ["chat"],
      capabilities: ["tool_use"],
    };
    const settings = { name: "Tests", version: "1.0.0", schema: "v1", models: [model] };
    writeFile(path.join(home, SETTINGS), stringify(settings));
  },
  writeEntry({ home, server }) {
    const file = path.join(home, SETTINGS);
    const settings = fieldsIn(existsSync(file) ? parse(readFileSync(file, "utf8")) : {});
    const { transport, ...rest } = server;
    const type = transport === "http" ? { type: "streamable-http" } : {};
    const mcpServers = [...listIn(settings.mcpServers), { name: "trovella", ...type, ...rest }];
    writeFile(file, stringify({ ...settings, mcpServers }));
  },
  environment: () => ({ CONTINUE_TELEMETRY_ENABLED: "0", CONTINUE_METRICS_ENABLED: "0" }),
  ask: (prompt, { home }) => {
    return ["-p", prompt, "--config", path.join(home, SETTINGS), "--allow", "*"];
  },
};
