import { readdirSync, readFileSync } from "node:fs";

/** CPU time of a process over all its threads, from the scheduler's counters. */
export function processCpuUs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"))
    .map((text) => Number(text.split(" ")[0]) / 1000)
    .reduce((sum, microseconds) => sum + microseconds, 0);
}
