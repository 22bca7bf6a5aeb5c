import { Worker } from "node:worker_threads";

interface Limits {
  readonly maxBytes: number;
  /** Of one piece of work. */
  readonly timeoutMs: number;
}

/**
 * Ends this process, which may be stuck in native code, when it takes too much memory or time, or when its parent is gone.
 * The parent has the same time limit, but may be ended itself before it applies it.
 */
export function guardProcess({ maxBytes, timeoutMs }: Limits): { begin(): void; end(): void } {
  const workingSince = new Float64Array(new SharedArrayBuffer(8));
  const program = `const { workerData } = require("node:worker_threads");
    const parent = process.ppid;
    const isLate = () => workerData[0] > 0 && Date.now() - workerData[0] > ${timeoutMs};
    const isLarge = () => process.memoryUsage.rss() > ${maxBytes};
    setInterval(() => {
      if (isLarge() || isLate() || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
    }, 25);`;
  new Worker(program, { eval: true, workerData: workingSince }).unref();
  return {
    begin: () => {
      // The thread takes a moment to start, and a short document would be done before it looks.
      if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, "SIGKILL");
      workingSince[0] = Date.now();
    },
    end: () => {
      workingSince[0] = 0;
    },
  };
}
