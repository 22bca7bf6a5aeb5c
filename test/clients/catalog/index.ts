import { CLAUDE_CODE } from "./claude-code.ts";
import { CLINE } from "./cline.ts";
import { CODEX } from "./codex.ts";
import { CONTINUE } from "./continue.ts";
import { COPILOT_CLI } from "./copilot-cli.ts";
import { GEMINI_CLI } from "./gemini-cli.ts";
import { OPENCODE } from "./opencode.ts";
import { QWEN_CODE } from "./qwen-code.ts";
import type { TestClient } from "./test-client.ts";

export const TEST_CLIENTS: readonly TestClient[] = [
  CLAUDE_CODE,
  CODEX,
  GEMINI_CLI,
  OPENCODE,
  QWEN_CODE,
  COPILOT_CLI,
  CLINE,
  CONTINUE,
];
