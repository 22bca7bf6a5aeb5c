import { describe, expect, it } from "vitest";
import { maskLines } from "./mask-lines.ts";

describe("maskLines", () => {
  it.each([
    '"API_KEY": "hunter2",',
    '"apiKey": "hunter2"',
    "token = 'hunter2'",
    '"args": ["--token=hunter2"]',
    '"args": ["--api-key", "hunter2"]',
    '"Authorization": "Bearer hunter2"',
    '"url": "https://me:hunter2@example.org/"',
    'DATABASE_URL = "postgres://me:hunter2@db/x"',
    '"env": { "MY_THING": "hunter2" }',
    '{"mcpServers":{"x":{"env":{"PASSWORD":"hun\\"hunter2"}}}}',
    '"client_secret": "hunter2',
    "// my password: hunter2",
    '"x": "sk-hunter2hunter2"',
    '"x": "aaaabbbbccccddddhunter2hunter2"',
  ])("hides the secret in %s", (line) => {
    expect(maskLines([line]).join()).not.toContain("hunter2");
  });

  it.each([
    ['"env": {', '  "thing": "hunter2"', "}"],
    ["[mcp_servers.x.env]", 'thing = "hunter2"'],
    ["[mcp_servers.x.http_headers]", '"x-thing" = "hunter2"'],
    ['"--secret",', '"hunter2"'],
    ['"environment": {', '  "thing": "hunter2"', "}"],
    ["    envs:", "      thing: hunter2", "    cmd: x"],
    ["  - env: # mine", "      # more", "      thing: hunter2"],
  ])("hides what the line before makes a secret: %s %s", (...lines) => {
    expect(maskLines(lines).join()).not.toContain("hunter2");
  });

  it.each([
    '    "trovella": {',
    '      "command": "/usr/local/bin/node",',
    '        "/home/ada/0123456789abcdef0123456789abcdef/bin/trovella.mjs",',
    '        "TROVELLA_DATA_DIR": "/data",',
    'DATABASE_URL = "postgres://me@db/x"',
    '"url": "http://127.0.0.1:4737/mcp"',
    'TROVELLA_EMBEDDER = "none"',
    '"PORT": "5000"',
    "  },",
  ])("shows %s", (line) => {
    expect(maskLines([line])).toEqual([line]);
  });

  it("shows lines after a block again", () => {
    const lines = ['"env": {', '  "TROVELLA_DATA_DIR": "/d"', "},", '"command": "x"'];
    expect(maskLines(lines)).toEqual(lines);
  });

  it("shows lines after a block of YAML again, and hides an embedder that has a key", () => {
    const lines = ["envs:", '  PORT: "1"', "cmd: x", '  TROVELLA_EMBEDDER: "https://hunter2@a/v1"'];
    const masked = maskLines(lines);
    expect(masked.slice(0, 3)).toEqual(lines.slice(0, 3));
    expect(masked.join()).not.toContain("hunter2");
  });

  it("does not take long over a line of megabytes", () => {
    const line = `"blob": "${"keY0".repeat(500_000)}"`;
    expect(maskLines([line, `"${"-".repeat(1_000_000)}`])).toHaveLength(2);
  });

  it("writes out what could steer a terminal", () => {
    expect(maskLines(["\t\u001b[31mred\u202e"])).toEqual(["\t\\u{1b}[31mred\\u{202e}"]);
  });
});
