import { statfsSync } from "node:fs";

const GB = 1024 ** 3;
/** Left for PostgreSQL's log and for everybody else. */
const RESERVE_BYTES = 15 * GB;

/** False when the disk of the folder is nearly full. */
export function stopWhenFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > RESERVE_BYTES;
}
