import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import type { ClusterPaths } from "./cluster-paths.ts";
import { hasErrorCode } from "./error-code.ts";
import { isAlive } from "./leftovers.ts";
import { SOCKET_FILE } from "./socket-directory.ts";

/** PostgreSQL writes its lock files at once; one that stays empty is of a killed process. */
const EMPTY_FOR_MS = 1_000;

/** The id of the running postmaster of this cluster, if there is one. */
export function livePostmaster({ clusterDirectory }: ClusterPaths): number | undefined {
  const processId = readProcessId(path.join(clusterDirectory, "postmaster.pid"));
  return processId && isPostmaster(processId, clusterDirectory) ? processId : undefined;
}

/** Whether this process is the PostgreSQL of this directory, not a zombie or another program. */
export function isPostmaster(processId: number, clusterDirectory: string): boolean {
  if (!isAlive(processId)) return false;
  return process.platform === "linux"
    ? isPostmasterOnLinux(processId, clusterDirectory)
    : isPostmasterByPs(processId);
}

/**
 * Removes stale lock files, which name a zombie or another program. PostgreSQL only checks that a process of that id
 * exists, so after a reboot, or where zombies are not reaped, it would refuse to start forever. It still refuses while
 * backends of the old one use its shared memory, so a second one cannot start.
 */
export function removeStaleLockFiles(paths: ClusterPaths, now: number): void {
  const files = [
    path.join(paths.clusterDirectory, "postmaster.pid"),
    path.join(paths.socketDirectory, `${SOCKET_FILE}.lock`),
  ];
  for (const file of files) {
    const processId = readProcessId(file);
    if (processId === undefined) continue;
    const isAbandoned = processId === 0 && isOlderThan(file, now - EMPTY_FOR_MS);
    const isForeign =
      processId !== 0 && isAlive(processId) && !isPostmaster(processId, paths.clusterDirectory);
    if (isAbandoned || isForeign) rmSync(file, { force: true });
  }
}

/** The state letter in `/proc/N/stat`; the name before it may itself contain spaces and brackets. */
export function stateOf(processStat: string): string {
  return processStat.slice(processStat.lastIndexOf(")") + 2, processStat.lastIndexOf(")") + 3);
}

/** The parent's process id in `/proc/N/stat`. */
export function parentOf(processStat: string): number {
  const [, parent] = processStat.slice(processStat.lastIndexOf(")") + 2).split(" ");
  return Number(parent);
}

function isPostmasterOnLinux(processId: number, clusterDirectory: string): boolean {
  try {
    const state = stateOf(readFileSync(`/proc/${processId}/stat`, "utf8"));
    if (state === "Z" || state === "X") return false;
    const [program = ""] = readFileSync(`/proc/${processId}/cmdline`, "utf8").split("\0");
    return path.basename(program) === "postgres" && worksIn(processId, clusterDirectory);
  } catch (error) {
    // It has ended meanwhile.
    if (hasErrorCode(error, "ENOENT", "ESRCH")) return false;
    throw error;
  }
}

/** PostgreSQL's working directory is its cluster, whatever path it was started with. */
function worksIn(processId: number, clusterDirectory: string): boolean {
  try {
    const here = statSync(`/proc/${processId}/cwd`);
    const there = statSync(clusterDirectory);
    return here.ino === there.ino && here.dev === there.dev;
  } catch (error) {
    // A hardened system may hide it; then it is safer to trust the lock file.
    if (hasErrorCode(error, "EACCES", "EPERM")) return true;
    throw error;
  }
}

function isPostmasterByPs(processId: number): boolean {
  const asked = ["-o", "stat=,command=", "-p", String(processId)];
  const { stdout } = spawnSync("ps", asked, { encoding: "utf8" });
  return !stdout.startsWith("Z") && /\bpostgres\b/.test(stdout);
}

/** The process id of a lock file, 0 when it is empty, undefined when there is no file. */
function readProcessId(file: string): number | undefined {
  try {
    // A negative number means PostgreSQL in single-user mode.
    return Math.abs(Number.parseInt(readFileSync(file, "utf8"), 10) || 0);
  } catch (error) {
    if (hasErrorCode(error, "ENOENT", "ENOTDIR", "EACCES")) return undefined;
    throw error;
  }
}

function isOlderThan(file: string, time: number): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? time) < time;
}
