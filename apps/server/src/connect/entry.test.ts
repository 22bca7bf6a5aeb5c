import { describe, expect, it } from "vitest";
import { CLIENTS } from "./clients.ts";
import { changesTo, entryFor, ownerOf, type Server, serverOf } from "./entry.ts";

const STDIO: Server = {
  transport: "stdio",
  command: "/usr/bin/node",
  args: ["/opt/trovella/apps/server/bin/trovella.mjs", "mcp"],
  env: { TROVELLA_DATA_DIR: "/data" },
};
const HTTP: Server = { transport: "http", url: "http://127.0.0.1:4737/mcp" };
const started = { command: STDIO.command, args: STDIO.args, env: STDIO.env };

describe("entryFor", () => {
  it.each([
    ["claude-code", { type: "stdio", ...started }, { type: "http", url: HTTP.url }],
    ["vscode", { type: "stdio", ...started }, { type: "http", url: HTTP.url }],
    ["cursor", started, { url: HTTP.url }],
    ["codex", started, { url: HTTP.url }],
    ["gemini-cli", started, { httpUrl: HTTP.url }],
  ] as const)("writes what %s reads, and serverOf reads it back", (id, stdio, http) => {
    expect(entryFor(CLIENTS[id], STDIO)).toEqual(stdio);
    expect(entryFor(CLIENTS[id], HTTP)).toEqual(http);
    expect(serverOf(stdio)).toEqual(STDIO);
    expect(serverOf(http)).toEqual(HTTP);
  });

  it("leaves env out when there is nothing in it", () => {
    expect(entryFor(CLIENTS.cursor, { ...STDIO, env: {} })).not.toHaveProperty("env");
  });
});

describe("ownerOf", () => {
  it.each([
    [started, "ours"],
    [{ command: "C:\\node.exe", args: ["C:\\x\\bin\\trovella.mjs", "mcp"] }, "ours"],
    [{ command: "npx", args: ["trovella", "mcp"] }, "ours"],
    [{ command: "/usr/local/bin/trovella", args: ["mcp"] }, "ours"],
    [{ url: "http://localhost:4737/mcp" }, "ours"],
    [{ httpUrl: "http://[::1]:80/api/mcp" }, "ours"],
    [{ url: "https://trovella.example.org/mcp" }, "elsewhere"],
    [{ url: "https://example.org/sse" }, "foreign"],
    [{ url: "not an address" }, "foreign"],
    [{ command: "npx", args: ["other", "mcp"] }, "foreign"],
    [{ command: "trovella", args: ["serve"] }, "foreign"],
    [{ command: "node", args: "mcp" }, "foreign"],
    [{ command: ["node"] }, "foreign"],
    ["text", "foreign"],
    [null, "foreign"],
    [[], "foreign"],
  ])("of %j is %s", (entry, owner) => {
    expect(ownerOf(entry)).toBe(owner);
  });
});

describe("changesTo", () => {
  it("finds nothing to change in what it asks for, whatever the person added", () => {
    const entry = { ...started, timeout: 5, env: { ...STDIO.env, MINE: "1" } };
    expect(changesTo(entry, entryFor(CLIENTS.cursor, STDIO))).toEqual([]);
  });

  it("changes only what differs", () => {
    const entry = { ...started, command: "/old/node", env: { MINE: "1" } };
    expect(changesTo(entry, entryFor(CLIENTS.cursor, STDIO))).toEqual([
      { path: ["command"], value: "/usr/bin/node" },
      { path: ["env", "TROVELLA_DATA_DIR"], value: "/data" },
    ]);
  });

  it("leaves nothing behind of the other transport", () => {
    expect(changesTo(started, entryFor(CLIENTS.cursor, HTTP))).toEqual([
      { path: ["command"], value: undefined },
      { path: ["args"], value: undefined },
      { path: ["url"], value: HTTP.url },
      { path: ["env"], value: undefined },
    ]);
  });
});
