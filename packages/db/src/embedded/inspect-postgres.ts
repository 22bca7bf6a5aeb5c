import { statfsSync, statSync } from "node:fs";
import path from "node:path";
import { AppError } from "@trovella/foundation";
import { installedDirectory } from "./binaries.ts";
import { type ClusterPaths, clusterPaths } from "./cluster-paths.ts";
import { checkCluster, clusterMajor } from "./cluster-version.ts";
import { checkReach } from "./data-directory.ts";
import { fileError } from "./file-error.ts";
import { isRoot, postgresUser } from "./operating-system-user.ts";
import { probe } from "./probe.ts";
import { diskFullError } from "./start-failure.ts";

const MIN_FREE_BYTES = 200_000_000;

interface Problem {
  what: string;
  fix: string;
}

/** The state of the embedded PostgreSQL for diagnostics; starts and changes nothing. */
export async function inspectPostgres(options: { dataDirectory: string }): Promise<{
  isInitialized: boolean;
  isRunning: boolean;
  version: string | null;
  socketDirectory: string;
  user: string;
  problems: Problem[];
}> {
  const paths = clusterPaths(options.dataDirectory);
  const problems: Problem[] = [];
  const attempt = async <T>(look: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await look();
    } catch (error) {
      problems.push(toProblem(fileError(error, paths.dataDirectory)));
      return undefined;
    }
  };

  const major = await attempt(() => clusterMajor(paths));
  const user = await attempt(() => postgresUser(paths.clusterDirectory));
  const found = await attempt(() => probe(paths));
  for (const check of [checkPackage, checkCluster, checkDisk, checkRights, checkParents]) {
    await attempt(() => check(paths));
  }
  return {
    isInitialized: major !== undefined,
    isRunning: found !== undefined && found.state !== "absent",
    version: found?.state === "served" ? found.version : (major ?? null),
    socketDirectory: paths.socketDirectory,
    user: user?.name ?? "",
    problems,
  };
}

/** A check fails with the same error as a start would. */
function toProblem(error: unknown): Problem {
  if (!(error instanceof AppError)) throw error;
  const [what = "", fix = ""] = error.message.split(/\s*Next:\s*/);
  return { what, fix: fix.charAt(0).toUpperCase() + fix.slice(1) };
}

function checkPackage(): void {
  installedDirectory({ platform: process.platform, architecture: process.arch });
}

function checkDisk({ dataDirectory }: ClusterPaths): void {
  const { bavail, bsize } = statfsSync(existingPart(dataDirectory));
  if (bavail * bsize < MIN_FREE_BYTES) throw diskFullError(dataDirectory);
}

/** A user who may write into the directory could replace the cluster. */
function checkRights({ dataDirectory }: ClusterPaths): void {
  const mode = statSync(dataDirectory, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o022) === 0) return;
  throw new AppError(
    "UNAVAILABLE",
    `Other users may write into the data directory ${dataDirectory}. ` +
      `Next: run "chmod go-w ${dataDirectory}".`,
  );
}

function checkParents({ dataDirectory, clusterDirectory }: ClusterPaths): void {
  if (!isRoot()) return;
  const user = postgresUser(clusterDirectory);
  // A start makes the data directory itself accessible, but never changes its parents.
  checkReach(path.dirname(dataDirectory), { directory: dataDirectory, user });
}

function existingPart(directory: string): string {
  const exists = statSync(directory, { throwIfNoEntry: false }) !== undefined;
  return exists ? directory : existingPart(path.dirname(directory));
}
