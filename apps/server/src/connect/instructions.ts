import type { ConnectableClient, ConnectionWay } from "@trovella/api";
import { CLIENT_IDS, CLIENTS, type Client } from "./clients.ts";
import { addCommandLine } from "./command-line.ts";
import { configFile, type Machine } from "./config-path.ts";
import { snippetOf } from "./config-text.ts";
import { entryFor, type Server } from "./entry.ts";
import { installedServer, variableIn } from "./installation.ts";
import { writeCommand } from "./overview.ts";

/** What `trovella connect` shows and prints, for every client, as the console tells it. */
export function clientInstructions(origin: string, machine: Machine): ConnectableClient[] {
  const running: Server = { transport: "http", url: `${origin}/mcp` };
  const { server: installed, withheld } = installedServer(machine.environment);
  // Without what is withheld the client would start on another database; the command says how to give it.
  const servers = withheld === null ? [running, installed] : [running];
  const known = CLIENT_IDS.map((id) => instructionsFor(CLIENTS[id], servers, machine));
  return [...known, anyOther(running)];
}

function instructionsFor(
  client: Client,
  servers: readonly Server[],
  machine: Machine,
): ConnectableClient {
  const usable = servers.filter(
    (server) =>
      client.transports.includes(server.transport) && variableIn(client, server) === undefined,
  );
  return {
    id: client.id,
    name: client.name,
    callsItself: client.callsItself,
    command: `npx ${writeCommand(client.id)}`,
    ways: usable.map((server) => wayOf(client, server, machine)),
    afterwards: sentence(client.afterwards.user ?? ""),
  };
}

function wayOf(client: Client, server: Server, machine: Machine): ConnectionWay {
  return {
    transport: server.transport,
    signIn: "none",
    file: configFile(client.id, "user", machine),
    entry: snippetOf(client, entryFor(client, server)),
    commandLine: addCommandLine(client, "user", server, machine.platform),
  };
}

/** The form that most clients understand. */
function anyOther(server: Server): ConnectableClient {
  const client = CLIENTS["claude-code"];
  const entry = snippetOf(client, entryFor(client, server));
  return {
    id: "other",
    name: "Any other client",
    callsItself: [],
    command: null,
    ways: [{ transport: server.transport, signIn: "none", file: null, entry, commandLine: null }],
    afterwards:
      "ChatGPT and others that run on the internet need a public address with sign-in, which local mode does not have.",
  };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
