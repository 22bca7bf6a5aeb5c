import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
} from "node:fs";
import type { ClusterPaths } from "./cluster-paths.ts";
import { hasErrorCode } from "./error-code.ts";
import { isRoot, type OperatingSystemUser } from "./operating-system-user.ts";

const MAX_LOG_BYTES = 1_000_000;

/** Never through a symlink: root may do this in a directory of another user. */
const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW;

export interface OpenLog {
  readonly descriptor: number;
  /** The text written since it was opened. */
  readSince(): string;
  close(): void;
}

/** Opens PostgreSQL's log for appending; a long one is rotated first, and one old file is kept. */
export function openLog({ logFile }: ClusterPaths, user: OperatingSystemUser): OpenLog {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) {
    rotate(logFile);
  }
  const descriptor = openSync(logFile, APPEND, 0o600);
  const { size, uid } = fstatSync(descriptor);
  if (isRoot() && uid !== user.userId) fchownSync(descriptor, user.userId, user.groupId);
  return {
    descriptor,
    readSince: () => readLog(logFile).subarray(size).toString("utf8"),
    close: () => closeSync(descriptor),
  };
}

export function readLog(logFile: string): Buffer {
  try {
    return readFileSync(logFile);
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return Buffer.alloc(0);
    throw error;
  }
}

function rotate(logFile: string): void {
  try {
    renameSync(logFile, `${logFile}.1`);
  } catch (error) {
    // Another process rotated it at the same time.
    if (!hasErrorCode(error, "ENOENT")) throw error;
  }
}
