import { randomBytes } from "node:crypto";
import { readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { hasErrorCode } from "./error-code.ts";

/** Process ids are reused, so the age counts too: no operation takes this long. */
const MAX_AGE_MS = 10 * 60_000;

const ASIDE = "left-by-";

/** A temporary name with the id of its process, so that others see when it is orphaned. */
export function temporaryName(name: string): string {
  return `${name}.tmp-${process.pid}-${randomBytes(4).toString("hex")}`;
}

/** The process that uses this temporary name; undefined for any other name. */
export function creatorOf(name: string): number | undefined {
  const [, processId] = /\.tmp-(\d+)-[0-9a-f]{8}$/.exec(name) ?? [];
  return processId === undefined ? undefined : Number(processId);
}

/** Removes the temporary files of killed processes. */
export function removeLeftovers(dataDirectory: string, now: number): void {
  for (const name of readdirSync(dataDirectory)) {
    const maker = creatorOf(name);
    const entry = path.join(dataDirectory, name);
    if (maker === undefined || !(isOlderThan(entry, now - MAX_AGE_MS) || !isAlive(maker))) continue;
    try {
      // The initdb of a killed process may still write there; after a rename it fails at once.
      const aside = path.join(dataDirectory, temporaryName(`${ASIDE}${maker}`));
      renameSync(entry, aside);
      rmSync(aside, { recursive: true, force: true });
    } catch (error) {
      // It is still being written to, or another process removes it too; the next start retries.
      if (!hasErrorCode(error, "ENOTEMPTY", "ENOENT", "EBUSY", "EACCES", "EPERM")) throw error;
    }
  }
}

/** Whether a process with this id exists, including other users' and zombies. */
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
