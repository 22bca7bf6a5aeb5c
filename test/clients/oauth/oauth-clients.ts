import { readFileSync } from "node:fs";
import path from "node:path";
import { CLAUDE_CODE } from "../catalog/claude-code.ts";
import { CODEX } from "../catalog/codex.ts";
import { GEMINI_CLI } from "../catalog/gemini-cli.ts";
import { OPENCODE } from "../catalog/opencode.ts";
import { type Place, type TestClient, writeJson } from "../catalog/test-client.ts";
import { fieldsIn } from "../model/conversation.ts";
import type { TypedLine } from "./sign-in.ts";

const REVIEW = "read write review offline_access";

/** How a client signs in to a server, and how it asks for the right to decide reviews. */
export interface OAuthClient {
  readonly client: TestClient;
  readonly args: readonly string[];
  readonly typed?: readonly TypedLine[];
  readonly success?: RegExp;
  /** Options before all others. */
  readonly options?: readonly string[];
  /** A command that makes it forget the sign-in before it asks for more. */
  readonly signOut?: readonly string[];
  /** Other arguments, or a changed file, for more rights. */
  stepUp(place: Place): readonly string[];
}

export const OAUTH_CLIENTS: readonly OAuthClient[] = [
  {
    client: CLAUDE_CODE,
    args: ["mcp", "login", "trovella"],
    // It wants a terminal, though nothing has to be typed.
    typed: [],
    stepUp: () => ["mcp", "login", "trovella"],
  },
  {
    client: CODEX,
    // Otherwise it refuses to relay a decision when nobody is there to ask.
    options: ["-c", 'mcp_servers.trovella.default_tools_approval_mode="approve"'],
    args: ["mcp", "login", "trovella"],
    stepUp: () => ["mcp", "login", "trovella", "--scopes", REVIEW.replaceAll(" ", ",")],
  },
  {
    client: GEMINI_CLI,
    args: [],
    typed: [
      { when: /Type your message/, text: "/mcp auth trovella" },
      { when: /Do you want to continue/, text: "" },
    ],
    success: /Successfully authenticated|authentication (was )?successful/i,
    stepUp: ({ home }) =>
      addToEntry(home, ".gemini/settings.json", "mcpServers", {
        oauth: { enabled: true, scopes: REVIEW.split(" ") },
      }),
  },
  {
    client: OPENCODE,
    args: ["mcp", "auth", "trovella"],
    signOut: ["mcp", "logout", "trovella"],
    stepUp({ home }) {
      addToEntry(home, ".config/opencode/opencode.json", "mcp", { oauth: { scope: REVIEW } });
      return ["mcp", "auth", "trovella"];
    },
  },
];

function addToEntry(home: string, file: string, key: string, more: object): readonly string[] {
  const where = path.join(home, file);
  const config = fieldsIn(JSON.parse(readFileSync(where, "utf8")));
  const servers = fieldsIn(config[key]);
  const trovella = { ...fieldsIn(servers.trovella), ...more };
  writeJson(where, { ...config, [key]: { ...servers, trovella } });
  return [];
}
