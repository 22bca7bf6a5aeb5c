import { realpathSync } from "node:fs";
import path from "node:path";
import { POSTGRES_VERSION } from "./binaries.ts";
import { hasErrorCode } from "./error-code.ts";
import { chooseSocketDirectory, type SocketPaths } from "./socket-directory.ts";

/** The files and directories of one embedded cluster. */
export interface ClusterPaths extends SocketPaths {
  /** Created by initdb elsewhere and renamed, so that it is complete or absent. */
  readonly clusterDirectory: string;
  readonly lockFile: string;
  readonly logFile: string;
  /** A copy of the binaries, for when the user that runs PostgreSQL cannot reach the installed ones. */
  readonly binariesCopy: string;
}

export function clusterPaths(dataDirectory: string): ClusterPaths {
  // Two names of one directory must lead to one socket, hence the real path.
  const real = realPath(path.resolve(dataDirectory));
  return {
    dataDirectory: real,
    clusterDirectory: path.join(real, "pg"),
    socketDirectory: chooseSocketDirectory({ dataDirectory: real, platform: process.platform }),
    lockFile: path.join(real, "start.lock"),
    logFile: path.join(real, "postgres.log"),
    binariesCopy: path.join(real, `bin-${POSTGRES_VERSION}`),
  };
}

/** The real path, also of a directory that does not exist yet. */
function realPath(directory: string): string {
  try {
    return realpathSync(directory);
  } catch (error) {
    const parent = path.dirname(directory);
    if (!hasErrorCode(error, "ENOENT", "ENOTDIR", "EACCES") || parent === directory) throw error;
    return path.join(realPath(parent), path.basename(directory));
  }
}
