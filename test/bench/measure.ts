import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";

export interface Cell {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU of this process and of all PostgreSQL processes, per operation. */
  readonly clientCpuUs: number;
  readonly postgresCpuUs: number;
}

/** Measures `count` operations by `callers` concurrent callers. */
export async function measure(
  { count, callers, postmasterPid }: { count: number; callers: number; postmasterPid: number },
  operation: (index: number) => Promise<unknown>,
): Promise<Cell> {
  const times: number[] = [];
  const postgresBefore = postgresCpuUs(postmasterPid);
  const clientBefore = process.cpuUsage();
  const startedAt = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < count) {
        const index = next;
        next += 1;
        const begunAt = performance.now();
        await operation(index);
        times.push(performance.now() - begunAt);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(clientBefore);
  times.sort((left, right) => left - right);
  return {
    perSecond: count / seconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    clientCpuUs: (user + system) / count,
    postgresCpuUs: (postgresCpuUs(postmasterPid) - postgresBefore) / count,
  };
}

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((left, right) => left - right),
    0.5,
  );
}

export function describeLoad(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(" ");
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** From the scheduler's own nanosecond counters, of the postmaster and all its children. */
function postgresCpuUs(postmasterPid: number): number {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids
    .filter((pid) => Number(pid) === postmasterPid || parentOf(pid) === postmasterPid)
    .map((pid) => Number(read(`/proc/${pid}/schedstat`).split(" ")[0] ?? 0) / 1000)
    .reduce((sum, microseconds) => sum + microseconds, 0);
}

function parentOf(pid: string): number {
  return Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
}

/** The process exited meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
