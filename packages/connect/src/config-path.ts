import path from "node:path";
import type { ClientId, ConfigScope } from "./clients.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Everything the path of a configuration file depends on. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Environment;
  readonly cwd: string;
  /** Folder of the packaged Claude Desktop on Windows, such as "Claude_pzs8sxrjxfjjc". */
  readonly desktopPackage?: string | undefined;
}

/** The file a client reads its servers from, resolved as the client itself does. */
export function configPath(client: ClientId, scope: ConfigScope, machine: Machine): string {
  const { join } = paths(machine);
  if (scope === "project") return join(machine.cwd, ...PROJECT_FILES[client]);

  const { home, environment } = machine;
  switch (client) {
    case "claude-code":
      return join(environment.CLAUDE_CONFIG_DIR || home, ".claude.json");
    case "claude-desktop":
      return join(desktopDirectory(machine), "claude_desktop_config.json");
    case "cursor":
      return join(home, ".cursor", "mcp.json");
    case "vscode":
      return join(vscodeDirectory(machine), "User", "mcp.json");
    case "codex":
      return join(environment.CODEX_HOME || join(home, ".codex"), "config.toml");
    case "gemini-cli":
      return join(environment.GEMINI_CLI_HOME || home, ".gemini", "settings.json");
  }
}

/** Files and folders that exist once the client has been used on this machine. */
export function clientTraces(client: ClientId, machine: Machine): string[] {
  const file = configPath(client, "user", machine);
  const { join, dirname } = paths(machine);
  // Claude Code keeps its file in the home directory, which always exists.
  return client === "claude-code" ? [file, join(machine.home, ".claude")] : [dirname(file)];
}

const PROJECT_FILES: Readonly<Record<ClientId, readonly string[]>> = {
  "claude-code": [".mcp.json"],
  "claude-desktop": [], // It has no project scope.
  cursor: [".cursor", "mcp.json"],
  vscode: [".vscode", "mcp.json"],
  codex: [".codex", "config.toml"],
  "gemini-cli": [".gemini", "settings.json"],
};

/** On Windows the packaged program has a folder of its own instead of the common one. */
function desktopDirectory(machine: Machine): string {
  const { desktopPackage } = machine;
  const { join } = paths(machine);
  if (machine.platform !== "win32" || !desktopPackage) {
    return join(applicationData(machine), "Claude");
  }
  return join(packagesDirectory(machine), desktopPackage, "LocalCache", "Roaming", "Claude");
}

/** The folder in which Windows keeps the data of packaged programs. */
export function packagesDirectory(machine: Machine): string {
  const { join } = paths(machine);
  const local = machine.environment.LOCALAPPDATA || join(machine.home, "AppData", "Local");
  return join(local, "Packages");
}

function vscodeDirectory(machine: Machine): string {
  const { join } = paths(machine);
  const { VSCODE_PORTABLE } = machine.environment;
  return VSCODE_PORTABLE
    ? join(VSCODE_PORTABLE, "user-data")
    : join(applicationData(machine), "Code");
}

function applicationData(machine: Machine): string {
  const { home, environment } = machine;
  const { join, isAbsolute } = paths(machine);
  if (machine.platform === "win32") return environment.APPDATA || join(home, "AppData", "Roaming");
  if (machine.platform === "darwin") return join(home, "Library", "Application Support");
  const { XDG_CONFIG_HOME = "" } = environment;
  return isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(home, ".config");
}

function paths({ platform }: Machine): path.PlatformPath {
  return platform === "win32" ? path.win32 : path.posix;
}
