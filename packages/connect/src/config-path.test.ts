import { expect, it } from "vitest";
import { CLIENT_IDS, CLIENTS, type ClientId } from "./clients.ts";
import { clientTraces, configPath, type Machine, supersededFile } from "./config-path.ts";

const LINUX: Machine = { platform: "linux", home: "/home/ada", environment: {}, cwd: "/work/x" };
const MACOS: Machine = { platform: "darwin", home: "/Users/ada", environment: {}, cwd: "/work/x" };
const WINDOWS: Machine = {
  platform: "win32",
  home: "C:\\Users\\ada",
  environment: { APPDATA: "C:\\Users\\ada\\AppData\\Roaming" },
  cwd: "D:\\x",
};

/** Below the home directory on Linux, and on macOS and Windows where they differ; in a project. */
const CODE = "User/globalStorage";
const FURTHER: readonly (readonly [ClientId, string, string?, string?, string?])[] = [
  ["copilot-cli", ".copilot/mcp-config.json", undefined, undefined, ".github/mcp.json"],
  ["opencode", ".config/opencode/opencode.json", undefined, undefined, "opencode.json"],
  ["kilo", ".config/kilo/kilo.json", undefined, undefined, "kilo.json"],
  ["qwen-code", ".qwen/settings.json", undefined, undefined, ".qwen/settings.json"],
  ["cline", ".cline/data/settings/cline_mcp_settings.json"],
  [
    "cline-vscode",
    `.config/Code/${CODE}/saoudrizwan.claude-dev/settings/cline_mcp_settings.json`,
    `Library/Application Support/Code/${CODE}/saoudrizwan.claude-dev/settings/cline_mcp_settings.json`,
    `AppData/Roaming/Code/${CODE}/saoudrizwan.claude-dev/settings/cline_mcp_settings.json`,
  ],
  [
    "roo-code",
    `.config/Code/${CODE}/rooveterinaryinc.roo-cline/settings/mcp_settings.json`,
    `Library/Application Support/Code/${CODE}/rooveterinaryinc.roo-cline/settings/mcp_settings.json`,
    `AppData/Roaming/Code/${CODE}/rooveterinaryinc.roo-cline/settings/mcp_settings.json`,
    ".roo/mcp.json",
  ],
  ["continue", ".continue/config.yaml", undefined, undefined, ".continue/mcpServers/trovella.yaml"],
  ["kimi-code", ".kimi-code/mcp.json", undefined, undefined, ".kimi-code/mcp.json"],
  ["droid", ".factory/mcp.json", undefined, undefined, ".factory/mcp.json"],
  ["amp", ".config/amp/settings.json", undefined, undefined, ".amp/settings.json"],
  ["windsurf", ".codeium/windsurf/mcp_config.json"],
  [
    "zed",
    ".config/zed/settings.json",
    undefined,
    "AppData/Roaming/Zed/settings.json",
    ".zed/settings.json",
  ],
  [
    "goose",
    ".config/goose/config.yaml",
    undefined,
    "AppData/Roaming/Block/goose/config/config.yaml",
  ],
  ["junie", ".junie/mcp/mcp.json", undefined, undefined, ".junie/mcp/mcp.json"],
  ["lm-studio", ".lmstudio/mcp.json"],
  [
    "jan",
    ".local/share/Jan/data/mcp_config.json",
    "Library/Application Support/Jan/data/mcp_config.json",
    "AppData/Roaming/Jan/data/mcp_config.json",
  ],
  ["kiro", ".kiro/settings/mcp.json", undefined, undefined, ".kiro/settings/mcp.json"],
  ["crush", ".config/crush/crush.json", undefined, "AppData/Local/crush/crush.json", "crush.json"],
];

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
  ...FURTHER.flatMap(([client, linux, macos, windows, project]) => [
    [LINUX, client, "user", `/home/ada/${linux}`] as const,
    [MACOS, client, "user", `/Users/ada/${macos ?? linux}`] as const,
    [
      WINDOWS,
      client,
      "user",
      `C:\\Users\\ada\\${(windows ?? linux).replaceAll("/", "\\")}`,
    ] as const,
    ...(project
      ? [[WINDOWS, client, "project", `D:\\x\\${project.replaceAll("/", "\\")}`] as const]
      : []),
  ]),
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
  [LINUX, "copilot-cli", { COPILOT_HOME: "/c" }, "/c/mcp-config.json"],
  [LINUX, "cline", { CLINE_DIR: "/c" }, "/c/data/settings/cline_mcp_settings.json"],
  [
    LINUX,
    "cline",
    { CLINE_DATA_DIR: "/d", CLINE_DIR: "/c" },
    "/d/settings/cline_mcp_settings.json",
  ],
  [LINUX, "continue", { CONTINUE_GLOBAL_DIR: "/c" }, "/c/config.yaml"],
  [LINUX, "kimi-code", { KIMI_CODE_HOME: "/c" }, "/c/mcp.json"],
  [LINUX, "qwen-code", { QWEN_HOME: "/c" }, "/c/settings.json"],
  [LINUX, "jan", { XDG_DATA_HOME: "/c" }, "/c/Jan/data/mcp_config.json"],
  [LINUX, "jan", { JAN_DATA_FOLDER: "/c" }, "/c/mcp_config.json"],
  [MACOS, "opencode", { XDG_CONFIG_HOME: "/c" }, "/c/opencode/opencode.json"],
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

it("names a file of every client on every platform", () => {
  const listed = FURTHER.map(([client]) => client);
  expect(CLIENT_IDS.slice(6)).toEqual(listed);
});

it("takes the other name of a file if that alone is there", () => {
  const has = (...files: string[]) => ({
    ...LINUX,
    isFile: (file: string) => files.includes(file),
  });
  const [json, jsonc] = ["json", "jsonc"].map(
    (end) => `/home/ada/.config/opencode/opencode.${end}`,
  );
  expect(configPath("opencode", "user", has(jsonc ?? ""))).toBe(jsonc);
  expect(configPath("opencode", "user", has(json ?? "", jsonc ?? ""))).toBe(json);
  expect(configPath("opencode", "project", has("/work/x/opencode.jsonc"))).toMatch(/jsonc$/);
});

it("knows when a new file would hide an older one", () => {
  const [yaml, json] = ["/home/ada/.continue/config.yaml", "/home/ada/.continue/config.json"];
  const has = (...files: string[]) => ({
    ...LINUX,
    isFile: (file: string) => files.includes(file),
  });
  expect(supersededFile("continue", has(json))).toBe(json);
  expect(supersededFile("continue", has(json, yaml))).toBeNull();
  expect(supersededFile("continue", has())).toBeNull();
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
