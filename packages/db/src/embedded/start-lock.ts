import { linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hasErrorCode } from "./error-code.ts";
import { isAlive, temporaryName } from "./leftovers.ts";

const HEARTBEAT_MS = 1_000;
const STALE_AFTER_MS = 15_000;

export interface StartLock {
  release(): void;
}

/**
 * Lets one process start PostgreSQL while the others wait. It only saves work: two holders at once do no harm, since the
 * cluster appears by an atomic rename and PostgreSQL itself refuses a second start.
 */
export function takeStartLock(lockFile: string): StartLock | undefined {
  const holder = readHolder(lockFile);
  if (holder && !isStale(holder, Date.now())) return undefined;
  if (holder) rmSync(lockFile, { force: true });

  const own = path.join(path.dirname(lockFile), temporaryName(path.basename(lockFile)));
  const text = `${process.pid} ${path.basename(own)}\n`;
  writeFileSync(own, text, { flag: "wx" });
  try {
    // A hard link appears with its content, so no other process ever reads a lock without a holder.
    linkSync(own, lockFile);
  } catch (error) {
    if (hasErrorCode(error, "EEXIST")) return undefined;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
  return holdLock(lockFile, text);
}

export function isStale(holder: { processId: number; touchedAt: number }, now: number): boolean {
  return now - holder.touchedAt > STALE_AFTER_MS || !isAlive(holder.processId);
}

function holdLock(lockFile: string, text: string): StartLock {
  const heartbeat = setInterval(() => {
    if (readText(lockFile) === text) touch(lockFile);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release() {
      clearInterval(heartbeat);
      // Another process that took the lock over as stale keeps it.
      if (readText(lockFile) === text) rmSync(lockFile, { force: true });
    },
  };
}

function readHolder(lockFile: string): { processId: number; touchedAt: number } | undefined {
  const text = readText(lockFile);
  const stats = statSync(lockFile, { throwIfNoEntry: false });
  if (text === undefined || !stats) return undefined;
  return { processId: Number.parseInt(text, 10) || 0, touchedAt: stats.mtimeMs };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch (error) {
    if (!hasErrorCode(error, "ENOENT", "EPERM")) throw error;
  }
}
