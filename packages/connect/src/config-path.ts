import path from "node:path";
import type { ClientDefinition } from "./client-definition.ts";
import { CLIENTS, type ClientId, type ConfigScope } from "./clients.ts";

type ClientFiles = ClientDefinition["files"];
type Environment = Readonly<Record<string, string | undefined>>;

/** Everything the path of a configuration file depends on. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Environment;
  readonly cwd: string;
  /** Folder of the packaged Claude Desktop on Windows, such as "Claude_pzs8sxrjxfjjc". */
  readonly desktopPackage?: string | undefined;
  /** Whether there is such a file; without it none is looked for. */
  isFile?(file: string): boolean;
}

/** The file a client reads its servers from, resolved as the client itself does. */
export function configPath(client: ClientId, scope: ConfigScope, machine: Machine): string {
  const { files } = CLIENTS[client];
  const { join, dirname } = paths(machine);
  const file =
    scope === "project"
      ? join(machine.cwd, ...(files.project ?? "").split("/"))
      : userFile(files, machine);
  if (machine.isFile?.(file)) return file;
  const others = (files.otherNames ?? []).map((name) => join(dirname(file), name));
  return others.find((other) => machine.isFile?.(other)) ?? file;
}

/** A file that the client would no longer read once there is the one that `configPath` names; null without one. */
export function supersededFile(client: ClientId, machine: Machine): string | null {
  const { superseded } = CLIENTS[client].files;
  if (superseded === undefined) return null;
  const file = configPath(client, "user", machine);
  const old = paths(machine).join(paths(machine).dirname(file), superseded);
  return !machine.isFile?.(file) && machine.isFile?.(old) ? old : null;
}

/** Files and folders that exist once the client has been used on this machine. */
export function clientTraces(client: ClientId, machine: Machine): string[] {
  const file = configPath(client, "user", machine);
  const { join, dirname, basename } = paths(machine);
  // Claude Code keeps its file in the home directory, which always exists.
  if (client === "claude-code") return [file, join(machine.home, ".claude")];
  const folder = dirname(file);
  return ["settings", "mcp"].includes(basename(folder)) ? [folder, dirname(folder)] : [folder];
}

/**
 * The first template whose variables are set: `$NAME` is a variable, `~` the home directory, `<name>` one of FOLDERS.
 * Parts are separated by slashes on every platform.
 */
function userFile(files: ClientFiles, machine: Machine): string {
  const { platform } = machine;
  const templates = (platform === "win32" && files.userOnWindows) || files.user;
  for (const template of templates) {
    const [first = "", ...rest] = template.split("/");
    const folder = resolveFolder(first, machine);
    if (folder) return paths(machine).join(folder, ...rest);
  }
  throw new Error("the last template of a client has no variable");
}

function resolveFolder(start: string, machine: Machine): string | undefined {
  if (start.startsWith("$")) return machine.environment[start.slice(1)];
  return start === "~" ? machine.home : FOLDERS[start]?.(machine);
}

const FOLDERS: Readonly<Record<string, (machine: Machine) => string>> = {
  "<app>": applicationData,
  "<config>": configDirectory,
  "<data>": dataDirectory,
  "<local>": localData,
  "<code>": (machine) => paths(machine).join(vscodeDirectory(machine), "User"),
  "<desktop>": desktopDirectory,
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
  return paths(machine).join(localData(machine), "Packages");
}

function localData(machine: Machine): string {
  const { join } = paths(machine);
  return machine.environment.LOCALAPPDATA || join(machine.home, "AppData", "Local");
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
  const { join } = paths(machine);
  if (machine.platform === "win32") return environment.APPDATA || join(home, "AppData", "Roaming");
  if (machine.platform === "darwin") return join(home, "Library", "Application Support");
  return configDirectory(machine);
}

/** Where programs keep their settings that do as on Linux on every platform. */
function configDirectory(machine: Machine): string {
  const { XDG_CONFIG_HOME = "" } = machine.environment;
  const { join, isAbsolute } = paths(machine);
  return isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(machine.home, ".config");
}

function dataDirectory(machine: Machine): string {
  if (machine.platform !== "linux") return applicationData(machine);
  const { XDG_DATA_HOME = "" } = machine.environment;
  const { join, isAbsolute } = paths(machine);
  return isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : join(machine.home, ".local", "share");
}

function paths({ platform }: Machine): path.PlatformPath {
  return platform === "win32" ? path.win32 : path.posix;
}
