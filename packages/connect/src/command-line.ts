import type { ClientDefinition, ConfigScope } from "./client-definition.ts";
import { ENTRY_NAME, entryFor, type ServerEndpoint } from "./entry.ts";

/** The client's own command that adds the server; null where it has none for this scope. */
export function addCommandLine(
  client: ClientDefinition,
  scope: ConfigScope,
  server: ServerEndpoint,
  platform: NodeJS.Platform,
): string | null {
  const command = client.addCommand;
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
