import { createHash } from "node:crypto";
import { chmodSync, lchownSync, lstatSync, mkdirSync, rmdirSync } from "node:fs";
import path from "node:path";
import { AppError } from "@trovella/foundation";
import { hasErrorCode } from "./error-code.ts";
import { isRoot, type OperatingSystemUser } from "./operating-system-user.ts";

export const PORT = 5432;
export const SOCKET_FILE = `.s.PGSQL.${PORT}`;

/** The length of `sun_path`, without its closing zero byte. */
const MAX_SOCKET_PATH = { darwin: 103, other: 107 };

export interface SocketPaths {
  readonly dataDirectory: string;
  readonly socketDirectory: string;
}

/** The socket's directory: in the data directory, or a short one when that path would be too long. */
export function chooseSocketDirectory(given: {
  dataDirectory: string;
  platform: NodeJS.Platform;
}): string {
  const inside = path.join(given.dataDirectory, "run");
  const maxBytes = MAX_SOCKET_PATH[given.platform === "darwin" ? "darwin" : "other"];
  if (Buffer.byteLength(path.join(inside, SOCKET_FILE)) <= maxBytes) return inside;

  // The same for every process of every environment, hence neither TMPDIR nor XDG_RUNTIME_DIR.
  const digest = createHash("sha256").update(given.dataDirectory).digest("hex");
  return `/tmp/trovella-${digest.slice(0, 16)}`;
}

/** Creates the socket's directory, accessible only to the user that runs PostgreSQL (and root). */
export function prepareSocketDirectory(paths: SocketPaths, user: OperatingSystemUser): void {
  const directory = paths.socketDirectory;
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if (!hasErrorCode(error, "EEXIST")) throw error;
  }

  const found = lstatSync(directory);
  // A short directory lies in /tmp, where any user could have created it.
  const isInside = directory.startsWith(paths.dataDirectory);
  const isOurs = [user.userId, process.getuid?.()].includes(found.uid) || (isRoot() && isInside);
  if (!found.isDirectory() || !isOurs) {
    throw new AppError(
      "UNAVAILABLE",
      `The directory ${directory} for PostgreSQL's socket belongs to another user. ` +
        `Next: remove it, or set TROVELLA_DATA_DIR to a directory with a shorter path.`,
      { directory },
    );
  }
  if (isRoot() && found.uid !== user.userId) lchownSync(directory, user.userId, user.groupId);
  if ((found.mode & 0o777) !== 0o700) chmodSync(directory, 0o700);
}

/** Leaves nothing behind outside the data directory. */
export function removeShortSocketDirectory(paths: SocketPaths): void {
  if (paths.socketDirectory.startsWith(paths.dataDirectory)) return;
  try {
    rmdirSync(paths.socketDirectory);
  } catch (error) {
    // Not empty: another process has already started PostgreSQL again.
    if (!hasErrorCode(error, "ENOENT", "ENOTEMPTY", "EEXIST")) throw error;
  }
}
