import { chmodSync, chownSync, mkdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { AppError } from "@trovella/foundation";
import { isRoot, type OperatingSystemUser } from "./operating-system-user.ts";

/** The data directory unless TROVELLA_DATA_DIR is set. */
export function defaultDataDirectory(environment: NodeJS.ProcessEnv): string {
  return chooseDataDirectory(environment, { isRoot: isRoot() });
}

export function chooseDataDirectory(
  environment: NodeJS.ProcessEnv,
  user: { isRoot: boolean },
): string {
  const { TROVELLA_DATA_DIR, XDG_DATA_HOME = "", HOME } = environment;
  if (TROVELLA_DATA_DIR) return path.resolve(TROVELLA_DATA_DIR);
  // Root's own home is closed to the unprivileged user that runs PostgreSQL.
  if (user.isRoot) return "/var/lib/trovella";
  // The specification of XDG_DATA_HOME says to ignore a relative path.
  const base = path.isAbsolute(XDG_DATA_HOME)
    ? XDG_DATA_HOME
    : path.join(HOME || homedir(), ".local", "share");
  return path.join(base, "trovella");
}

/** Creates the data directory, reachable for the user that runs PostgreSQL. */
export function prepareDataDirectory(directory: string, user: OperatingSystemUser): void {
  if (isRoot()) checkReach(path.dirname(directory), { directory, user });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (!isRoot()) return;

  const { mode, uid, gid } = statSync(directory);
  if (!canEnter({ mode, uid, gid }, user) && (mode & 0o070) === 0) {
    // The other user may traverse the directory, but neither list nor write it.
    chownSync(directory, uid, user.groupId);
    chmodSync(directory, (mode & 0o707) | 0o010);
  }
  checkReach(directory, { directory, user });
}

/** Refuses a data directory when the user that runs PostgreSQL cannot reach this part of its path. */
export function checkReach(
  part: string,
  given: { directory: string; user: OperatingSystemUser },
): void {
  const unreachable = firstUnreachable(part, given.user);
  if (unreachable !== undefined) throw unreachableError({ ...given, unreachable });
}

/** The topmost existing directory of the path that this user may not enter. */
export function firstUnreachable(directory: string, user: OperatingSystemUser): string | undefined {
  return ancestors(directory).find((ancestor) => {
    const found = statSync(ancestor, { throwIfNoEntry: false });
    return found !== undefined && !canEnter(found, user);
  });
}

export function canEnter(
  entry: { mode: number; uid: number; gid: number },
  user: OperatingSystemUser,
): boolean {
  if (entry.uid === user.userId) return (entry.mode & 0o100) !== 0;
  if (entry.gid === user.groupId) return (entry.mode & 0o010) !== 0;
  return (entry.mode & 0o001) !== 0;
}

export function unreachableError(found: {
  directory: string;
  unreachable: string;
  user: OperatingSystemUser;
}): AppError {
  const { directory, unreachable, user } = found;
  return new AppError(
    "UNAVAILABLE",
    `PostgreSQL runs as the user ${user.name}, who may not enter ${unreachable} on the way to the ` +
      `data directory ${directory}. Next: run "chmod o+x ${unreachable}", or set TROVELLA_DATA_DIR ` +
      "to a directory that every user can reach, such as /var/lib/trovella.",
    { directory, unreachable, user: user.name },
  );
}

/** From the root down to the directory itself. */
function ancestors(directory: string): string[] {
  const parent = path.dirname(directory);
  return parent === directory ? [directory] : [...ancestors(parent), directory];
}
