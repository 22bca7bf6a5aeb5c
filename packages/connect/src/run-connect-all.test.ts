import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ConnectOptions, parseConnectRequest } from "./connect-request.ts";
import type { Installation, ServerChoice } from "./installation.ts";
import { runConnect } from "./run-connect.ts";
import { runConnectAll } from "./run-connect-all.ts";

const CHOICE: ServerChoice = {
  server: { transport: "stdio", command: "/bin/node", args: ["/x/trovella.mjs", "mcp"], env: {} },
  withheldVariable: null,
  settings: {
    values: { TROVELLA_EMBEDDER: "none" },
    withheld: ["TROVELLA_EXTRACT_PROVIDER", "TROVELLA_EXTRACT_API_KEY"],
  },
};
let home: string;

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "trovella-all-"));
});
afterEach(() => rmSync(home, { recursive: true }));

describe("connecting all clients", () => {
  it("says what it would do, and writes nothing", async () => {
    put(".cursor/mcp.json", "{}");
    mkdirSync(path.join(home, ".config/goose"), { recursive: true });
    const { output, error } = await all({});
    expect(output).toContain(`Cursor: would write the entry to ${home}/.cursor/mcp.json.`);
    expect(output).toMatch(/^goose: would write/m);
    expect(output).toMatch(/^2 to be connected\. Nothing was written\./m);
    expect(error).toBeUndefined();
    expect(read(".cursor/mcp.json")).toBe("{}");
    expect(existsSync(path.join(home, ".config/goose/config.yaml"))).toBe(false);
  });

  it("connects those found, names each failure, and takes it all back", async () => {
    const cursor = put(".cursor/mcp.json", '{\n  "a": 1\n}');
    put(".gemini/settings.json", "{ broken");
    put(".codeium/windsurf/mcp_config.json", '{"mcpServers": {"trovella": {"command": "other"}}}');
    const written = await all({ write: true });
    expect(written.output).toMatch(/^Cursor: connected by .*mcp\.json\. The previous version/m);
    expect(written.output).toMatch(/^Gemini CLI: .*cannot be changed safely: line 1/m);
    expect(written.output).toMatch(/^Windsurf: .*points somewhere else\. Nothing was changed/m);
    expect(written.output).toMatch(/^1 connected, 2 failed\./m);
    expect(written.error).toMatchObject({ message: "2 of 3 clients failed.", kind: "failed" });
    expect(read(".gemini/settings.json")).toBe("{ broken");

    rmSync(path.join(home, ".gemini"), { recursive: true });
    const again = await all({ write: true, force: true });
    expect(again.output).toMatch(/^1 connected, 1 unchanged\./m);
    const undone = await all({ undo: true });
    expect(undone.output).toMatch(/^2 disconnected\./m);
    expect(undone.error).toBeUndefined();
    expect(readFileSync(cursor, "utf8")).toBe('{\n  "a": 1\n}');
    expect(read(".codeium/windsurf/mcp_config.json")).toContain('"command": "other"');
  });

  it("skips what a client cannot do", async () => {
    mkdirSync(path.join(home, ".junie"));
    mkdirSync(path.join(home, ".lmstudio"));
    const http = await all({ transport: "http" });
    expect(http.output).toMatch(/^Junie: skipped: Junie only starts servers itself\.$/m);
    const project = await all({ scope: "project" });
    expect(project.output).toMatch(/^LM Studio: skipped: LM Studio has no scope project\.$/m);
    expect([http.error, project.error]).toEqual([undefined, undefined]);
  });

  it("says so when there is none", async () => {
    expect((await all({ write: true })).output).toMatch(/^No client was found/);
  });

  it("reports as one object for programs", async () => {
    mkdirSync(path.join(home, ".cursor"));
    const { output } = await all({ write: true }, true);
    expect(JSON.parse(output)).toMatchObject({
      clients: [{ client: "cursor", outcome: "done", changed: true }],
    });
  });
});

