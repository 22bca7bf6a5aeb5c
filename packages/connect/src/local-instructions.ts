import { writeCommand } from "./client-overview.ts";
import { CLIENT_IDS, CLIENTS, type KnownClient } from "./clients.ts";
import { addCommandLine, quote } from "./command-line.ts";
import { entrySnippet } from "./config-entry.ts";
import { configPath, type Machine } from "./config-path.ts";
import type { ConnectableClient } from "./connectable-client.ts";
import { entryFor, type ServerEndpoint } from "./entry.ts";
import { installLink } from "./install-link.ts";
import { choiceFor, expandedValue, type Installation, type ServerChoice } from "./installation.ts";
import { isDetected } from "./machine.ts";

/** Instructions for every client on the server's own computer, the same that `trovella connect` prints. */
export function localInstructions(
  origin: string,
  machine: Machine,
  installation: Installation,
): ConnectableClient[] {
  const running: HttpServer = { transport: "http", url: `${origin}/mcp` };
  const choice = installation.stdioServer();
  const known = CLIENT_IDS.map((id) => ({
    ...instructionsFor(CLIENTS[id], running, choice, machine),
    command: commandFor(CLIENTS[id], running, choice, { ...installation, ...machine }),
  }));
  return [...known, anyOther(running)];
}

type HttpServer = Extract<ServerEndpoint, { transport: "http" }>;

function instructionsFor(
  client: KnownClient,
  running: HttpServer,
  choice: ServerChoice,
  machine: Machine,
): Omit<ConnectableClient, "command"> {
  const { server: installed, withheldVariable } = choiceFor(client, choice);
  // Without a withheld variable the client would start on another database; the command explains how to pass it.
  const servers = withheldVariable === null ? [running, installed] : [running];
  const usable = servers.filter(
    (server) =>
      (server.transport === "stdio" || client.shape.http) &&
      expandedValue(client, server) === undefined,
  );
  const last = usable.at(-1);
  return {
    id: client.id,
    name: client.name,
    clientInfoPrefixes: client.clientInfoPrefixes,
    isFound: isDetected(client.id, machine),
    link: last ? installLink(client, last) : null,
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

/** In a clone to be run in its folder; it connects the client to the database of this very server. */
function commandFor(
  client: KnownClient,
  running: HttpServer,
  { server, withheldVariable }: ServerChoice,
  { command: program, platform }: Pick<Installation, "command"> & Pick<Machine, "platform">,
): string {
  const command = writeCommand(client.id, program);
  // A secret stays out of the page: the client calls the running server instead.
  if (withheldVariable !== null) {
    return client.shape.http ? `${command} --url ${running.url}` : command;
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
    isFound: false,
    link: null,
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
