import { chownSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { AppError } from "@trovella/foundation";
import { BOOTSTRAP_USER } from "./admin-client.ts";
import type { Binaries } from "./binaries.ts";
import type { ClusterPaths } from "./cluster-paths.ts";
import { syncDirectory } from "./durable-file.ts";
import { hasErrorCode } from "./error-code.ts";
import { temporaryName } from "./leftovers.ts";
import { isRoot, type OperatingSystemUser } from "./operating-system-user.ts";
import { SETTINGS } from "./postgres-settings.ts";
import { runProgram } from "./run-program.ts";
import { diskFullError, isDiskFull, lastLine } from "./start-failure.ts";

/**
 * Creates a cluster under a temporary name and renames it, so that a killed process leaves nothing incomplete and one of
 * several concurrent processes wins. Resolves to false when initdb was killed.
 */
export async function initializeCluster(given: {
  paths: ClusterPaths;
  user: OperatingSystemUser;
  binaries: Binaries;
}): Promise<boolean> {
  const { paths, user, binaries } = given;
  const temporary = path.join(paths.dataDirectory, temporaryName("pg"));
  mkdirSync(temporary, { mode: 0o700 });
  try {
    if (isRoot()) chownSync(temporary, user.userId, user.groupId);
    const run = await runProgram(binaries.initdb, { arguments: initdbArguments(temporary), user });
    if (run.signal) return false;
    if (run.exitCode !== 0) throw initdbError(run.output, paths);
    renameSync(temporary, paths.clusterDirectory);
    syncDirectory(paths.dataDirectory);
  } catch (error) {
    // Another process finished first; its cluster is used.
    if (!hasErrorCode(error, "ENOTEMPTY", "EEXIST")) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  }
  return true;
}

function initdbArguments(directory: string): string[] {
  return [
    ...["-D", directory, "-U", BOOTSTRAP_USER, "-E", "UTF8", "--data-checksums"],
    // Until the first start sets the password; only the owner can reach the socket.
    ...["-A", "trust"],
    // Built into PostgreSQL: independent of the system's locales, and with the same order everywhere.
    ...["--locale-provider=builtin", "--locale=C.UTF-8"],
    ...Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
}

function initdbError(output: string, { dataDirectory }: ClusterPaths): AppError {
  if (isDiskFull(output)) return diskFullError(dataDirectory);
  return new AppError(
    "UNAVAILABLE",
    `A database could not be created in ${dataDirectory}: ${lastLine(output)} ` +
      "Next: fix that, or set TROVELLA_DATA_DIR to another directory.",
    { dataDirectory, output: output.slice(-2_000) },
  );
}
