import path from "node:path";
import { addToJson, type TestClient } from "./test-client.ts";

export const CLINE: TestClient = {
  id: "cline",
  name: "Cline CLI",
  package: "cline",
  program: () => "cline/bin/cline",
  isJavaScript: true,
  configFile: ".cline/data/settings/cline_mcp_settings.json",
  // It tells no server that it gave up on a call, and its hub, a daemon, goes on when the command that asked is gone.
  lacks: ["list", "timeout", "vanish", "approve", "decline"],
  signIn: ({ modelUrl }) => {
    const provider = ["-p", "openai", "-k", "sk-scripted", "-m", "scripted"];
    return ["auth", ...provider, "-b", `${modelUrl}/v1`];
  },
  writeEntry({ home, server }, { timeoutMs }) {
    const { transport, ...stdio } = server;
    const entry =
      transport === "http"
        ? { transport: { type: "streamableHttp", url: server.url } }
        : { type: "stdio", ...stdio };
    const limit = timeoutMs ? { timeout: timeoutMs / 1_000 } : {};
    const file = path.join(home, ".cline/data/settings/cline_mcp_settings.json");
    addToJson(file, "mcpServers", { ...entry, ...limit });
  },
  environment: () => ({ CLINE_DISABLE_AUTO_UPDATE: "1", CLINE_TELEMETRY_DISABLED: "1" }),
  ask: (prompt) => ["-P", "openai-compatible", "-m", "scripted", prompt],
};
