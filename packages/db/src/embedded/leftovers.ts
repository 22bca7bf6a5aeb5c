import { randomBytes } from "node:crypto";
import { readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { hasErrorCode } from "./error-code.ts";

/** A process id may be taken again by another program; nothing of ours takes this long. */
const MAX_AGE_MS = 10 * 60_000;

const ASIDE = "left-by-";

/** A name for something unfinished; it tells who makes it, so that others see when it is orphaned. */
export function temporaryName(name: string): string {
  return `${name}.tmp-${process.pid}-${randomBytes(4).toString("hex")}`;
}

/** The process that makes what has this name, or nothing if it is not something unfinished. */
export function creatorOf(name: string): number | undefined {
  const [, processId] = /\.tmp-(\d+)-[0-9a-f]{8}$/.exec(name) ?? [];
  return processId === undefined ? undefined : Number(processId);
}

/** Removes what killed processes left unfinished. */
export function removeLeftovers(dataDirectory: string, now: number): void {
  for (const name of readdirSync(dataDirectory)) {
    const maker = creatorOf(name);
    const entry = path.join(dataDirectory, name);
    if (maker === undefined || !(isOlderThan(entry, now - MAX_AGE_MS) || !isAlive(maker))) continue;
    try {
      // The initdb of a killed process may still write there; under another name it gives up at once.
      const aside = path.join(dataDirectory, temporaryName(`${ASIDE}${maker}`));
      renameSync(entry, aside);
      rmSync(aside, { recursive: true, force: true });
    } catch (error) {
      // Something is still being written, or another process clears up too; the next start tries again.
      if (!hasErrorCode(error, "ENOTEMPTY", "ENOENT", "EBUSY", "EACCES", "EPERM")) throw error;
    }
  }
}

/** Whether a process with this id exists, be it ours, another user's, or a zombie. */
export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    if (hasErrorCode(error, "ESRCH")) return false;
    if (hasErrorCode(error, "EPERM")) return true;
    throw error;
  }
}

function isOlderThan(entry: string, time: number): boolean {
  return (statSync(entry, { throwIfNoEntry: false })?.mtimeMs ?? time) < time;
}
