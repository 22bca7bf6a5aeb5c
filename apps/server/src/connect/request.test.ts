import { describe, expect, it } from "vitest";
import { EXIT } from "../exit.ts";
import { type ConnectOptions, commandFor, readRequest } from "./request.ts";

describe("readRequest", () => {
  it("asks for the overview when nothing is named", () => {
    expect(readRequest({ write: false, scope: undefined })).toBeUndefined();
  });

  it("shows the entry for this person, started by the client, unless told otherwise", () => {
    expect(readRequest({ client: "codex" })).toMatchObject({
      client: { id: "codex" },
      scope: "user",
      transport: "stdio",
      action: "show",
      isForced: false,
    });
  });

  it("takes an address for a running server", () => {
    const request = readRequest({ client: "cursor", url: "https://a/mcp", write: true });
    expect(request).toMatchObject({ transport: "http", url: "https://a/mcp", action: "write" });
  });

  it.each<[ConnectOptions, RegExp]>([
    [{ write: true }, /^--write needs a client/],
    [{ scope: "user" }, /^--scope needs a client/],
    [{ client: "emacs" }, /^The client is "emacs".*claude-code, .*gemini-cli\./],
    [{ client: "toString" }, /^The client is "toString"/],
    [{ client: "codex", scope: "team" }, /^--scope is "team".*user, project/],
    [{ client: "codex", transport: "sse" }, /^--transport is "sse".*stdio, http/],
    [{ client: "codex", write: true, undo: true }, /exclude each other/],
    [{ client: "codex", force: true }, /^--force goes with/],
    [{ client: "codex", url: "http://a/mcp", transport: "stdio" }, /^--url goes with/],
    [{ client: "claude-desktop", scope: "project" }, /^Claude Desktop knows no scope project/],
    [{ client: "claude-desktop", transport: "http" }, /^Claude Desktop only starts/],
  ])("refuses %o", (options, message) => {
    expect(() => readRequest(options)).toThrow(message);
    expect(() => readRequest(options)).toThrow(expect.objectContaining({ exitCode: EXIT.usage }));
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
])("names the command for %o and %s", (options, option, command) => {
  const request = readRequest(options);
  expect(request && commandFor(request, option)).toBe(command);
});
