import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import path from "node:path";
import { hasErrorCode } from "../../embedded/error-code.ts";
import { diskFullError, readOnlyError } from "../../embedded/start-failure.ts";
import { type Check, failed, ok, warn } from "./check.ts";

const LEAST_FREE_BYTES = 200_000_000;
const FEW_FREE_BYTES = 1_000_000_000;

/** Permissions of the data directory; whether it can be used at all shows when PostgreSQL starts. */
export function checkDirectory(directory: string): Check {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (!found) return ok("data_directory", `${directory} (will be made at the first start)`);
  const mode = (found.mode & 0o777).toString(8).padStart(4, "0");
  const owner = found.uid === process.getuid?.() ? "yours" : `owned by the user ${found.uid}`;
  // As root, PostgreSQL's own user may pass through, neither list nor write.
  if ((found.mode & 0o067) === 0)
    return ok("data_directory", `${directory} (mode ${mode}, ${owner})`);
  return warn(
    "data_directory",
    `${directory} is open to other users of this computer (mode ${mode}, ${owner}).`,
    `Run "chmod 700 ${directory}".`,
  );
}

export function checkDisk(directory: string): Check {
  const existing = existingPart(directory);
  if (isReadOnly(existing)) return failed("disk_space", readOnlyError(directory));
  const { bavail, bsize } = statfsSync(existing);
  const freeBytes = bavail * bsize;
  if (freeBytes < LEAST_FREE_BYTES) return failed("disk_space", diskFullError(directory));
  const free = `${(freeBytes / 1e9).toFixed(1)} GB free`;
  if (freeBytes >= FEW_FREE_BYTES) return ok("disk_space", free);
  return warn("disk_space", `only ${free}`, `Free some space on the disk that holds ${directory}.`);
}

function isReadOnly(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return false;
  } catch (error) {
    // Rights are judged elsewhere.
    return hasErrorCode(error, "EROFS");
  }
}

function existingPart(directory: string): string {
  return existsSync(directory) ? directory : existingPart(path.dirname(directory));
}
