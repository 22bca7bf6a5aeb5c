import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Binaries } from "./binaries.ts";
import type { ClusterPaths } from "./cluster-paths.ts";
import { inheritedDescriptors } from "./inherited-descriptors.ts";
import { openLog } from "./log-file.ts";
import { type OperatingSystemUser, spawnIdentity } from "./operating-system-user.ts";
import { programEnvironment } from "./run-program.ts";

export interface Launched {
  /** Whether the process has ended; another one may still serve the cluster. */
  hasEnded(): boolean;
  readLog(): string;
}

/** Starts PostgreSQL as a detached process that outlives this one. */
export function launchPostmaster(given: {
  paths: ClusterPaths;
  user: OperatingSystemUser;
  binaries: Binaries;
}): Launched {
  const { paths, user, binaries } = given;
  const log = openLog(paths, user);
  const nothing = openSync("/dev/null", "r+");
  try {
    const child = spawn(
      binaries.postgres,
      ["-D", paths.clusterDirectory, "-k", paths.socketDirectory],
      {
        cwd: "/",
        detached: true,
        env: programEnvironment(),
        stdio: descriptors({ nothing, log: log.descriptor, inherited: inheritedDescriptors() }),
        ...spawnIdentity(user),
      },
    );
    let hasEnded = false;
    const end = () => {
      hasEnded = true;
    };
    child.on("exit", end);
    child.on("error", end);
    child.unref();
    return { hasEnded: () => hasEnded, readLog: log.readSince };
  } finally {
    log.close();
    closeSync(nothing);
  }
}

/** The child's descriptors: input from /dev/null, output to the log, inherited ones replaced by /dev/null. */
export function descriptors(given: {
  nothing: number;
  log: number;
  inherited: readonly number[];
}): ("ignore" | number)[] {
  const highest = Math.max(2, ...given.inherited);
  return Array.from({ length: highest + 1 }, (_, index) => {
    if (index === 0) return given.nothing;
    if (index <= 2) return given.log;
    // "ignore" leaves a descriptor above 2 as it is, which is right for those with close-on-exec.
    return given.inherited.includes(index) ? given.nothing : "ignore";
  });
}
