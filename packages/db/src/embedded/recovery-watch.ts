import { readdirSync, readFileSync } from "node:fs";
import type { ClusterPaths } from "./cluster-paths.ts";
import { hasErrorCode } from "./error-code.ts";
import { livePostmaster, parentOf } from "./postmaster.ts";
import type { Probe } from "./probe.ts";

/** PostgreSQL itself kills processes that do not exit within 5 seconds; then the startup process begins to recover. */
const STUCK_AFTER_MS = 10_000;

/**
 * Ends a PostgreSQL that waits forever. If its startup process is killed while it recovers from a crash, as the kernel
 * does when memory runs out, PostgreSQL 18 neither restarts it nor exits. The next start recovers.
 */
export class RecoveryWatch {
  readonly #paths: ClusterPaths;
  #stuck: { readonly postmaster: number; readonly since: number } | undefined;

  constructor(paths: ClusterPaths) {
    this.#paths = paths;
  }

  /** Takes the result of each probe. */
  observe({ state }: Probe, now: number): void {
    const postmaster = state === "recovering" ? livePostmaster(this.#paths) : undefined;
    if (postmaster === undefined || hasStartupProcess(postmaster)) {
      this.#stuck = undefined;
    } else if (this.#stuck?.postmaster !== postmaster) {
      this.#stuck = { postmaster, since: now };
    } else if (now - this.#stuck.since > STUCK_AFTER_MS) {
      endAtOnce(postmaster);
      this.#stuck = undefined;
    }
  }
}

/** Other systems hide the titles of processes, so there a process that cannot be found counts as present. */
function hasStartupProcess(postmaster: number): boolean {
  if (process.platform !== "linux") return true;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .some((processId) => isStartupProcess(processId, postmaster));
}

function isStartupProcess(processId: string, postmaster: number): boolean {
  try {
    const title = readFileSync(`/proc/${processId}/cmdline`, "utf8");
    if (!title.startsWith("postgres: ") || !title.includes("startup")) return false;
    return parentOf(readFileSync(`/proc/${processId}/stat`, "utf8")) === postmaster;
  } catch (error) {
    // It has ended meanwhile.
    if (hasErrorCode(error, "ENOENT", "ESRCH")) return false;
    throw error;
  }
}

/** A fast shutdown would wait for the same processes. */
function endAtOnce(postmaster: number): void {
  try {
    process.kill(postmaster, "SIGQUIT");
  } catch (error) {
    if (!hasErrorCode(error, "ESRCH")) throw error;
  }
}
