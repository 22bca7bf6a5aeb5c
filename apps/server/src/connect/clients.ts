export const CLIENT_IDS = [
  "claude-code",
  "claude-desktop",
  "cursor",
  "vscode",
  "codex",
  "gemini-cli",
] as const;
export const SCOPES = ["user", "project"] as const;
export const TRANSPORTS = ["stdio", "http"] as const;

export type ClientId = (typeof CLIENT_IDS)[number];
export type Scope = (typeof SCOPES)[number];
export type Transport = (typeof TRANSPORTS)[number];

/** What differs from one AI client to the next. */
export interface Client {
  readonly id: ClientId;
  readonly name: string;
  /** Its program on the command line, if it has one. */
  readonly program: string | null;
  readonly scopes: readonly Scope[];
  readonly transports: readonly Transport[];
  readonly syntax: "json" | "toml";
  /** Under which key its file lists the servers. */
  readonly container: string;
  /** Whether an entry says `"type": "stdio"` or `"type": "http"`. */
  readonly namesType: boolean;
  readonly urlKey: "url" | "httpUrl";
  /** Whether it takes `$NAME` in a value for a variable. */
  readonly replacesVariables: boolean;
  /** How an entry hands a variable on without holding its value; null where that is impossible. */
  readonly passesOn: ((variable: string) => string) | null;
  /** How the names begin, in small letters, by which it says who it is when it calls. */
  readonly callsItself: readonly string[];
  /** What is left to do in the client itself, as the end of a sentence that begins with "Next:". */
  readonly afterwards: Readonly<Partial<Record<Scope, string>>>;
}

const EVERYWHERE = { scopes: SCOPES, transports: TRANSPORTS } as const;
const JSON_FILE = { syntax: "json", container: "mcpServers", urlKey: "url" } as const;

export const CLIENTS: Readonly<Record<ClientId, Client>> = {
  "claude-code": {
    ...EVERYWHERE,
    ...JSON_FILE,
    id: "claude-code",
    name: "Claude Code",
    program: "claude",
    namesType: true,
    replacesVariables: true,
    passesOn: (variable) => `add "${variable}": "\${${variable}}" to its "env"`,
    callsItself: ["claude-code", "claude code"],
    afterwards: {
      user: "start Claude Code anew; /mcp lists its servers.",
      project: "start Claude Code anew in this folder and approve the server when it asks.",
    },
  },
  "claude-desktop": {
    ...JSON_FILE,
    id: "claude-desktop",
    name: "Claude Desktop",
    program: null,
    scopes: ["user"],
    // It ignores addresses in its file; those are added in its settings, and must be public.
    transports: ["stdio"],
    namesType: false,
    replacesVariables: false,
    passesOn: null,
    callsItself: ["claude-ai", "claude-desktop"],
    afterwards: { user: "quit Claude Desktop completely and start it again." },
  },
  cursor: {
    ...EVERYWHERE,
    ...JSON_FILE,
    id: "cursor",
    name: "Cursor",
    program: "cursor",
    namesType: false,
    replacesVariables: true,
    passesOn: (variable) => `add "${variable}": "\${env:${variable}}" to its "env"`,
    callsItself: ["cursor"],
    afterwards: {
      user: "switch the server on in Cursor's settings under Tools & MCP if it is off.",
      project: "open this folder in Cursor and switch the server on in its settings if it is off.",
    },
  },
  vscode: {
    ...EVERYWHERE,
    ...JSON_FILE,
    id: "vscode",
    name: "VS Code",
    program: "code",
    container: "servers",
    namesType: true,
    replacesVariables: true,
    passesOn: (variable) => `add "${variable}": "\${env:${variable}}" to its "env"`,
    callsItself: ["visual studio code", "visual-studio-code", "vscode"],
    afterwards: {
      user: 'run "MCP: List Servers" in VS Code, start trovella and trust it when asked.',
      project: "open this folder in VS Code, start the server and trust it when asked.",
    },
  },
  codex: {
    ...EVERYWHERE,
    id: "codex",
    name: "Codex",
    program: "codex",
    syntax: "toml",
    container: "mcp_servers",
    urlKey: "url",
    namesType: false,
    replacesVariables: false,
    passesOn: (variable) => `add env_vars = ["${variable}"] to its table`,
    callsItself: ["codex"],
    afterwards: {
      user: "start Codex anew; /mcp lists its servers.",
      project: "start Codex anew in this folder; it reads the file only in folders you trust.",
    },
  },
  "gemini-cli": {
    ...EVERYWHERE,
    ...JSON_FILE,
    id: "gemini-cli",
    name: "Gemini CLI",
    program: "gemini",
    urlKey: "httpUrl",
    namesType: false,
    replacesVariables: true,
    passesOn: (variable) => `add "${variable}": "$${variable}" to its "env"`,
    callsItself: ["gemini-cli"],
    afterwards: {
      user: "start Gemini CLI anew; /mcp lists its servers.",
      project: "start Gemini CLI anew in this folder, trusting it when asked.",
    },
  },
};
