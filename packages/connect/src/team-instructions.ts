import { CLIENT_IDS, CLIENTS, type ClientDefinition, type ClientId } from "./clients.ts";
import { addCommandLine } from "./command-line.ts";
import { entrySnippet } from "./config-entry.ts";
import { configPath } from "./config-path.ts";
import type { ConnectableClient, ConnectionMethod } from "./connectable-client.ts";
import { entryFor, type ServerEntry } from "./entry.ts";

/** Instructions for connecting clients on other computers to a team's server; they reveal nothing about the server's own. */
export function teamInstructions(origin: string): ConnectableClient[] {
  const server = { transport: "http", url: `${origin}/mcp` } as const;
  const known = CLIENT_IDS.map((id): ConnectableClient => {
    const client = CLIENTS[id];
    const { name, clientInfoPrefixes, transports } = client;
    // Claude Desktop takes URLs in its settings only.
    const methods = transports.includes("http") ? methodsFor(client, server) : [];
    return { id, name, clientInfoPrefixes, command: null, methods, nextStep: NEXT_STEPS[id] };
  });
  return [...known, anyOther(server)];
}

type HttpServer = { readonly transport: "http"; readonly url: string };

/** Sign-in with a browser, or else a token that the client reads from its environment. */
function methodsFor(client: ClientDefinition, server: HttpServer): ConnectionMethod[] {
  const entry = entryFor(client, server);
  const file = FILES[client.id];
  return [
    {
      transport: "http",
      signIn: "browser",
      file,
      entry: entrySnippet(client, entry),
      commandLine: addCommandLine(client, "user", server, "linux"),
    },
    {
      transport: "http",
      signIn: "token",
      file,
      entry: entrySnippet(client, { ...entry, ...TOKEN_KEYS[client.id] }),
      commandLine: null,
    },
  ];
}

/** Stands for the reader's computer, so that paths begin with `~`. */
const ANY_COMPUTER = { platform: "linux", home: "~", environment: {}, cwd: "." } as const;

const FILES: Readonly<Record<ClientId, string | null>> = {
  "claude-code": configPath("claude-code", "user", ANY_COMPUTER),
  "claude-desktop": null,
  cursor: configPath("cursor", "user", ANY_COMPUTER),
  vscode: "mcp.json of your profile",
  codex: configPath("codex", "user", ANY_COMPUTER),
  "gemini-cli": configPath("gemini-cli", "user", ANY_COMPUTER),
};

/** The keys with which each client sends the token from TROVELLA_TOKEN. */
const TOKEN_KEYS: Readonly<Record<ClientId, ServerEntry>> = {
  "claude-code": bearer(`\${TROVELLA_TOKEN}`),
  "claude-desktop": {},
  cursor: bearer(`\${env:TROVELLA_TOKEN}`),
  vscode: bearer(`\${env:TROVELLA_TOKEN}`),
  codex: { bearer_token_env_var: "TROVELLA_TOKEN" },
  "gemini-cli": bearer("$TROVELLA_TOKEN"),
};

function bearer(value: string): ServerEntry {
  return { headers: { Authorization: `Bearer ${value}` } };
}

const NEXT_STEPS: Readonly<Record<ClientId, string>> = {
  "claude-code": "Then /mcp in Claude Code, choose trovella and Authenticate: your browser opens.",
  "claude-desktop":
    "In its settings under Connectors, add a custom connector with the URL above; your browser opens. The connection comes from the internet, so the server must be reachable from there.",
  cursor: "Then Cursor's settings, Tools & MCP, offer to sign in: your browser opens.",
  vscode: 'Then "MCP: List Servers" in VS Code, start trovella: your browser opens.',
  codex: "Then run `codex mcp login trovella`: your browser opens.",
  "gemini-cli": "Then /mcp auth trovella in Gemini CLI: your browser opens.",
};

/** The format that most clients understand. */
function anyOther(server: HttpServer): ConnectableClient {
  const client = CLIENTS["claude-code"];
  return {
    id: "other",
    name: "Any other client",
    clientInfoPrefixes: [],
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
