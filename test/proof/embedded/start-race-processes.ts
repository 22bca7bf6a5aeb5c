import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parentOf } from "../../../packages/db/src/embedded/postmaster.ts";

const MIN_AGE_MS = 500;

export interface ClusterProcesses {
  readonly postmasters: number[];
  /** PostgreSQL's other processes, and initdb. */
  readonly others: number[];
}

/** The processes of one cluster, read from /proc. */
export function clusterProcesses(dataDirectory: string): ClusterProcesses {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const isProgram = (program: string) => (found: FoundProcess) =>
    path.basename(found.words[0] ?? "") === program &&
    found.words.some((word) => word.startsWith(`${dataDirectory}/`));
  const cluster = path.join(dataDirectory, "pg");
  const postmasters = all
    .filter((found) => isProgram("postgres")(found) && found.words.includes(cluster))
    .map(({ processId }) => processId);
  const others = all
    .filter((found) => isProgram("initdb")(found) || postmasters.includes(found.parent))
    .map(({ processId }) => processId)
    .filter((processId) => !postmasters.includes(processId));
  return { postmasters, others };
}

/**
 * Tracks the maximum of concurrent postmasters; young ones do not count, since a second one exits when it
 * finds the lock.
 */
export function watchPostmasters(dataDirectory: string): { stop(): number } {
  const firstSeen = new Map<number, number>();
  let most = 0;
  const look = () => {
    const now = performance.now();
    const { postmasters } = clusterProcesses(dataDirectory);
    for (const processId of postmasters) {
      if (!firstSeen.has(processId)) firstSeen.set(processId, now);
    }
    const old = postmasters.filter((id) => now - (firstSeen.get(id) ?? now) >= MIN_AGE_MS);
    most = Math.max(most, old.length);
  };
  const timer = setInterval(look, 100);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

interface FoundProcess {
  readonly processId: number;
  readonly parent: number;
  readonly words: string[];
}

function readProcess(processId: number): FoundProcess[] {
  try {
    const words = readFileSync(`/proc/${processId}/cmdline`, "utf8").split("\0");
    const parent = parentOf(readFileSync(`/proc/${processId}/stat`, "utf8"));
    return [{ processId, parent, words }];
  } catch (error) {
    // The process exited meanwhile.
    if (error instanceof Error && /ENOENT|ESRCH/.test(error.message)) return [];
    throw error;
  }
}
