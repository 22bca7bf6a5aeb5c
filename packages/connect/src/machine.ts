import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { CLIENTS, type ClientId } from "./clients.ts";
import { clientTraces, type Machine, packagesDirectory } from "./config-path.ts";
import { ConnectError } from "./connect-error.ts";

export function currentMachine(): Machine {
  const home = homedir();
  if (!path.isAbsolute(home)) {
    throw new ConnectError(
      "There is no home directory to find clients in. Next: set HOME (on Windows USERPROFILE) to its path.",
      "notConfigured",
    );
  }
  const machine = {
    platform: process.platform,
    home,
    environment: process.env,
    cwd: process.cwd(),
    isFile: existsSync,
  };
  return { ...machine, desktopPackage: findDesktopPackage(machine) };
}

/** Whether the client has been used here, or its program is on the PATH. */
export function isDetected(id: ClientId, machine: Machine): boolean {
  const { executable } = CLIENTS[id];
  return (
    clientTraces(id, machine).some(existsSync) ||
    (executable !== null && isOnPath(executable, machine))
  );
}

function isOnPath(executable: string, { platform, environment }: Machine): boolean {
  const folders = (environment.PATH ?? environment.Path ?? "").split(path.delimiter);
  const endings = platform === "win32" ? (environment.PATHEXT ?? ".EXE;.CMD").split(";") : [""];
  return folders.some(
    (folder) =>
      path.isAbsolute(folder) &&
      endings.some((ending) => existsSync(path.join(folder, executable + ending))),
  );
}

function findDesktopPackage(machine: Machine): string | undefined {
  if (machine.platform !== "win32") return undefined;
  const folder = packagesDirectory(machine);
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder).find(
    (name) => name.startsWith("Claude_") && existsSync(path.join(folder, name, "LocalCache")),
  );
}
