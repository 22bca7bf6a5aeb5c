import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { CommandFailure, EXIT } from "../exit.ts";
import { CLIENTS, type ClientId } from "./clients.ts";
import { type Machine, packagesDirectory, tracesOf } from "./config-path.ts";

/** The machine that this runs on. */
export function thisMachine(): Machine {
  const home = homedir();
  if (!path.isAbsolute(home)) {
    throw new CommandFailure(
      "There is no home directory to look for clients in. Next: set HOME (on Windows USERPROFILE) to its path.",
      EXIT.notConfigured,
    );
  }
  const machine = {
    platform: process.platform,
    home,
    environment: process.env,
    cwd: process.cwd(),
  };
  return { ...machine, desktopPackage: findDesktopPackage(machine) };
}

/** Whether the client has been used here, or its program can be called. */
export function isDetected(id: ClientId, machine: Machine): boolean {
  const { program } = CLIENTS[id];
  return (
    tracesOf(id, machine).some(existsSync) || (program !== null && isCallable(program, machine))
  );
}

function isCallable(program: string, { platform, environment }: Machine): boolean {
  const folders = (environment.PATH ?? environment.Path ?? "").split(path.delimiter);
  const endings = platform === "win32" ? (environment.PATHEXT ?? ".EXE;.CMD").split(";") : [""];
  return folders.some(
    (folder) =>
      path.isAbsolute(folder) &&
      endings.some((ending) => existsSync(path.join(folder, program + ending))),
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