describe("settings of servers that clients start", () => {
  it("are in the entry of a client that does not pass on variables, except for secrets", async () => {
    const output = await one({ client: "codex", write: true });
    expect(read(".codex/config.toml")).toContain('TROVELLA_EMBEDDER = "none"');
    expect(output).toMatch(
      /do not get TROVELLA_EXTRACT_PROVIDER, TROVELLA_EXTRACT_API_KEY\. .*env_vars/,
    );
    const again = await one({ client: "codex", write: true });
    expect(again).toContain("Nothing was changed.");
  });

  it("are left out where the client passes them on", async () => {
    const output = await one({ client: "claude-code", write: true });
    expect(read(".claude.json")).not.toContain("TROVELLA_EMBEDDER");
    expect(output).not.toContain("TROVELLA_EXTRACT");
  });
});

describe("a file that cannot be changed", () => {
  const text = "extensions:\n  a: {}\n";

  it.each([
    ["UTF-16", Buffer.from(`\ufeff${text}`, "utf16le"), /not UTF-8 text/],
    ["UTF-16 without a mark", Buffer.from(text, "utf16le"), /cannot be changed safely/],
    ["Latin-1", Buffer.from("# für\n", "latin1"), /not UTF-8 text/],
    ["malformed", Buffer.from("extensions: [\n"), /cannot be changed safely: line \d+ is not/],
    ["huge", Buffer.alloc(2_000_001, "#"), /cannot be changed safely: it is too large/],
  ])("is left alone when it is %s", async (_case, bytes, message) => {
    const file = put(".config/goose/config.yaml", bytes);
    await expect(one({ client: "goose", write: true })).rejects.toThrow(message);
    await expect(one({ client: "goose", write: true })).rejects.toThrow(
      "Nothing was changed. Next:",
    );
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it("is left alone when it is read-only", async () => {
    const file = put(".config/goose/config.yaml", text);
    chmodSync(file, 0o444);
    await expect(one({ client: "goose", write: true })).rejects.toThrow(/is read-only\. Nothing/);
    expect(read(".config/goose/config.yaml")).toBe(text);
  });

  it("keeps a link and its byte order mark", async () => {
    const real = put("dotfiles/goose.yaml", `\ufeff${text}`);
    mkdirSync(path.join(home, ".config/goose"), { recursive: true });
    symlinkSync(real, path.join(home, ".config/goose/config.yaml"));
    await one({ client: "goose", write: true });
    expect(readFileSync(real, "utf8")).toMatch(/^\ufeffextensions:\n {2}a: \{\}\n {2}trovella:/);
    await one({ client: "goose", undo: true });
    expect(readFileSync(real, "utf8")).toBe(`\ufeff${text}`);
  });

  it("is not hidden by a new one", async () => {
    put(".continue/config.json", "{}");
    await expect(one({ client: "continue", write: true })).rejects.toThrow(/would no longer read/);
    expect(existsSync(path.join(home, ".continue/config.yaml"))).toBe(false);
  });
});

it("removes the servers it brought, also after the client rewrote the file", async () => {
  const file = put(".claude.json", '{"a": 1}');
  await one({ client: "claude-code", write: true });
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), b: 2 }));
  await one({ client: "claude-code", undo: true });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ a: 1, b: 2 });
});

async function all(options: ConnectOptions, isJson = false) {
  const request = parseConnectRequest({ all: true, ...options });
  if (request?.client !== null) throw new Error("expected a request for all");
  let output = "";
  const print = (text: string) => {
    output += text;
  };
  const error = await runConnectAll(request, { ...surroundings(), isJson, print }).catch(
    (thrown: unknown) => thrown,
  );
  return { output, error };
}

async function one(options: ConnectOptions): Promise<string> {
  const request = parseConnectRequest(options);
  if (!request?.client) throw new Error("expected a client");
  let output = "";
  const print = (text: string) => {
    output += text;
  };
  await runConnect(request, { ...surroundings(), isJson: false, print });
  return output;
}

function surroundings() {
  const installation: Installation = {
    version: "1.0.0",
    command: "trovella",
    stdioServer: () => CHOICE,
    httpUrl: () => "http://127.0.0.1:4737/mcp",
  };
  const machine = {
    platform: "linux",
    home,
    environment: {},
    cwd: path.join(home, "project"),
    isFile: existsSync,
  } as const;
  return { machine, installation, isVerified: false };
}

function put(name: string, content: string | Buffer): string {
  const file = path.join(home, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

function read(name: string): string {
  return readFileSync(path.join(home, name), "utf8");
}
