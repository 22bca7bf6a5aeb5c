import { randomBytes } from "node:crypto";
import { chownSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hasErrorCode } from "./error-code.ts";
import { temporaryName } from "./leftovers.ts";
import { isRoot } from "./operating-system-user.ts";

const FILE = "database-password";

/** The password of the cluster's roles; undefined when the data directory has none yet, as in version 0.1. */
export function readPassword(dataDirectory: string): string | undefined {
  try {
    return readFileSync(path.join(dataDirectory, FILE), "utf8").trim();
  } catch (error) {
    if (hasErrorCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}

/** Creates the password unless there is one; of several concurrent processes one wins. */
export function ensurePassword(dataDirectory: string): string {
  const present = readPassword(dataDirectory);
  if (present !== undefined) return present;
  const temporary = path.join(dataDirectory, temporaryName(FILE));
  try {
    const password = randomBytes(32).toString("base64url");
    writeFileSync(temporary, `${password}\n`, { flag: "wx", mode: 0o600 });
    // Root may start PostgreSQL for the owner of the directory, who must be able to read it too.
    if (isRoot()) chownToOwner(temporary, dataDirectory);
    linkSync(temporary, path.join(dataDirectory, FILE));
    return password;
  } catch (error) {
    if (!hasErrorCode(error, "EEXIST")) throw error;
    return readPassword(dataDirectory) ?? ensurePassword(dataDirectory);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function chownToOwner(file: string, directory: string): void {
  const { uid, gid } = statSync(directory);
  chownSync(file, uid, gid);
}
