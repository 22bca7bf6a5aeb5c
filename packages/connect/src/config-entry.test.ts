import { describe, expect, it } from "vitest";
import { CLIENT_IDS, CLIENTS } from "./clients.ts";
import { entrySnippet, readEntry, removeEntry, writeEntry } from "./config-entry.ts";
import { entryFor, parseEntry, type ServerEndpoint } from "./entry.ts";

const SERVER: ServerEndpoint = {
  transport: "stdio",
  command: "/usr/bin/node",
  args: ["/opt/bin/trovella.mjs", "mcp"],
  env: { TROVELLA_DATA_DIR: "/data" },
};
const OTHER: ServerEndpoint = { transport: "http", url: "http://127.0.0.1:4737/mcp" };
const KEPT = { isReplaced: false };

describe.each(CLIENT_IDS)("the file of %s", (id) => {
  const client = CLIENTS[id];
  const entry = entryFor(client, SERVER);

  it("takes the entry, gives it back, and loses it again", () => {
    const text = writeEntry("", client, entry, KEPT);
    expect(readEntry(text, client)).toEqual(entry);
    expect(text.trimEnd().endsWith(entrySnippet(client, entry))).toBe(true);
    expect(readEntry(removeEntry(text, client), client)).toBeUndefined();
  });

  it("does not change a byte when the entry is there already", () => {
    const text = writeEntry("", client, entry, KEPT);
    expect(writeEntry(text, client, entry, KEPT)).toBe(text);
  });
});

it.each(CLIENT_IDS.filter((id) => CLIENTS[id].shape.http))(
  "the entry of %s changes to another transport and back",
  (id) => {
    const client = CLIENTS[id];
    const entry = entryFor(client, SERVER);
    const text = writeEntry("", client, entry, KEPT);
    const changed = writeEntry(text, client, entryFor(client, OTHER), KEPT);
    expect(readEntry(changed, client)).toEqual(entryFor(client, OTHER));
    expect(readEntry(writeEntry(changed, client, entry, KEPT), client)).toEqual(entry);
  },
);

it.each([
  ["cursor", '{"mcpServers": {"trovella": {"command": "other", "timeout": 5}}}'],
  ["opencode", '{"mcp": {"trovella": {"command": ["other"], "timeout": 5}}}'],
  ["goose", "extensions:\n  trovella:\n    timeout: 5 # mine\n    cmd: other\n"],
  ["continue", "mcpServers:\n- timeout: 5\n  name: trovella\n  command: other\n"],
  ["codex", '[mcp_servers.trovella]\ncommand = "other"\ntimeout = 5\n'],
] as const)("keeps what the person added in %s, unless the entry is replaced", (id, text) => {
  const client = CLIENTS[id];
  const entry = entryFor(client, SERVER);
  const kept = readEntry(writeEntry(text, client, entry, KEPT), client);
  expect(kept).toMatchObject({ timeout: expect.anything() });
  expect(parseEntry(kept)).toEqual(parseEntry(entry));
  expect(readEntry(writeEntry(text, client, entry, { isReplaced: true }), client)).toEqual(entry);
});
