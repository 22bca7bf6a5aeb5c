import { writeCommand } from "./client-overview.ts";
import { CLIENT_IDS, CLIENTS, type ClientDefinition } from "./clients.ts";
import { addCommandLine, quote } from "./command-line.ts";
import { entrySnippet } from "./config-entry.ts";
import { configPath, type Machine } from "./config-path.ts";
import type { ConnectableClient } from "./connectable-client.ts";
import { entryFor, type ServerEndpoint } from "./entry.ts";
import { expandedValue, type Installation, type ServerChoice } from "./installation.ts";

/** Instructions for every client on the server's own computer, the same that `trovella connect` prints. */
export function localInstructions(
  origin: string,
  machine: Machine,
  installation: Installation,
): ConnectableClient[] {
  const running: ServerEndpoint = { transport: "http", url: `${origin}/mcp` };
  const choice = installation.stdioServer();
  const { server: installed, withheldVariable } = choice;
  // Without a withheld variable the client would start on another database; the command explains how to pass it.
  const servers = withheldVariable === null ? [running, installed] : [running];
  const known = CLIENT_IDS.map((id) => ({
    ...instructionsFor(CLIENTS[id], servers, machine),
    command: commandFor(CLIENTS[id], running, choice, machine.platform),
  }));
  return [...known, anyOther(running)];
}

function instructionsFor(
  client: ClientDefinition,
  servers: readonly ServerEndpoint[],
  machine: Machine,
): Omit<ConnectableClient, "command"> {
  const usable = servers.filter(
    (server) =>
      client.transports.includes(server.transport) && expandedValue(client, server) === undefined,
  );
  return {
    id: client.id,
    name: client.name,
    clientInfoPrefixes: client.clientInfoPrefixes,
    methods: usable.map((server) => ({
      transport: server.transport,
      signIn: "none",
      file: configPath(client.id, "user", machine),
      entry: entrySnippet(client, entryFor(client, server)),
      commandLine: addCommandLine(client, "user", server, machine.platform),
    })),
    nextStep: sentence(client.nextStep.user ?? ""),
  };
}

/** Run in Trovella's folder, it connects the client to the database of this very server. */
function commandFor(
  client: ClientDefinition,
  running: Extract<ServerEndpoint, { transport: "http" }>,
  { server, withheldVariable }: ServerChoice,
  platform: NodeJS.Platform,
): string {
  const command = `npx ${writeCommand(client.id)}`;
  // A secret stays out of the page: the client calls the running server instead.
  if (withheldVariable !== null) {
    return client.transports.includes("http") ? `${command} --url ${running.url}` : command;
  }
  const env = server.transport === "stdio" ? server.env : {};
  return [...Object.entries(env).map((variable) => assignment(variable, platform)), command].join(
    platform === "win32" ? "; " : " ",
  );
}

/** Of a variable for one command, in a POSIX shell or in PowerShell. */
function assignment([name, value]: readonly [string, string], platform: NodeJS.Platform): string {
  return platform === "win32"
    ? `$env:${name}='${value.replaceAll("'", "''")}'`
    : `${name}=${quote(value, platform)}`;
}

/** The format that most clients understand. */
function anyOther(server: ServerEndpoint): ConnectableClient {
  const client = CLIENTS["claude-code"];
  const entry = entrySnippet(client, entryFor(client, server));
  return {
    id: "other",
    name: "Any other client",
    clientInfoPrefixes: [],
    command: null,
    methods: [
      { transport: server.transport, signIn: "none", file: null, entry, commandLine: null },
    ],
    nextStep:
      "ChatGPT and others that run on the internet need a public URL with sign-in, which local mode does not have.",
  };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
