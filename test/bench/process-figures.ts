import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;
const POLL_INTERVAL_MS = 1_000;

/** CPU time of processes and their children so far. */
export function cpuMsOf(pids: readonly number[]): number {
  const wanted = new Set(pids);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), fields: statOf(name) }))
    .filter(({ pid, fields }) => wanted.has(pid) || wanted.has(Number(fields[1])))
    .reduce((sum, { fields }) => sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS, 0);
}

export interface MemoryWatch {
  /** Total megabytes, averaged over the first and the last part of the time. */
  stop(): Promise<{ readonly firstMb: number; readonly lastMb: number }>;
}

/** Samples the memory of processes every second. A part is a minute, or a third of shorter runs. */
export function watchMemory(pids: readonly number[]): MemoryWatch {
  const seen: number[] = [];
  let isStopped = false;
  const looking = (async () => {
    while (!isStopped) {
      seen.push(pids.reduce((sum, pid) => sum + residentMb(pid), 0));
      await sleep(POLL_INTERVAL_MS);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await looking;
      const part = Math.max(1, Math.min(60, Math.floor(seen.length / 3)));
      return { firstMb: mean(seen.slice(0, part)), lastMb: mean(seen.slice(-part)) };
    },
  };
}

/** The fields after the name, which may contain any character: state, parent, … */
function statOf(pid: string): string[] {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The process exited meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
