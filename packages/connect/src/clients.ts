export const CLIENT_IDS = [
  "claude-code",
  "claude-desktop",
  "cursor",
  "vscode",
  "codex",
  "gemini-cli",
] as const;
export const CONFIG_SCOPES = ["user", "project"] as const;
export const TRANSPORTS = ["stdio", "http"] as const;

export type ClientId = (typeof CLIENT_IDS)[number];
export type ConfigScope = (typeof CONFIG_SCOPES)[number];
export type Transport = (typeof TRANSPORTS)[number];

export interface ClientDefinition {
  readonly id: ClientId;
  readonly name: string;
  readonly executable: string | null;
  readonly scopes: readonly ConfigScope[];
  readonly transports: readonly Transport[];
  readonly syntax: "json" | "toml";
  /** The key of its file that holds the servers. */
  readonly serversKey: string;
  /** Whether an entry has `"type": "stdio"` or `"type": "http"`. */
  readonly hasTypeKey: boolean;
  readonly urlKey: "url" | "httpUrl";
  /** Whether it expands `$NAME` in a value. */
  readonly isExpandingVariables: boolean;
  /** Instructions for forwarding a variable without its value; null where that is impossible. */
  readonly forwardVariable: ((variable: string) => string) | null;
  /** Lower-case prefixes of the `clientInfo.name` that it sends over MCP. */
  readonly clientInfoPrefixes: readonly string[];
  /** The remaining step in the client, as the end of a sentence that begins with "Next:". */
  readonly nextStep: Readonly<Partial<Record<ConfigScope, string>>>;
}

const ALL_SCOPES_AND_TRANSPORTS = { scopes: CONFIG_SCOPES, transports: TRANSPORTS } as const;
const JSON_SYNTAX = { syntax: "json", serversKey: "mcpServers", urlKey: "url" } as const;

export const CLIENTS: Readonly<Record<ClientId, ClientDefinition>> = {
  "claude-code": {
    ...ALL_SCOPES_AND_TRANSPORTS,
    ...JSON_SYNTAX,
    id: "claude-code",
    name: "Claude Code",
    executable: "claude",
    hasTypeKey: true,
    isExpandingVariables: true,
    forwardVariable: (variable) => `add "${variable}": "\${${variable}}" to its "env"`,
    clientInfoPrefixes: ["claude-code", "claude code"],
    nextStep: {
      user: "restart Claude Code; /mcp lists its servers.",
      project: "restart Claude Code in this folder and approve the server when it asks.",
    },
  },
  "claude-desktop": {
    ...JSON_SYNTAX,
    id: "claude-desktop",
    name: "Claude Desktop",
    executable: null,
    scopes: ["user"],
    // It ignores URLs in its file; remote servers are added in its settings and must be public.
    transports: ["stdio"],
    hasTypeKey: false,
    isExpandingVariables: false,
    forwardVariable: null,
    clientInfoPrefixes: ["claude-ai", "claude-desktop"],
    nextStep: { user: "quit Claude Desktop completely and start it again." },
  },
  cursor: {
    ...ALL_SCOPES_AND_TRANSPORTS,
    ...JSON_SYNTAX,
    id: "cursor",
    name: "Cursor",
    executable: "cursor",
    hasTypeKey: false,
    isExpandingVariables: true,
    forwardVariable: (variable) => `add "${variable}": "\${env:${variable}}" to its "env"`,
    clientInfoPrefixes: ["cursor"],
    nextStep: {
      user: "switch the server on in Cursor's settings under Tools & MCP if it is off.",
      project: "open this folder in Cursor and switch the server on in its settings if it is off.",
    },
  },
  vscode: {
    ...ALL_SCOPES_AND_TRANSPORTS,
    ...JSON_SYNTAX,
    id: "vscode",
    name: "VS Code",
    executable: "code",
    serversKey: "servers",
    hasTypeKey: true,
    isExpandingVariables: true,
    forwardVariable: (variable) => `add "${variable}": "\${env:${variable}}" to its "env"`,
    clientInfoPrefixes: ["visual studio code", "visual-studio-code", "vscode"],
    nextStep: {
      user: 'run "MCP: List Servers" in VS Code, start trovella and trust it when asked.',
      project: "open this folder in VS Code, start the server and trust it when asked.",
    },
  },
  codex: {
    ...ALL_SCOPES_AND_TRANSPORTS,
    id: "codex",
    name: "Codex",
    executable: "codex",
    syntax: "toml",
    serversKey: "mcp_servers",
    urlKey: "url",
    hasTypeKey: false,
    isExpandingVariables: false,
    forwardVariable: (variable) => `add env_vars = ["${variable}"] to its table`,
    clientInfoPrefixes: ["codex"],
    nextStep: {
      user: "restart Codex; /mcp lists its servers.",
      project: "restart Codex in this folder; it reads the file only in folders you trust.",
    },
  },
  "gemini-cli": {
    ...ALL_SCOPES_AND_TRANSPORTS,
    ...JSON_SYNTAX,
    id: "gemini-cli",
    name: "Gemini CLI",
    executable: "gemini",
    urlKey: "httpUrl",
    hasTypeKey: false,
    isExpandingVariables: true,
    forwardVariable: (variable) => `add "${variable}": "$${variable}" to its "env"`,
    clientInfoPrefixes: ["gemini-cli"],
    nextStep: {
      user: "restart Gemini CLI; /mcp lists its servers.",
      project: "restart Gemini CLI in this folder and trust it when asked.",
    },
  },
};
