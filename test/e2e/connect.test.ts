import { execFile } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import manifest from "../../apps/server/package.json" with { type: "json" };
import { testDirectory } from "./support/test-directory.ts";
import { runTrovella, startServing } from "./support/trovella-process.ts";

const BIN = fileURLToPath(new URL("../../apps/server/bin/trovella.mjs", import.meta.url));
const isRoot = process.getuid?.() === 0;
const UNPRIVILEGED = { uid: 65534, gid: 65534 };
/** A user bound by file modes, unlike root. */
const ordinary = isRoot ? UNPRIVILEGED : {};

let home: string;

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "trovella-home-"));
});
afterEach(() => rmSync(home, { recursive: true }));

describe("trovella connect", () => {
  it("lists every client, which of them are installed and which are connected", async () => {
    mkdirSync(path.join(home, ".cursor"));
    put(".codex/config.toml", '[mcp_servers.trovella]\nurl = "http://127.0.0.1:4737/mcp"\n');
    const { exitCode, stdout } = await connect();
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Claude Desktop +no +no +trovella connect claude-desktop --write$/m);
    expect(stdout).toMatch(/^Cursor +yes +no +/m);
    expect(stdout).toMatch(/^Codex +yes +yes \(user\)$/m);

    const { clients } = JSON.parse((await connect("--json")).stdout);
    expect(clients.length).toBeGreaterThan(20);
    expect(clients[4]).toMatchObject({
      client: "codex",
      detected: true,
      scopes: [{ scope: "user", file: `${home}/.codex/config.toml`, state: "connected" }, {}],
    });
  });

  it("shows the entry and the client's own command, and writes nothing", async () => {
    const { exitCode, stdout } = await connect("claude-code");
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`reads its servers from ${home}/.claude.json`);
    expect(stdout).toContain(`"command": ${JSON.stringify(process.execPath)}`);
    expect(stdout).toMatch(
      /^claude mcp add trovella --scope user --env .* -- .*trovella\.mjs mcp$/m,
    );
    expect(stdout).toContain("`trovella connect claude-code --write`");
    expect(readdirSync(home)).toEqual([]);
  });

  it("writes an entry that works, says so, and restores the file byte for byte", async () => {
    const text =
      '{\n  // mine\n  "mcpServers": {\n    "x": { "env": { "KEY": "hunter2" } },\n  },\n}\n';
    const file = put(".cursor/mcp.json", text, 0o640);
    const written = await connect("cursor", "--write");
    expect(written.stderr).toBe("");
    expect(written.stdout).toContain('+    "trovella": {');
    expect(written.stdout).toContain(`kept in ${file}.trovella-backup-1.`);
    expect(written.stdout).toMatch(
      new RegExp(`^Connected to Trovella ${manifest.version} as Local user; \\d+ tools\\.$`, "m"),
    );
    expect(written.stdout).not.toContain("hunter2");
    expect(written.exitCode).toBe(0);
    expect(readFileSync(file, "utf8")).toContain(
      '"x": { "env": { "KEY": "hunter2" } },\n    "trovella"',
    );
    expect(statSync(file).mode & 0o777).toBe(0o640);

    const undone = await connect("cursor", "--undo");
    expect(undone.exitCode).toBe(0);
    expect(undone.stdout).toContain('-    "trovella": {');
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("says that a client is already connected and tests the connection again", async () => {
    expect((await connect("codex", "--write", "--no-verify")).exitCode).toBe(0);
    const before = readFileSync(path.join(home, ".codex/config.toml"));
    const { exitCode, stdout } = await connect("codex", "--write", "--json");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      changed: false,
      handshake: { ok: true, version: manifest.version, user: "Local user" },
    });
    expect(readFileSync(path.join(home, ".codex/config.toml"))).toEqual(before);
    expect(readdirSync(path.join(home, ".codex"))).toEqual(["config.toml"]);
  });

  it("runs nothing that stands in the file already, and refuses variables that load code", async () => {
    const loaded = path.join(home, "loaded");
    const evil = put("evil.cjs", `require("node:fs").writeFileSync(${JSON.stringify(loaded)}, "")`);
    const command = { command: "npx", args: ["trovella", "mcp"] };
    const env = { NODE_OPTIONS: `--require ${evil}` };
    const text = JSON.stringify({ mcpServers: { trovella: { ...command, env } } });
    const file = put(".cursor/mcp.json", text);

    const refused = await connect("cursor", "--write");
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout).toContain(`NODE_OPTIONS=--require ${evil}`);
    expect(refused.stderr).toMatch(/sets NODE_OPTIONS .*Nothing was changed.*Next: .*--force/);
    expect(readFileSync(file, "utf8")).toBe(text);

    const forced = await connect("cursor", "--write", "--force");
    expect(forced.stdout).toMatch(/^Connected to Trovella /m);
    expect(forced.exitCode).toBe(0);
    expect(existsSync(loaded)).toBe(false);
  });

  it("connects to a server that is running", async () => {
    const { url, child, ended } = await startServing();
    try {
      const { exitCode, stdout } = await connect("gemini-cli", "--url", `${url}/mcp`, "--write");
      expect(stdout).toContain(`+      "httpUrl": "${url}/mcp"`);
      expect(stdout).toMatch(/^Connected to Trovella .* as Local user; /m);
      expect(exitCode).toBe(0);
    } finally {
      child.kill("SIGTERM");
      await ended;
    }
  });

  it("is content when only the sign-in is left, and says how", async () => {
    const server = createServer((_request, response) => response.writeHead(401).end());
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    try {
      const { exitCode, stdout, stderr } = await connect("codex", "--url", url, "--write");
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      expect(stdout).toContain(`${url} requires a sign-in`);
      expect(stdout).toContain("Then run `codex mcp login trovella`: your browser opens.");
    } finally {
      server.close();
    }
  });

  it("connects all clients that it finds, tests the server once, and disconnects them", async () => {
    const cursor = put(".cursor/mcp.json", "{}");
    const goose = put(".config/goose/config.yaml", "# mine\n");
    const written = await connect("--all", "--write");
    expect(written.stdout).toMatch(/^Cursor: connected by .*\ngoose: connected by /m);
    expect(written.stdout).toContain("2 connected.");
    expect(written.exitCode).toBe(0);
    expect(readFileSync(goose, "utf8")).toContain("trovella.mjs");
    const undone = await connect("--all", "--undo");
    expect(undone.exitCode).toBe(0);
    expect([cursor, goose].map((file) => readFileSync(file, "utf8"))).toEqual(["{}", "# mine\n"]);
  });

  it("leaves the entry and says how to remove it when the connection does not work", async () => {
    const url = "http://127.0.0.1:9/mcp";
    const { exitCode, stderr } = await connect("vscode", "--url", url, "--write");
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`No Trovella server responds at ${url}.`);
    expect(stderr).toContain("`trovella connect vscode --undo`");
    expect(readFileSync(path.join(home, ".config/Code/User/mcp.json"), "utf8")).toContain(url);
  });

  it("replaces an entry that is not Trovella's only by force", async () => {
    const file = put(
      ".claude.json",
      '{"mcpServers":{"trovella":{"command":"other","token":"hunter2"}}}',
    );
    const refused = await connect("claude-code", "--write", "--no-verify");
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout).toContain("other");
    expect(refused.stderr).toMatch(/points somewhere else\. Nothing was changed\. Next: .*--force/);
    expect(readdirSync(home)).toEqual([".claude.json"]);

    const forced = await connect("claude-code", "--write", "--force", "--no-verify");
    expect(forced.exitCode).toBe(0);
    expect(refused.stdout + forced.stdout).not.toContain("hunter2");
    expect(readFileSync(file, "utf8")).toContain("trovella.mjs");
  });

  it("never writes a password, and says how the client gets it", async () => {
    const DATABASE_URL = "postgresql://me:hunter2@127.0.0.1:9/x";
    const { exitCode, stdout } = await connectWith({ DATABASE_URL }, "claude-code", "--write");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/DATABASE_URL holds a password.*Next: .*"\$\{DATABASE_URL\}".*pgpass/);
    expect(stdout).toContain("The connection was not tested");
    expect(stdout + readFileSync(path.join(home, ".claude.json"), "utf8")).not.toContain("hunter2");
  });

  it("writes to the project in the current directory, for all its members", async () => {
    const env = { PATH: process.env.PATH, HOME: home, TROVELLA_DATA_DIR: testDirectory() };
    const options = [BIN, "connect", "claude-code", "--scope", "project", "--write", "--no-verify"];
    const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: home, env });
    expect(stdout).toContain("The entry holds paths of this computer");
    expect(stdout).toContain("`trovella connect claude-code --scope project --undo`");
    expect(statSync(path.join(home, ".mcp.json")).mode & 0o777).toBe(0o644);
  });

  it.each([
    ["broken JSON", () => put(".claude.json", '{"a": 1,\n'), /cannot be changed safely: line 2 /],
    ["a folder", () => mkdirSync(path.join(home, ".claude.json")), /is not a file\./],
  ])("refuses %s in one sentence and changes nothing", async (_case, make, message) => {
    make();
    const { exitCode, stdout, stderr } = await connect("claude-code", "--write");
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/Nothing was changed\. Next: /);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(readdirSync(home)).toEqual([".claude.json"]);
  });

  it("writes the settings for usage and removes them, apart from the entry", async () => {
    const file = put(".claude/settings.json", '{ "model": "opus" }\n');
    const shown = await connect("claude-code", "--usage");
    expect(shown.stdout).toContain(
      '"OTEL_EXPORTER_OTLP_METRICS_ENDPOINT": "http://127.0.0.1:4737/v1/metrics"',
    );
    expect(readFileSync(file, "utf8")).toBe('{ "model": "opus" }\n');
    expect((await connect("claude-code", "--usage", "--write")).exitCode).toBe(0);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      model: "opus",
      env: { CLAUDE_CODE_ENABLE_TELEMETRY: "1", OTEL_METRICS_EXPORTER: "otlp" },
    });
    expect(existsSync(path.join(home, ".claude.json"))).toBe(false);
    expect((await connect("claude-code", "--usage", "--undo")).exitCode).toBe(0);
    expect(readFileSync(file, "utf8")).toBe('{ "model": "opus" }\n');
  });

  it("refuses a file that it may not read", async () => {
    put(".claude.json", "{}", 0o000);
    giveAway(home, path.join(home, ".claude.json"));
    const { exitCode, stderr } = await connectAs(ordinary, "claude-code", "--write");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/cannot be read or written by your user\. Nothing was changed\. Next: /);
  });

  it.runIf(isRoot)("refuses a file of another user", async () => {
    const file = put(".claude.json", "{}", 0o644);
    giveAway(home);
    const { exitCode, stderr } = await connectAs(ordinary, "claude-code", "--write");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/belongs to another user/);
    expect(readFileSync(file, "utf8")).toBe("{}");
    expect(readdirSync(home)).toEqual([".claude.json"]);
  });

  it.each([
    [["emacs"], /The client is "emacs"/],
    [["cursor", "--wirte"], /no option --wirte/],
  ])("refuses %j with exit code 2", async (options, message) => {
    const { exitCode, stdout, stderr } = await connect(...options);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(existsSync(path.join(home, ".cursor"))).toBe(false);
  });
});

function connect(...options: string[]) {
  return connectWith({}, ...options);
}

function connectWith(environment: Record<string, string>, ...options: string[]) {
  return runTrovella(["connect", ...options], { HOME: home, ...environment });
}

function connectAs(user: { uid?: number; gid?: number }, ...options: string[]) {
  return runTrovella(["connect", ...options], { HOME: home }, { user });
}

function put(name: string, text: string, mode = 0o600): string {
  const file = path.join(home, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

function giveAway(...files: string[]): void {
  if (isRoot) for (const file of files) chownSync(file, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
}
