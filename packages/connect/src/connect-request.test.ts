import { describe, expect, it } from "vitest";
import { type ConnectOptions, commandFor, parseConnectRequest } from "./connect-request.ts";

describe("parseConnectRequest", () => {
  it("means the overview when no client is named", () => {
    expect(parseConnectRequest({ write: false, scope: undefined })).toBeUndefined();
  });

  it("by default shows the entry for this user, started by the client", () => {
    expect(parseConnectRequest({ client: "codex" })).toMatchObject({
      client: { id: "codex" },
      scope: "user",
      transport: "stdio",
      action: "show",
      isForced: false,
    });
  });

  it("takes a URL for a running server", () => {
    const request = parseConnectRequest({ client: "cursor", url: "https://a/mcp", write: true });
    expect(request).toMatchObject({ transport: "http", url: "https://a/mcp", action: "write" });
  });

  it.each<[ConnectOptions, RegExp]>([
    [{ write: true }, /^--write needs a client before it or --all/],
    [{ all: true, client: "codex" }, /^--all needs no client/],
    [{ all: true, usage: true }, /^--usage needs a client instead/],
    [{ all: true, force: true }, /^--force needs --write or --undo/],
    [{ client: "junie", transport: "http" }, /^Junie only starts servers itself\./],
    [{ client: "goose", scope: "project" }, /^goose has no scope project/],
    [{ scope: "user" }, /^--scope needs a client/],
    [{ client: "emacs" }, /^The client is "emacs".*claude-code, .*crush\./],
    [{ client: "toString" }, /^The client is "toString"/],
    [{ client: "codex", scope: "team" }, /^--scope is "team".*user, project/],
    [{ client: "codex", transport: "sse" }, /^--transport is "sse".*stdio, http/],
    [{ client: "codex", write: true, undo: true }, /cannot be combined/],
    [{ client: "codex", force: true }, /^--force needs --write or --undo/],
    [{ client: "codex", url: "http://a/mcp", transport: "stdio" }, /^--url needs --transport http/],
    [{ client: "claude-desktop", scope: "project" }, /^Claude Desktop has no scope project/],
    [{ client: "claude-desktop", transport: "http" }, /^Claude Desktop only starts/],
    [{ client: "cursor", usage: true }, /^Cursor does not export its usage; claude-code, codex/],
    [{ client: "codex", usage: true, scope: "project" }, /^--usage needs --scope user/],
    [{ usage: true }, /^--usage needs a client/],
  ])("refuses %o", (options, message) => {
    expect(() => parseConnectRequest(options)).toThrow(message);
    expect(() => parseConnectRequest(options)).toThrow(expect.objectContaining({ kind: "usage" }));
  });
});

it.each<[ConnectOptions, string, string]>([
  [{ client: "cursor" }, "--write", "trovella connect cursor --write"],
  [
    { client: "cursor", scope: "project" },
    "--undo",
    "trovella connect cursor --scope project --undo",
  ],
  [
    { client: "cursor", transport: "http" },
    "--write",
    "trovella connect cursor --transport http --write",
  ],
  [
    { client: "cursor", url: "http://a/mcp" },
    "--write",
    "trovella connect cursor --url http://a/mcp --write",
  ],
  [{ client: "cursor", url: "http://a/mcp" }, "--undo", "trovella connect cursor --undo"],
  [{ client: "codex", usage: true }, "--write", "trovella connect codex --usage --write"],
  [
    { client: "codex", usage: true, url: "http://a/mcp" },
    "--undo",
    "trovella connect codex --usage --url http://a/mcp --undo",
  ],
])("names the command for %o and %s", (options, option, command) => {
  const request = parseConnectRequest(options);
  expect(request?.client && commandFor(request, option)).toBe(command);
});
