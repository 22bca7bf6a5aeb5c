import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CLIENT_IDS, CLIENTS, type ClientId } from "./clients.ts";
import { apply, type Place, planConnecting, planDisconnecting, stateOf } from "./connection.ts";
import { entryFor, type Server } from "./entry.ts";

const SERVER: Server = {
  transport: "stdio",
  command: "/usr/bin/node",
  args: ["/opt/bin/trovella.mjs", "mcp"],
  env: {},
};
const OTHERS: Readonly<Record<Place["client"]["syntax"], string>> = {
  json: '\ufeff{\r\n  // mine\r\n  "theme": "dark", /* c */\r\n  "mcpServers": {"x": {"env": {"API_KEY": "hunter2"}}},\r\n}\r\n',
  toml: '# mine\r\n[mcp_servers.x]\r\ncommand = "y"\r\nenv = { API_KEY = "hunter2" }',
};
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "trovella-connection-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.each(CLIENT_IDS)("connecting %s", (id) => {
  it("and disconnecting it gives the file back byte for byte", () => {
    const place = placeOf(id);
    const text = OTHERS[place.client.syntax];
    writeFileSync(place.file, text);
    connect(place);
    expect(stateOf(place)).toBe("connected");
    expect(planConnecting(place, entryFor(place.client, SERVER))).toBeNull();
    disconnect(place);
    expect(readFileSync(place.file, "utf8")).toBe(text);
    expect(planDisconnecting(place)).toBeNull();
  });

  it("and disconnecting it leaves what was written in between", () => {
    const place = placeOf(id);
    writeFileSync(place.file, OTHERS[place.client.syntax]);
    connect(place);
    const changed = readFileSync(place.file, "utf8").replace("mine", "theirs");
    writeFileSync(place.file, changed);
    disconnect(place);
    const text = readFileSync(place.file, "utf8");
    expect(text).toContain("theirs");
    expect(text).not.toContain("trovella");
    expect(text).toContain("hunter2");
  });

  it("and disconnecting it removes a file that was not there before", () => {
    const place = placeOf(id);
    connect(place);
    expect(disconnect(place).bytes).toBeNull();
    expect(stateOf(place)).toBe("absent");
  });

  it("shows nobody's secrets", () => {
    const place = placeOf(id);
    writeFileSync(place.file, OTHERS[place.client.syntax]);
    expect(planConnecting(place, entryFor(place.client, SERVER))?.diff).not.toContain("hunter2");
  });
});

it("gives an empty file back empty", () => {
  const place = placeOf("cursor");
  writeFileSync(place.file, "");
  connect(place);
  disconnect(place);
  expect(readFileSync(place.file, "utf8")).toBe("");
});

it("puts back an entry that was replaced by force", () => {
  const place = placeOf("cursor");
  const text = '{"mcpServers": {"trovella": {"command": "other", "env": {"TOKEN": "hunter2"}}}}';
  writeFileSync(place.file, text);
  expect(stateOf(place)).toBe("foreign");
  const change = connect(place);
  expect(change.isOverForeign).toBe(true);
  expect(change.diff).toContain("other");
  expect(change.diff).not.toContain("hunter2");
  expect(disconnect(place).isOverForeign).toBe(false);
  expect(readFileSync(place.file, "utf8")).toBe(text);

  expect(disconnect(place).isOverForeign).toBe(true);
  expect(readFileSync(place.file, "utf8")).toBe('{"mcpServers": {}}');
});

it("takes a server elsewhere for somebody's choice, but removes it on request", () => {
  const place = placeOf("cursor");
  const elsewhere: Server = { transport: "http", url: "https://team.example.org/mcp" };
  connect(place, elsewhere);
  expect(stateOf(place)).toBe("elsewhere");
  expect(planConnecting(place, entryFor(place.client, elsewhere))).toBeNull();
  expect(planConnecting(place, entryFor(place.client, SERVER))?.isOverForeign).toBe(true);
  expect(planDisconnecting(place)?.isOverForeign).toBe(false);
});

it("disconnects for good after the entry was brought up to date", () => {
  const place = placeOf("cursor");
  writeFileSync(place.file, '{\n  "a": 1\n}\n');
  connect(place);
  connect(place, { transport: "http", url: "http://127.0.0.1:4737/mcp" });
  disconnect(place);
  expect(readFileSync(place.file, "utf8")).toBe('{\n  "a": 1\n}\n');
});

it("says what is wrong with a file that it does not understand, and leaves it", () => {
  const place = placeOf("codex");
  writeFileSync(place.file, "[mcp_servers\n");
  expect(() => connect(place)).toThrow(
    `${place.file} cannot be changed safely: line 1 is not valid TOML. Nothing was changed. Next: `,
  );
  expect(readFileSync(place.file, "utf8")).toBe("[mcp_servers\n");
  expect(stateOf(place)).toBe("unreadable");
});

function placeOf(id: ClientId): Place {
  return { client: CLIENTS[id], scope: "user", file: path.join(folder, "settings") };
}

function connect(place: Place, server = SERVER) {
  const change = planConnecting(place, entryFor(place.client, server));
  if (!change) throw new Error("expected a change");
  apply(change, place);
  return change;
}

function disconnect(place: Place) {
  const change = planDisconnecting(place);
  if (!change) throw new Error("expected a change");
  apply(change, place);
  return change;
}
