import { CLIENT_IDS, CLIENTS, type KnownClient } from "./clients.ts";
import { addCommandLine } from "./command-line.ts";
import { entrySnippet } from "./config-entry.ts";
import { configPath } from "./config-path.ts";
import type { ConnectableClient, ConnectionMethod } from "./connectable-client.ts";
import { entryFor } from "./entry.ts";
import { installLink } from "./install-link.ts";

/** Instructions for connecting clients on other computers to a team's server; they reveal nothing about the server's own. */
export function teamInstructions(origin: string): ConnectableClient[] {
  const server = { transport: "http", url: `${origin}/mcp` } as const;
  const known = CLIENT_IDS.map((id): ConnectableClient => {
    const client = CLIENTS[id];
    const { name, clientInfoPrefixes, signIn } = client;
    // Claude Desktop takes URLs in its settings only.
    const methods = client.shape.http ? methodsFor(client, server) : [];
    const link = client.shape.http ? installLink(client, server) : null;
    const common = { id, name, clientInfoPrefixes, isFound: false, command: null };
    return { ...common, link, methods, nextStep: signIn };
  });
  return [...known, anyOther(server)];
}

type HttpServer = { readonly transport: "http"; readonly url: string };

/** Sign-in with a browser, or else a token that the client reads from its environment. */
function methodsFor(client: KnownClient, server: HttpServer): ConnectionMethod[] {
  const entry = entryFor(client, server);
  const file = fileOf(client);
  const byBrowser: ConnectionMethod = {
    transport: "http",
    signIn: "browser",
    file,
    entry: entrySnippet(client, entry),
    commandLine: addCommandLine(client, "user", server, "linux"),
  };
  if (!client.tokenKeys) return [byBrowser];
  const withToken = entrySnippet(client, { ...entry, ...client.tokenKeys });
  return [byBrowser, { ...byBrowser, signIn: "token", entry: withToken, commandLine: null }];
}

/** Stands for the reader's computer, so that paths begin with `~`. */
const ANY_COMPUTER = { platform: "linux", home: "~", environment: {}, cwd: "." } as const;

/** Its path where that is the same on every platform, else its name. */
function fileOf({ id, files }: KnownClient): string {
  const isSame = files.user.at(-1)?.startsWith("~") && !files.userOnWindows;
  const path = configPath(id, "user", ANY_COMPUTER);
  if (isSame) return path;
  return id === "vscode" ? "mcp.json of your profile" : (path.split("/").at(-1) ?? path);
}

/** The format that most clients understand. */
function anyOther(server: HttpServer): ConnectableClient {
  const client = CLIENTS["claude-code"];
  return {
    id: "other",
    name: "Any other client",
    clientInfoPrefixes: [],
    isFound: false,
    link: null,
    command: null,
    methods: methodsFor(client, server).map((method) => ({
      ...method,
      file: null,
      commandLine: null,
    })),
    nextStep:
      "Give it the URL above. A client with OAuth support opens your browser to sign in; any other sends an access token as Authorization: Bearer.",
  };
}
