import { expect, it } from "vitest";
import { CLIENT_IDS, CLIENTS } from "./clients.ts";
import { clientTraces, configPath, type Machine } from "./config-path.ts";

const LINUX: Machine = { platform: "linux", home: "/home/ada", environment: {}, cwd: "/work/x" };
const MACOS: Machine = { platform: "darwin", home: "/Users/ada", environment: {}, cwd: "/work/x" };
const WINDOWS: Machine = {
  platform: "win32",
  home: "C:\\Users\\ada",
  environment: { APPDATA: "C:\\Users\\ada\\AppData\\Roaming" },
  cwd: "D:\\x",
};

it.each([
  [LINUX, "claude-code", "user", "/home/ada/.claude.json"],
  [LINUX, "claude-desktop", "user", "/home/ada/.config/Claude/claude_desktop_config.json"],
  [LINUX, "cursor", "user", "/home/ada/.cursor/mcp.json"],
  [LINUX, "vscode", "user", "/home/ada/.config/Code/User/mcp.json"],
  [LINUX, "codex", "user", "/home/ada/.codex/config.toml"],
  [LINUX, "gemini-cli", "user", "/home/ada/.gemini/settings.json"],
  [LINUX, "claude-code", "project", "/work/x/.mcp.json"],
  [LINUX, "cursor", "project", "/work/x/.cursor/mcp.json"],
  [LINUX, "vscode", "project", "/work/x/.vscode/mcp.json"],
  [LINUX, "codex", "project", "/work/x/.codex/config.toml"],
  [LINUX, "gemini-cli", "project", "/work/x/.gemini/settings.json"],
  [MACOS, "claude-code", "user", "/Users/ada/.claude.json"],
  [
    MACOS,
    "claude-desktop",
    "user",
    "/Users/ada/Library/Application Support/Claude/claude_desktop_config.json",
  ],
  [MACOS, "cursor", "user", "/Users/ada/.cursor/mcp.json"],
  [MACOS, "vscode", "user", "/Users/ada/Library/Application Support/Code/User/mcp.json"],
  [MACOS, "codex", "user", "/Users/ada/.codex/config.toml"],
  [MACOS, "gemini-cli", "user", "/Users/ada/.gemini/settings.json"],
  [WINDOWS, "claude-code", "user", "C:\\Users\\ada\\.claude.json"],
  [
    WINDOWS,
    "claude-desktop",
    "user",
    "C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
  ],
  [WINDOWS, "cursor", "user", "C:\\Users\\ada\\.cursor\\mcp.json"],
  [WINDOWS, "vscode", "user", "C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\mcp.json"],
  [WINDOWS, "codex", "user", "C:\\Users\\ada\\.codex\\config.toml"],
  [WINDOWS, "gemini-cli", "user", "C:\\Users\\ada\\.gemini\\settings.json"],
  [WINDOWS, "vscode", "project", "D:\\x\\.vscode\\mcp.json"],
] as const)("on $platform: %s %s in scope %s", (machine, client, scope, file) => {
  expect(configPath(client, scope, machine)).toBe(file);
});

it.each([
  [LINUX, "claude-code", { CLAUDE_CONFIG_DIR: "/c" }, "/c/.claude.json"],
  [LINUX, "codex", { CODEX_HOME: "/c" }, "/c/config.toml"],
  [LINUX, "gemini-cli", { GEMINI_CLI_HOME: "/c" }, "/c/.gemini/settings.json"],
  [LINUX, "vscode", { XDG_CONFIG_HOME: "/c" }, "/c/Code/User/mcp.json"],
  [LINUX, "vscode", { XDG_CONFIG_HOME: "c" }, "/home/ada/.config/Code/User/mcp.json"],
  [LINUX, "vscode", { VSCODE_PORTABLE: "/p" }, "/p/user-data/User/mcp.json"],
  [MACOS, "vscode", { XDG_CONFIG_HOME: "/c" }, MACOS_VSCODE()],
  [LINUX, "claude-desktop", { XDG_CONFIG_HOME: "/c" }, "/c/Claude/claude_desktop_config.json"],
  [LINUX, "claude-code", { CLAUDE_CONFIG_DIR: "" }, "/home/ada/.claude.json"],
  [WINDOWS, "vscode", {}, "C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\mcp.json"],
  [WINDOWS, "vscode", { APPDATA: "R:\\data" }, "R:\\data\\Code\\User\\mcp.json"],
] as const)("%o: %s with %o is %s", (machine, client, environment, file) => {
  expect(configPath(client, "user", { ...machine, environment })).toBe(file);
});

it("finds the file that the packaged Claude Desktop reads on Windows", () => {
  const machine = { ...WINDOWS, desktopPackage: "Claude_abc" };
  expect(configPath("claude-desktop", "user", machine)).toBe(
    "C:\\Users\\ada\\AppData\\Local\\Packages\\Claude_abc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json",
  );
});

it("never takes the home directory itself for a trace of a client", () => {
  for (const client of CLIENT_IDS) expect(clientTraces(client, LINUX)).not.toContain(LINUX.home);
});

it("lists every client under its own id", () => {
  expect(CLIENT_IDS.map((id) => CLIENTS[id].id)).toEqual([...CLIENT_IDS]);
});

function MACOS_VSCODE(): string {
  return "/Users/ada/Library/Application Support/Code/User/mcp.json";
}
