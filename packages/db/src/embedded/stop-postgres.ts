import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "@trovella/foundation";
import { type ClusterPaths, clusterPaths } from "./cluster-paths.ts";
import { hasErrorCode } from "./error-code.ts";
import { isPostmaster, livePostmaster } from "./postmaster.ts";
import { removeShortSocketDirectory } from "./socket-directory.ts";

const FAST_TIMEOUT_MS = 30_000;
const IMMEDIATE_TIMEOUT_MS = 10_000;
const POLL_MS = 20;

/** Stops it even if clients are connected, and waits until it has ended. */
export async function stopPostgres(options: {
  dataDirectory: string;
}): Promise<"stopped" | "not_running"> {
  const paths = clusterPaths(options.dataDirectory);
  const processId = livePostmaster(paths);
  if (processId === undefined) return "not_running";

  // SIGINT ends all sessions and leaves a clean cluster; SIGQUIT leaves it to recover at the next start.
  const isGone =
    (await signalAndWait(paths, { processId, signal: "SIGINT", limitMs: FAST_TIMEOUT_MS })) ||
    (await signalAndWait(paths, { processId, signal: "SIGQUIT", limitMs: IMMEDIATE_TIMEOUT_MS }));
  if (!isGone) {
    throw new AppError(
      "UNAVAILABLE",
      `PostgreSQL (process ${processId}) does not stop. Next: read ${paths.logFile}; as a last resort ` +
        `"kill -9 ${processId}" is safe, it recovers at the next start.`,
      { processId },
    );
  }
  removeShortSocketDirectory(paths);
  return "stopped";
}

async function signalAndWait(
  paths: ClusterPaths,
  given: { processId: number; signal: NodeJS.Signals; limitMs: number },
): Promise<boolean> {
  try {
    process.kill(given.processId, given.signal);
  } catch (error) {
    if (hasErrorCode(error, "ESRCH")) return true;
    throw error;
  }
  const deadline = Date.now() + given.limitMs;
  while (Date.now() < deadline) {
    if (!isPostmaster(given.processId, paths.clusterDirectory)) return true;
    await delay(POLL_MS);
  }
  return false;
}
