import {
  type ClientDefinition,
  type ClientId,
  CONFIG_SCOPES,
  type ConfigScope,
} from "./clients.ts";
import { ENTRY_NAME, entryFor, type ServerEndpoint } from "./entry.ts";

interface AddCommand {
  readonly scopes: readonly ConfigScope[];
  readonly stdio: string;
  readonly http: string;
}

/** The clients' own commands. Words in capitals are placeholders, each for any number of words. */
const ADD_COMMANDS: Readonly<Record<ClientId, AddCommand | null>> = {
  "claude-code": {
    scopes: CONFIG_SCOPES,
    // The name comes first: --env takes every word up to the next option.
    stdio: "claude mcp add NAME --scope SCOPE ENV -- PROGRAM",
    http: "claude mcp add --scope SCOPE --transport http NAME URL",
  },
  codex: {
    scopes: ["user"],
    stdio: "codex mcp add NAME ENV -- PROGRAM",
    http: "codex mcp add NAME --url URL",
  },
  "gemini-cli": {
    scopes: CONFIG_SCOPES,
    stdio: "gemini mcp add ENV --scope SCOPE NAME PROGRAM",
    http: "gemini mcp add --scope SCOPE --transport http NAME URL",
  },
  vscode: { scopes: ["user"], stdio: "code --add-mcp ENTRY", http: "code --add-mcp ENTRY" },
  cursor: null,
  "claude-desktop": null,
};

/** The client's own command that adds the server; null where it has none for this scope. */
export function addCommandLine(
  client: ClientDefinition,
  scope: ConfigScope,
  server: ServerEndpoint,
  platform: NodeJS.Platform,
): string | null {
  const command = ADD_COMMANDS[client.id];
  if (!command?.scopes.includes(scope)) return null;
  const values = new Map([
    ["NAME", [ENTRY_NAME]],
    ["SCOPE", [scope]],
    ["ENTRY", [JSON.stringify({ name: ENTRY_NAME, ...entryFor(client, server) })]],
    ...serverValues(server),
  ]);
  return command[server.transport]
    .split(" ")
    .flatMap((word) => values.get(word) ?? [word])
    .map((word) => quote(word, platform))
    .join(" ");
}

function serverValues(server: ServerEndpoint): [placeholder: string, words: string[]][] {
  if (server.transport === "http") return [["URL", [server.url]]];
  const { command, args, env } = server;
  return [
    ["PROGRAM", [command, ...args]],
    ["ENV", Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`])],
  ];
}

/** The word as a shell needs it. */
export function quote(word: string, platform: NodeJS.Platform): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word) && (platform === "win32" || !word.includes("\\")))
    return word;
  return platform === "win32"
    ? `"${word.replaceAll('"', '\\"')}"`
    : `'${word.replaceAll("'", "'\\''")}'`;
}
