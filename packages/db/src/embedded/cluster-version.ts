import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { AppError } from "@trovella/foundation";
import { POSTGRES_MAJOR } from "./binaries.ts";
import type { ClusterPaths } from "./cluster-paths.ts";
import { hasErrorCode } from "./error-code.ts";

/** The major version of PostgreSQL that created the cluster; undefined when there is none yet. */
export function clusterMajor({ clusterDirectory }: ClusterPaths): string | undefined {
  try {
    return readFileSync(path.join(clusterDirectory, "PG_VERSION"), "utf8").trim();
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Refuses a directory that this PostgreSQL cannot run on, before anything is changed. */
export function checkCluster(paths: ClusterPaths): void {
  const { clusterDirectory } = paths;
  const major = clusterMajor(paths);
  if (major === undefined && !isEmptyOrMissing(clusterDirectory)) {
    throw new AppError(
      "UNAVAILABLE",
      `The directory ${clusterDirectory} holds something that is not a PostgreSQL cluster. ` +
        "Next: move it away, or set TROVELLA_DATA_DIR to another directory.",
      { clusterDirectory },
    );
  }
  if (major !== undefined && major !== POSTGRES_MAJOR) {
    throw new AppError(
      "UNAVAILABLE",
      `The data in ${clusterDirectory} was made by PostgreSQL ${major}; this version of trovella runs ` +
        `PostgreSQL ${POSTGRES_MAJOR} and leaves it untouched. Next: make a backup with the version of ` +
        'trovella that made it ("trovella backup"), then restore it into a new TROVELLA_DATA_DIR.',
      { clusterDirectory, found: major, needed: POSTGRES_MAJOR },
    );
  }
}

function isEmptyOrMissing(directory: string): boolean {
  try {
    return readdirSync(directory).length === 0;
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return true;
    throw error;
  }
}
