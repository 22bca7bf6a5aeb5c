import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { CLIENTS } from "./clients.ts";
import { addCommandLine } from "./command-line.ts";
import type { ServerEndpoint } from "./entry.ts";

const STDIO: ServerEndpoint = {
  transport: "stdio",
  command: "/usr/bin/node",
  args: ["/opt/my app/trovella.mjs", "mcp"],
  env: { TROVELLA_DATA_DIR: "/it's" },
};
const HTTP: ServerEndpoint = { transport: "http", url: "http://127.0.0.1:4737/mcp" };

it.each([
  [
    "claude-code",
    STDIO,
    `claude mcp add trovella --scope user --env 'TROVELLA_DATA_DIR=/it'\\''s' -- /usr/bin/node '/opt/my app/trovella.mjs' mcp`,
  ],
  ["claude-code", HTTP, `claude mcp add --scope user --transport http trovella ${HTTP.url}`],
  [
    "codex",
    STDIO,
    `codex mcp add trovella --env 'TROVELLA_DATA_DIR=/it'\\''s' -- /usr/bin/node '/opt/my app/trovella.mjs' mcp`,
  ],
  ["codex", HTTP, `codex mcp add trovella --url ${HTTP.url}`],
  [
    "gemini-cli",
    STDIO,
    `gemini mcp add --env 'TROVELLA_DATA_DIR=/it'\\''s' --scope user trovella /usr/bin/node '/opt/my app/trovella.mjs' mcp`,
  ],
  ["vscode", HTTP, `code --add-mcp '{"name":"trovella","type":"http","url":"${HTTP.url}"}'`],
  ["cursor", STDIO, null],
  ["claude-desktop", STDIO, null],
] as const)("prints %s's own command", (id, server, line) => {
  expect(addCommandLine(CLIENTS[id], "user", server, "linux")).toBe(line);
});

it("is read back by a shell word for word", () => {
  const line = addCommandLine(CLIENTS.vscode, "user", STDIO, "linux") ?? "";
  const shown = execFileSync("sh", ["-c", line.replace("code --add-mcp", "printf %s")]);
  expect(JSON.parse(shown.toString())).toMatchObject({ command: "/usr/bin/node", env: STDIO.env });
});

it("quotes as Windows does", () => {
  const line = addCommandLine(CLIENTS.vscode, "user", HTTP, "win32");
  expect(line).toBe(
    `code --add-mcp "{\\"name\\":\\"trovella\\",\\"type\\":\\"http\\",\\"url\\":\\"${HTTP.url}\\"}"`,
  );
});
