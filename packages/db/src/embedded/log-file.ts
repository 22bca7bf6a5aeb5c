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

/** Never through a link: root may do this in a directory that belongs to somebody else. */
const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW;

export interface OpenLog {
  readonly descriptor: number;
  /** What was written since it was opened. */
  readSince(): string;
  close(): void;
}

/** Opens PostgreSQL's log to append to; a long one is put aside first, and one such is kept. */
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
    // Another process did the same in this moment.
    if (!hasErrorCode(error, "ENOENT")) throw error;
  }
}
