import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  statSync,
} from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";
import { hasErrorCode } from "./error-code.ts";
import { isRoot, type OperatingSystemUser } from "./operating-system-user.ts";
import { socketProblem } from "./owned-socket.ts";

export const PORT = 5432;
export const SOCKET_FILE = `.s.PGSQL.${PORT}`;

/** The length of `sun_path`, without its closing zero byte. */
const MAX_SOCKET_PATH = { darwin: 103, other: 107 };
/** The line of postmaster.pid with the socket's directory. */
const SOCKET_LINE = 4;

export interface SocketPaths {
  readonly dataDirectory: string;
  readonly socketDirectory: string;
}

/** The socket's directory: in the data directory, or a short one when that path would be too long. */
export function chooseSocketDirectory(given: {
  dataDirectory: string;
  platform: NodeJS.Platform;
  /** Directories that no other user can write to, best first. */
  privateParents?: readonly string[];
}): string {
  const { dataDirectory, platform, privateParents = findPrivateParents() } = given;
  const inside = path.join(dataDirectory, "run");
  const maxBytes = MAX_SOCKET_PATH[platform === "darwin" ? "darwin" : "other"];
  const fits = (directory: string) =>
    Buffer.byteLength(path.join(directory, SOCKET_FILE)) <= maxBytes;
  if (fits(inside)) return inside;

  const digest = createHash("sha256").update(dataDirectory).digest("hex").slice(0, 16);
  const short = [
    ...privateParents.map((parent) => path.join(parent, `.trovella-${digest}`)),
    `/tmp/trovella-${digest}`,
  ];
  // A server that runs already may have been started by another version.
  const running = runningSocketDirectory(dataDirectory) ?? "";
  const isUsed = short.includes(running) && existsSync(running);
  if (isUsed && !socketProblem({ dataDirectory, socketDirectory: running })) return running;
  return short.find(fits) ?? inside;
}

/**
 * Parents for a short directory. The same for every process of every environment, hence neither TMPDIR, HOME nor
 * XDG_RUNTIME_DIR. The home of root is closed to the user that runs PostgreSQL.
 */
function findPrivateParents(): string[] {
  try {
    const parents = isRoot() ? ["/run", "/var/run"] : [userInfo().homedir];
    return parents.filter(isPrivate);
  } catch (error) {
    if (hasErrorCode(error, "ERR_SYSTEM_ERROR")) return [];
    throw error;
  }
}

function isPrivate(directory: string): boolean {
  const found = statSync(directory, { throwIfNoEntry: false });
  return (
    found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
  );
}

/** As the running PostgreSQL wrote it down. */
function runningSocketDirectory(dataDirectory: string): string | undefined {
  try {
    const file = path.join(dataDirectory, "pg", "postmaster.pid");
    return readFileSync(file, "utf8").split("\n")[SOCKET_LINE];
  } catch (error) {
    if (hasErrorCode(error, "ENOENT", "ENOTDIR", "EACCES", "EPERM")) return undefined;
    throw error;
  }
}

/** Creates the socket's directory, accessible only to the user that runs PostgreSQL (and root). */
export function prepareSocketDirectory(paths: SocketPaths, user: OperatingSystemUser): void {
  const directory = paths.socketDirectory;
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if (!hasErrorCode(error, "EEXIST")) throw error;
  }
  // A short one may lie in /tmp, where any user could have created it.
  const isInside = directory.startsWith(paths.dataDirectory);
  const problem = isInside ? null : socketProblem(paths);
  if (problem) throw problem;
  const { uid, mode } = lstatSync(directory);
  if (isRoot() && uid !== user.userId) lchownSync(directory, user.userId, user.groupId);
  if (isInside && (mode & 0o777) !== 0o700) chmodSync(directory, 0o700);
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
