import { randomBytes } from "node:crypto";
import { chownSync, linkSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { syncDirectory, writeDurably } from "./durable-file.ts";
import { hasErrorCode } from "./error-code.ts";
import { temporaryName } from "./leftovers.ts";
import { isRoot } from "./operating-system-user.ts";

const FILE = "database-password";

/** The password of the cluster's roles; undefined when the data directory has none yet, as in version 0.1. */
export function readPassword(dataDirectory: string): string | undefined {
  try {
    const password = readFileSync(path.join(dataDirectory, FILE), "utf8").trim();
    // Older versions did not wait for the disk, so a power failure could leave it empty.
    return password === "" ? undefined : password;
  } catch (error) {
    if (hasErrorCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}

/** Creates the password unless there is one; of several concurrent processes one wins. An empty file is replaced. */
export function ensurePassword(dataDirectory: string): string {
  const present = readPassword(dataDirectory);
  if (present !== undefined) return present;
  const temporary = path.join(dataDirectory, temporaryName(FILE));
  try {
    const password = randomBytes(32).toString("base64url");
    writeDurably(temporary, `${password}\n`);
    // Root may start PostgreSQL for the owner of the directory, who must be able to read it too.
    if (isRoot()) chownToOwner(temporary, dataDirectory);
    putInPlace(temporary, path.join(dataDirectory, FILE));
    syncDirectory(dataDirectory);
    return readPassword(dataDirectory) ?? password;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** A link never replaces the password of another process. */
function putInPlace(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (!hasErrorCode(error, "EEXIST")) throw error;
    if (readPassword(path.dirname(file)) === undefined) renameSync(temporary, file);
  }
}

function chownToOwner(file: string, directory: string): void {
  const { uid, gid } = statSync(directory);
  chownSync(file, uid, gid);
}
