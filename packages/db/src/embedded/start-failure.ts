import path from "node:path";
import { AppError } from "@trovella/foundation";
import { newestBackup } from "./newest-backup.ts";

/** Exhausted shared memory is reported in the same words, but is not on this disk. */
const DISK_FULL =
  /^(?!.*shared memory).*(No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes)/m;

const READ_ONLY = "Read-only file system";

export function isDiskFull(text: string): boolean {
  return DISK_FULL.test(text);
}

/** Another process is starting it, or a killed one is not cleaned up yet: worth a retry. */
const TRANSIENT = [
  /pre-existing shared memory block/,
  /lock file ".*" (already exists|is empty)/,
  /could not (create|open|read|remove|write) lock file/,
  /could not bind Unix address/,
];

/** Lines about rejected or terminated clients, which do not explain why it ended. */
const ABOUT_CLIENTS =
  /the database system is |terminating |canceling |too many clients|remaining connection slots/;

/** The last fatal message of PostgreSQL's log about its start, without time and process. */
export function lastFatal(log: string): string | undefined {
  return log
    .split("\n")
    .filter((line) => /\b(FATAL|PANIC):/.test(line) && !ABOUT_CLIENTS.test(line))
    .at(-1)
    ?.replace(/^.*?\b(FATAL|PANIC):\s*/, "");
}

export function isTransient(fatal: string): boolean {
  const isUnwritable = isDiskFull(fatal) || fatal.includes(READ_ONLY);
  return !isUnwritable && TRANSIENT.some((pattern) => pattern.test(fatal));
}

interface FailedStart {
  readonly fatal: string;
  readonly dataDirectory: string;
  readonly clusterDirectory: string;
  readonly logFile: string;
}

export function startError(given: FailedStart): AppError {
  const { fatal, dataDirectory, logFile } = given;
  if (isDiskFull(fatal)) return diskFullError(dataDirectory);
  if (fatal.includes(READ_ONLY)) return readOnlyError(dataDirectory);
  if (DAMAGE.some((pattern) => pattern.test(fatal))) return damageError(given);
  return new AppError(
    "UNAVAILABLE",
    `PostgreSQL did not start: ${fatal}. Next: read ${logFile} and fix the cause, then try again.`,
    { dataDirectory, logFile, fatal },
  );
}

export function diskFullError(dataDirectory: string): AppError {
  return new AppError(
    "UNAVAILABLE",
    `The disk that holds ${dataDirectory} is full. Next: free some space there, or set TROVELLA_DATA_DIR ` +
      "to a directory on another disk; nothing that was saved is lost.",
    { dataDirectory },
  );
}

export function readOnlyError(dataDirectory: string): AppError {
  return new AppError(
    "UNAVAILABLE",
    `The disk that holds ${dataDirectory} is read-only. Next: make it writable; the system makes it read-only after an error of the ` +
      "disk, which its log names. Nothing that was saved is lost by this.",
    { dataDirectory },
  );
}

/** PostgreSQL finds its files torn, missing or overwritten, and no retry helps. */
const DAMAGE = [
  /could not (locate|find|read) .*(checkpoint|redo location)/,
  /invalid (primary )?checkpoint|checkpoint record/,
  /WAL ends before/,
  /requested WAL segment .* has already been removed/,
  /invalid page in block|invalid checksum|incorrect checksum|checksum (error|mismatch)/,
  /control file .*(invalid|corrupt|incompatible)|pg_control/,
  /pg_filenode|pg_wal" does not exist|contains WAL.*damaged/,
];

function damageError({ fatal, dataDirectory, clusterDirectory, logFile }: FailedStart): AppError {
  const backup = newestBackup(dataDirectory);
  const restore =
    backup === null
      ? `run "trovella restore FILE" with your newest backup; there is none in ${path.join(dataDirectory, "backups")}`
      : `run "trovella restore ${backup}", the newest backup there, or with a newer one of yours`;
  return new AppError(
    "UNAVAILABLE",
    `The database in ${clusterDirectory} is damaged: ${fatal}. Next: move that directory elsewhere and keep it, then ${restore}. ` +
      `Details are in ${logFile}.`,
    { dataDirectory, logFile, fatal, backup },
  );
}

export function lastLine(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return (lines.filter((line) => /error|fatal|could not/i.test(line)).at(-1) ?? lines.at(-1) ?? "")
    .replace(/^initdb: (error: )?/, "")
    .trim()
    .replace(/[^.]$/, "$&.");
}
