import type { ConnectableClient, ConnectionWay } from "@trovella/api";
import { CLIENT_IDS, CLIENTS, type Client, type ClientId } from "./clients.ts";
import { addCommandLine } from "./command-line.ts";
import { configFile } from "./config-path.ts";
import { snippetOf } from "./config-text.ts";
import { type Entry, entryFor } from "./entry.ts";

/** How people connect the clients of their own computers to a team's server; nothing of the server's computer is in it. */
export function teamInstructions(origin: string): ConnectableClient[] {
  const server = { transport: "http", url: `${origin}/mcp` } as const;
  const known = CLIENT_IDS.map((id): ConnectableClient => {
    const client = CLIENTS[id];
    const { name, callsItself, transports } = client;
    // Claude Desktop takes addresses in its settings alone.
    const ways = transports.includes("http") ? waysOf(client, server) : [];
    return { id, name, callsItself, command: null, ways, afterwards: AFTERWARDS[id] };
  });
  return [...known, anyOther(server)];
}

type Running = { readonly transport: "http"; readonly url: string };

/** With a browser where one can open, else with a token that the client reads from its environment. */
function waysOf(client: Client, server: Running): ConnectionWay[] {
  const entry = entryFor(client, server);
  const file = FILES[client.id];
  return [
    {
      transport: "http",
      signIn: "browser",
      file,
      entry: snippetOf(client, entry),
      commandLine: addCommandLine(client, "user", server, "linux"),
    },
    {
      transport: "http",
      signIn: "token",
      file,
      entry: snippetOf(client, { ...entry, ...TOKEN_KEYS[client.id] }),
      commandLine: null,
    },
  ];
}

/** The same on every computer, as far as it is; `~` is the home directory of whoever reads it. */
const ANY_COMPUTER = { platform: "linux", home: "~", environment: {}, cwd: "." } as const;

const FILES: Readonly<Record<ClientId, string | null>> = {
  "claude-code": configFile("claude-code", "user", ANY_COMPUTER),
  "claude-desktop": null,
  cursor: configFile("cursor", "user", ANY_COMPUTER),
  vscode: "mcp.json of your profile",
  codex: configFile("codex", "user", ANY_COMPUTER),
  "gemini-cli": configFile("gemini-cli", "user", ANY_COMPUTER),
};

/** What makes each client send the token that stands in TROVELLA_TOKEN. */
const TOKEN_KEYS: Readonly<Record<ClientId, Entry>> = {
  "claude-code": bearer(`\${TROVELLA_TOKEN}`),
  "claude-desktop": {},
  cursor: bearer(`\${env:TROVELLA_TOKEN}`),
  vscode: bearer(`\${env:TROVELLA_TOKEN}`),
  codex: { bearer_token_env_var: "TROVELLA_TOKEN" },
  "gemini-cli": bearer("$TROVELLA_TOKEN"),
};

function bearer(value: string): Entry {
  return { headers: { Authorization: `Bearer ${value}` } };
}

const AFTERWARDS: Readonly<Record<ClientId, string>> = {
  "claude-code": "Then /mcp in Claude Code, choose trovella and Authenticate: your browser opens.",
  "claude-desktop":
    "In its settings under Connectors, add a custom connector with the address above; your browser opens. The connection comes from the internet, so the server must be reachable from there.",
  cursor: "Then Cursor's settings, Tools & MCP, offer to sign in: your browser opens.",
  vscode: 'Then "MCP: List Servers" in VS Code, start trovella: your browser opens.',
  codex: "Then run `codex mcp login trovella`: your browser opens.",
  "gemini-cli": "Then /mcp auth trovella in Gemini CLI: your browser opens.",
};

/** The form that most clients understand. */
function anyOther(server: Running): ConnectableClient {
  const client = CLIENTS["claude-code"];
  return {
    id: "other",
    name: "Any other client",
    callsItself: [],
    command: null,
    ways: waysOf(client, server).map((way) => ({ ...way, file: null, commandLine: null })),
    afterwards:
      "Give it the address above. A client that knows OAuth opens your browser to sign in; any other sends an access token as Authorization: Bearer.",
  };
}
