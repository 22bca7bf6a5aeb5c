import { AppError } from "@trovella/foundation";

/** Exhausted shared memory is reported in the same words, but is not on this disk. */
const DISK_FULL =
  /^(?!.*shared memory).*(No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes)/m;

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
  return TRANSIENT.some((pattern) => pattern.test(fatal));
}

export function startError(given: {
  fatal: string;
  dataDirectory: string;
  logFile: string;
}): AppError {
  const { fatal, dataDirectory, logFile } = given;
  if (isDiskFull(fatal)) return diskFullError(dataDirectory);
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

export function lastLine(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return (lines.filter((line) => /error|fatal|could not/i.test(line)).at(-1) ?? lines.at(-1) ?? "")
    .replace(/^initdb: (error: )?/, "")
    .trim()
    .replace(/[^.]$/, "$&.");
}
