import type { Client, Scope } from "./clients.ts";
import { ENTRY_NAME, entryFor, type Server } from "./entry.ts";

/** The client's own command that adds the server; null where it has none for this. */
export function addCommandLine(
  client: Client,
  scope: Scope,
  server: Server,
  platform: NodeJS.Platform,
): string | null {
  const words = wordsFor(client, scope, server);
  return words ? words.map((word) => quote(word, platform)).join(" ") : null;
}

function wordsFor(client: Client, scope: Scope, server: Server): string[] | null {
  switch (client.id) {
    case "claude-code":
      // The name comes first: --env takes every word up to the next option.
      return server.transport === "http"
        ? ["claude", "mcp", "add", "--scope", scope, "--transport", "http", ENTRY_NAME, server.url]
        : [
            "claude",
            "mcp",
            "add",
            ENTRY_NAME,
            "--scope",
            scope,
            ...variables("--env", server),
            "--",
            ...program(server),
          ];
    case "codex":
      if (scope === "project") return null;
      return server.transport === "http"
        ? ["codex", "mcp", "add", ENTRY_NAME, "--url", server.url]
        : [
            "codex",
            "mcp",
            "add",
            ENTRY_NAME,
            ...variables("--env", server),
            "--",
            ...program(server),
          ];
    case "gemini-cli":
      return server.transport === "http"
        ? ["gemini", "mcp", "add", "--scope", scope, "--transport", "http", ENTRY_NAME, server.url]
        : [
            "gemini",
            "mcp",
            "add",
            ...variables("--env", server),
            "--scope",
            scope,
            ENTRY_NAME,
            ...program(server),
          ];
    case "vscode":
      if (scope === "project") return null;
      return [
        "code",
        "--add-mcp",
        JSON.stringify({ name: ENTRY_NAME, ...entryFor(client, server) }),
      ];
    case "cursor":
    case "claude-desktop":
      return null;
  }
}

type Started = Extract<Server, { transport: "stdio" }>;

function program({ command, args }: Started): string[] {
  return [command, ...args];
}

function variables(option: string, { env }: Started): string[] {
  return Object.entries(env).flatMap(([name, value]) => [option, `${name}=${value}`]);
}

function quote(word: string, platform: NodeJS.Platform): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word) && (platform === "win32" || !word.includes("\\")))
    return word;
  return platform === "win32"
    ? `"${word.replaceAll('"', '\\"')}"`
    : `'${word.replaceAll("'", "'\\''")}'`;
}
