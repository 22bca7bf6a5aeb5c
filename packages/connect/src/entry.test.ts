import { describe, expect, it } from "vitest";
import { CLIENTS } from "./clients.ts";
import { entryChanges, entryFor, entryOwner, parseEntry, type ServerEndpoint } from "./entry.ts";

const STDIO: ServerEndpoint = {
  transport: "stdio",
  command: "/usr/bin/node",
  args: ["/opt/trovella/apps/server/bin/trovella.mjs", "mcp"],
  env: { TROVELLA_DATA_DIR: "/data" },
};
const HTTP: ServerEndpoint = { transport: "http", url: "http://127.0.0.1:4737/mcp" };
const started = { command: STDIO.command, args: STDIO.args, env: STDIO.env };

const OPENCODE = {
  type: "local",
  command: [STDIO.command, ...STDIO.args],
  environment: STDIO.env,
  enabled: true,
  timeout: 30_000,
};
const GOOSE_COMMON = {
  name: "trovella",
  description: "Research with plans",
  enabled: true,
  timeout: 300,
};
const GOOSE = {
  ...GOOSE_COMMON,
  type: "stdio",
  cmd: STDIO.command,
  args: STDIO.args,
  envs: STDIO.env,
};

describe("entryFor", () => {
  it.each([
    ["claude-code", { type: "stdio", ...started }, { type: "http", url: HTTP.url }],
    ["vscode", { type: "stdio", ...started }, { type: "http", url: HTTP.url }],
    ["cursor", started, { url: HTTP.url }],
    ["codex", started, { url: HTTP.url }],
    ["gemini-cli", started, { httpUrl: HTTP.url }],
    [
      "copilot-cli",
      { type: "local", ...started, tools: ["*"] },
      { type: "http", url: HTTP.url, tools: ["*"] },
    ],
    ["opencode", OPENCODE, { type: "remote", url: HTTP.url, enabled: true, timeout: 30_000 }],
    ["kilo", OPENCODE, { type: "remote", url: HTTP.url, enabled: true, timeout: 30_000 }],
    ["qwen-code", started, { httpUrl: HTTP.url }],
    [
      "cline",
      { type: "stdio", ...started, timeout: 60 },
      { type: "streamableHttp", url: HTTP.url, timeout: 60 },
    ],
    [
      "continue",
      { name: "trovella", ...started },
      { name: "trovella", type: "streamable-http", url: HTTP.url },
    ],
    ["windsurf", started, { serverUrl: HTTP.url }],
    ["goose", GOOSE, { ...GOOSE_COMMON, type: "streamable_http", uri: HTTP.url }],
    [
      "jan",
      { ...started, active: true },
      { type: "http", command: "", args: [], url: HTTP.url, active: true },
    ],
    [
      "droid",
      { type: "stdio", ...started, disabled: false },
      { type: "http", url: HTTP.url, disabled: false },
    ],
  ] as const)("writes what %s reads, and parseEntry reads it back", (id, stdio, http) => {
    expect(entryFor(CLIENTS[id], STDIO)).toEqual(stdio);
    expect(entryFor(CLIENTS[id], HTTP)).toEqual(http);
    expect(parseEntry(stdio)).toEqual(STDIO);
    expect(parseEntry(http)).toEqual(HTTP);
  });

  it("leaves env out when there is nothing in it", () => {
    expect(entryFor(CLIENTS.cursor, { ...STDIO, env: {} })).not.toHaveProperty("env");
  });
});

describe("entryOwner", () => {
  it.each([
    [started, "ours"],
    [{ command: "C:\\node.exe", args: ["C:\\x\\bin\\trovella.mjs", "mcp"] }, "ours"],
    [{ command: "npx", args: ["trovella", "mcp"] }, "ours"],
    [{ command: "/usr/local/bin/trovella", args: ["mcp"] }, "ours"],
    [{ command: ["/bin/node", "/x/trovella.mjs", "mcp"] }, "ours"],
    [{ cmd: "trovella", args: ["mcp"] }, "ours"],
    [{ transport: { type: "stdio", command: "trovella", args: ["mcp"] } }, "ours"],
    [{ transport: { type: "streamableHttp", url: "https://example.org/x" } }, "foreign"],
    [{ serverUrl: "http://localhost:4737/mcp" }, "ours"],
    [{ uri: "https://trovella.example.org/mcp" }, "elsewhere"],
    [{ url: "http://localhost:4737/mcp" }, "ours"],
    [{ httpUrl: "http://[::1]:80/api/mcp" }, "ours"],
    [{ url: "https://trovella.example.org/mcp" }, "elsewhere"],
    [{ url: "https://example.org/sse" }, "foreign"],
    [{ url: "not a URL" }, "foreign"],
    [{ command: "npx", args: ["other", "mcp"] }, "foreign"],
    [{ command: "trovella", args: ["serve"] }, "foreign"],
    [{ command: "node", args: "mcp" }, "foreign"],
    [{ command: ["node"] }, "foreign"],
    ["text", "foreign"],
    [null, "foreign"],
    [[], "foreign"],
  ])("of %j is %s", (entry, owner) => {
    expect(entryOwner(entry)).toBe(owner);
  });
});

describe("entryChanges", () => {
  it("finds nothing to change in what it asks for, whatever the user added", () => {
    const entry = { ...started, timeout: 5, env: { ...STDIO.env, MINE: "1" } };
    expect(entryChanges(entry, entryFor(CLIENTS.cursor, STDIO), CLIENTS.cursor)).toEqual([]);
  });

  it("changes only what differs", () => {
    const entry = { ...started, command: "/old/node", env: { MINE: "1" } };
    expect(entryChanges(entry, entryFor(CLIENTS.cursor, STDIO), CLIENTS.cursor)).toEqual([
      { path: ["command"], value: "/usr/bin/node" },
      { path: ["env", "TROVELLA_DATA_DIR"], value: "/data" },
    ]);
  });

  it("removes where else a client could find the server, and keeps what the user switched off", () => {
    const entry = { transport: { type: "stdio", command: "x" }, disabled: true };
    expect(entryChanges(entry, entryFor(CLIENTS.cline, HTTP), CLIENTS.cline)).toEqual([
      { path: ["type"], value: "streamableHttp" },
      { path: ["url"], value: HTTP.url },
      { path: ["transport"], value: undefined },
    ]);
  });

  it("leaves nothing behind of the other transport", () => {
    expect(entryChanges(started, entryFor(CLIENTS.cursor, HTTP), CLIENTS.cursor)).toEqual([
      { path: ["command"], value: undefined },
      { path: ["args"], value: undefined },
      { path: ["url"], value: HTTP.url },
      { path: ["env"], value: undefined },
    ]);
  });
});
