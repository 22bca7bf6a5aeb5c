import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CLIENT_IDS, CLIENTS, type ClientId } from "./clients.ts";
import {
  applyEdit,
  type ConfigLocation,
  connectionState,
  planConnect,
  planDisconnect,
} from "./connection.ts";
import { entryFor, type ServerEndpoint } from "./entry.ts";

const SERVER: ServerEndpoint = {
  transport: "stdio",
  command: "/usr/bin/node",
  args: ["/opt/bin/trovella.mjs", "mcp"],
  env: {},
};
const OTHERS: Readonly<Record<ConfigLocation["client"]["syntax"], string>> = {
  json: '\ufeff{\r\n  // mine\r\n  "theme": "dark", /* c */\r\n  "mcpServers": {"x": {"env": {"API_KEY": "hunter2"}}},\r\n}\r\n',
  yaml: '# mine\r\nextensions:\r\n  x:\r\n    envs:\r\n      API_KEY: hunter2 # kept\r\nmcpServers:\r\n- name: x\r\n  env: {API_KEY: hunter2}\r\nlast: "ä" # end',
  toml: '# mine\r\n[mcp_servers.x]\r\ncommand = "y"\r\nenv = { API_KEY = "hunter2" }',
};
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "trovella-connection-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.each(CLIENT_IDS)("connecting %s", (id) => {
  it("and disconnecting it restores the file byte for byte", () => {
    const location = locationOf(id);
    const text = OTHERS[location.client.syntax];
    writeFileSync(location.file, text);
    connect(location);
    expect(connectionState(location)).toBe("connected");
    expect(planConnect(location, entryFor(location.client, SERVER))).toBeNull();
    disconnect(location);
    expect(readFileSync(location.file, "utf8")).toBe(text);
    expect(planDisconnect(location)).toBeNull();
  });

  it("and disconnecting it keeps later changes by others", () => {
    const location = locationOf(id);
    writeFileSync(location.file, OTHERS[location.client.syntax]);
    connect(location);
    const changed = readFileSync(location.file, "utf8").replace("mine", "theirs");
    writeFileSync(location.file, changed);
    disconnect(location);
    const text = readFileSync(location.file, "utf8");
    expect(text).toContain("theirs");
    expect(text).not.toContain("trovella");
    expect(text).toContain("hunter2");
  });

  it("and disconnecting it removes a file that was not there before", () => {
    const location = locationOf(id);
    connect(location);
    expect(disconnect(location).bytes).toBeNull();
    expect(connectionState(location)).toBe("absent");
  });

  it("shows no secrets", () => {
    const location = locationOf(id);
    writeFileSync(location.file, OTHERS[location.client.syntax]);
    expect(planConnect(location, entryFor(location.client, SERVER))?.diff).not.toContain("hunter2");
  });
});

it("leaves an empty file empty", () => {
  const location = locationOf("cursor");
  writeFileSync(location.file, "");
  connect(location);
  disconnect(location);
  expect(readFileSync(location.file, "utf8")).toBe("");
});

it("restores an entry that was replaced by force", () => {
  const location = locationOf("cursor");
  const text = '{"mcpServers": {"trovella": {"command": "other", "env": {"TOKEN": "hunter2"}}}}';
  writeFileSync(location.file, text);
  expect(connectionState(location)).toBe("foreign");
  const edit = connect(location);
  expect(edit.isReplacingForeign).toBe(true);
  expect(edit.diff).toContain("other");
  expect(edit.diff).not.toContain("hunter2");
  expect(disconnect(location).isReplacingForeign).toBe(false);
  expect(readFileSync(location.file, "utf8")).toBe(text);

  expect(disconnect(location).isReplacingForeign).toBe(true);
  expect(readFileSync(location.file, "utf8")).toBe('{"mcpServers": {}}');
});

it("keeps a remote server that the user chose, but removes it on request", () => {
  const location = locationOf("cursor");
  const elsewhere: ServerEndpoint = { transport: "http", url: "https://team.example.org/mcp" };
  connect(location, elsewhere);
  expect(connectionState(location)).toBe("elsewhere");
  expect(planConnect(location, entryFor(location.client, elsewhere))).toBeNull();
  expect(planConnect(location, entryFor(location.client, SERVER))?.isReplacingForeign).toBe(true);
  expect(planDisconnect(location)?.isReplacingForeign).toBe(false);
});

it("disconnects completely after the entry was updated", () => {
  const location = locationOf("cursor");
  writeFileSync(location.file, '{\n  "a": 1\n}\n');
  connect(location);
  connect(location, { transport: "http", url: "http://127.0.0.1:4737/mcp" });
  disconnect(location);
  expect(readFileSync(location.file, "utf8")).toBe('{\n  "a": 1\n}\n');
});

it("explains why it cannot read a file, and leaves it unchanged", () => {
  const location = locationOf("codex");
  writeFileSync(location.file, "[mcp_servers\n");
  expect(() => connect(location)).toThrow(
    `${location.file} cannot be changed safely: line 1 is not valid TOML. Nothing was changed. Next: `,
  );
  expect(readFileSync(location.file, "utf8")).toBe("[mcp_servers\n");
  expect(connectionState(location)).toBe("unreadable");
});

function locationOf(id: ClientId): ConfigLocation {
  return { client: CLIENTS[id], scope: "user", file: path.join(folder, "settings") };
}

function connect(location: ConfigLocation, server = SERVER) {
  const edit = planConnect(location, entryFor(location.client, server));
  if (!edit) throw new Error("expected an edit");
  applyEdit(edit, location);
  return edit;
}

function disconnect(location: ConfigLocation) {
  const edit = planDisconnect(location);
  if (!edit) throw new Error("expected an edit");
  applyEdit(edit, location);
  return edit;
}
