import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parentOf } from "../../../packages/db/src/embedded/postmaster.ts";

export interface Started {
  readonly name: string;
  /** For its log. */
  readonly folder: string;
  readonly uid: number;
  readonly gid: number;
}

/** A process of the cluster, which writes its output to a log and ends with this one. */
export class ClusterProcess {
  readonly pid: number;
  private readonly child: ChildProcess;

  constructor([program, ...options]: readonly [string, ...string[]], started: Started) {
    const { name, folder, uid, gid } = started;
    const log = openSync(path.join(folder, `${name}.log`), "a");
    this.child = spawn(program, options, {
      uid,
      gid,
      cwd: folder,
      // The environment of the caller, such as PGPASSWORD, is not for these programs.
      env: { PATH: "/usr/bin:/bin:/usr/sbin", HOME: folder, LANG: "C.UTF-8" },
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    this.child.on("error", () => undefined);
    this.pid = this.child.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.pid !== 0 && this.child.exitCode === null && this.child.signalCode === null;
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isAlive) return;
    const ended = once(this.child, "exit");
    this.child.kill(signal);
    await ended;
  }
}

/** Sends a signal to a process that may be gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

export function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => parentIn(child) === pid);
}

function parentIn(pid: number): number | null {
  try {
    return parentOf(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return null;
  }
}
