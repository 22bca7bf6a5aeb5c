import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "@trovella/foundation";
import { BOOTSTRAP_USER, serverStateAfter } from "./admin-client.ts";
import { type ClusterPaths, clusterPaths } from "./cluster-paths.ts";
import { checkCluster, clusterMajor } from "./cluster-version.ts";
import { prepareDataDirectory } from "./data-directory.ts";
import { fileError } from "./file-error.ts";
import { startIdleStop } from "./idle-stop.ts";
import { initializeCluster } from "./initialize.ts";
import { type Launched, launchPostmaster } from "./launch.ts";
import { removeLeftovers } from "./leftovers.ts";
import { readLog } from "./log-file.ts";
import { postgresUser } from "./operating-system-user.ts";
import { removeStaleLockFiles } from "./postmaster.ts";
import { type Probe, probe, type Served } from "./probe.ts";
import { RecoveryWatch } from "./recovery-watch.ts";
import { acceptWithoutPassword, isPasswordRequired, requirePassword } from "./require-password.ts";
import { runnableBinaries } from "./runnable-binaries.ts";
import { PORT, prepareSocketDirectory } from "./socket-directory.ts";
import { isTransient, lastFatal, startError } from "./start-failure.ts";
import { takeStartLock } from "./start-lock.ts";

export interface EmbeddedPostgres {
  dataDirectory: string;
  socketDirectory: string;
  port: number;
  bootstrapUser: typeof BOOTSTRAP_USER;
}

const IDLE_STOP_MS = 10 * 60_000;
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 40;

interface Start {
  readonly paths: ClusterPaths;
  readonly deadline: number;
  readonly recovery: RecoveryWatch;
  readonly onProgress: (line: string) => void;
}

/** Starts the cluster of a data directory, or joins the running one; safe for any number of processes. */
export async function ensurePostgres(options: {
  dataDirectory: string;
  /** The idle time after which PostgreSQL stops itself; 0 for no idle stop. */
  idleStopMs?: number;
  onProgress?: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const { dataDirectory, idleStopMs = IDLE_STOP_MS, onProgress = () => undefined } = options;
  const paths = clusterPaths(dataDirectory);
  try {
    const deadline = Date.now() + START_TIMEOUT_MS;
    const recovery = new RecoveryWatch(paths);
    const { isIdleStopOn } = await serveWithPassword({ paths, deadline, recovery, onProgress });
    if (idleStopMs > 0 && !isIdleStopOn) await startIdleStop(paths, idleStopMs);
  } catch (error) {
    throw fileError(error, paths.dataDirectory);
  }
  return {
    dataDirectory: paths.dataDirectory,
    socketDirectory: paths.socketDirectory,
    port: PORT,
    bootstrapUser: BOOTSTRAP_USER,
  };
}

/** A new cluster, or one of version 0.1, gets its password as soon as it serves. */
async function serveWithPassword(start: Start): Promise<Served> {
  const served = await serve(start);
  if (isPasswordRequired(start.paths)) return served;
  try {
    await requirePassword(start.paths);
  } catch (error) {
    // It was stopped meanwhile.
    if (!serverStateAfter(error)) throw error;
  }
  return serveWithPassword(start);
}

/** Probes, and starts PostgreSQL when it is absent, until it serves. */
async function serve(start: Start): Promise<Served> {
  let isPrepared = false;
  while (Date.now() < start.deadline) {
    const found = await look(start);
    if (found.state === "served") return found;
    if (found.state === "refusing" && isPasswordRequired(start.paths)) {
      acceptWithoutPassword(start.paths);
    }
    if (found.state === "absent") {
      if (!isPrepared) prepare(start.paths);
      isPrepared = true;
      await startUnderLock(start);
    }
    await delay(POLL_MS);
  }
  throw lateError(start.paths);
}

async function look({ paths, recovery }: Start): Promise<Probe> {
  const found = await probe(paths);
  recovery.observe(found, Date.now());
  return found;
}

function prepare({ dataDirectory, clusterDirectory }: ClusterPaths): void {
  prepareDataDirectory(dataDirectory, postgresUser(clusterDirectory));
}

async function startUnderLock(start: Start): Promise<void> {
  const { paths, onProgress } = start;
  const lock = takeStartLock(paths.lockFile);
  if (!lock) return;
  try {
    // The previous holder of the lock may have started it.
    if ((await probe(paths)).state !== "absent") return;
    checkCluster(paths);
    const user = postgresUser(paths.clusterDirectory);
    removeLeftovers(paths.dataDirectory, Date.now());
    const binaries = await runnableBinaries({ paths, user, onProgress });
    if (clusterMajor(paths) === undefined) {
      onProgress(`Creating a database in ${paths.dataDirectory} (once) …`);
      if (!(await initializeCluster({ paths, user, binaries }))) return;
    }
    prepareSocketDirectory(paths, user);
    removeStaleLockFiles(paths, Date.now());
    onProgress("Starting PostgreSQL …");
    await untilServed(launchPostmaster({ paths, user, binaries }), start);
  } finally {
    lock.release();
  }
}

/** Keeps the lock until PostgreSQL serves or its process has ended; then throws the reason, if it is known. */
async function untilServed(launched: Launched, start: Start): Promise<void> {
  const { paths, deadline } = start;
  while (Date.now() < deadline) {
    if ((await look(start)).state === "served") return;
    if (launched.hasEnded()) {
      const fatal = lastFatal(launched.readLog());
      // Without a reason it was killed, and a retry may succeed.
      if (fatal === undefined || isTransient(fatal)) return;
      throw startError({ fatal, ...paths });
    }
    await delay(POLL_MS);
  }
}

function lateError({ dataDirectory, logFile }: ClusterPaths): AppError {
  const fatal = lastFatal(readLog(logFile).subarray(-20_000).toString("utf8"));
  const reason = fatal === undefined ? "" : ` Its last error: ${fatal}.`;
  return new AppError(
    "UNAVAILABLE",
    `PostgreSQL did not serve ${dataDirectory} within ${START_TIMEOUT_MS / 1000} seconds; after a crash it may ` +
      `still be recovering.${reason} Next: try again in a minute; if that does not help, run ` +
      `"trovella stop" and read ${logFile}.`,
    { dataDirectory, logFile },
  );
}
