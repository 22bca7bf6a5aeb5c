import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { WorkerPool, type WorkerPoolOptions } from "./worker-pool.ts";

/** Does what the job says and answers with the id of its thread. */
const PROGRAM = `
  import { parentPort, threadId, workerData } from "node:worker_threads";
  parentPort.on("message", (job) => {
    if (job === "report start") parentPort.postMessage("started");
    if (job === "exit") process.exit(3);
    if (job === "throw") throw new Error("broken");
    if (job === "fill memory") { const all = []; for (;;) all.push(new Array(1e5).fill({})); }
    if (job === "hang" || job === "report start") return;
    setTimeout(() => parentPort.postMessage({ job, threadId, workerData }), job === "slow" ? 100 : 0);
  });`;

interface Answer {
  readonly job: string;
  readonly threadId: number;
  readonly workerData: unknown;
}

const pools: WorkerPool<string, Answer>[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe("a worker pool", () => {
  it("does every job, with no more threads than allowed, and keeps them for the next jobs", async () => {
    const pool = poolOf({ maxThreads: 2 });
    const answers = await Promise.all(["slow", "slow", "c", "d"].map((job) => pool.run(job)));
    expect(answers.map(({ job }) => job)).toEqual(["slow", "slow", "c", "d"]);
    const threads = new Set(answers.map(({ threadId }) => threadId));
    expect(threads.size).toBe(2);
    expect(threads).toContain((await pool.run("e")).threadId);
  });

  it("starts its threads with the given options", async () => {
    const pool = poolOf({ worker: { workerData: { model: "small" } } });
    expect((await pool.run("a")).workerData).toEqual({ model: "small" });
  });

  it("refuses a job when the queue is full", async () => {
    const pool = poolOf({ maxQueued: 1 });
    const accepted = [pool.run("a"), pool.run("b")];
    await expect(pool.run("c")).rejects.toMatchObject({ reason: "busy" });
    expect(await Promise.all(accepted)).toHaveLength(2);
  });

  it("terminates a thread whose job takes too long, and goes on with another thread", async () => {
    const pool = poolOf();
    const { threadId } = await pool.run("a");
    const hanging = pool.run("hang", { timeoutMs: 50 });
    const next = pool.run("b");
    await expect(hanging).rejects.toMatchObject({ reason: "timeout" });
    expect((await next).threadId).not.toBe(threadId);
  });

  it("counts the time from the moment the program starts with the job, where it reports that", async () => {
    const pool = poolOf();
    const started = pool.run("report start", { timeoutMs: 50, startTimeoutMs: 30_000 });
    await expect(started).rejects.toMatchObject({ reason: "timeout" });
    const hanging = pool.run("hang", { timeoutMs: 30_000, startTimeoutMs: 50 });
    await expect(hanging).rejects.toMatchObject({ reason: "not_started" });
  });

  it("drops a job that waits too long in the queue", async () => {
    const pool = poolOf();
    const first = pool.run("hang", { timeoutMs: 500 });
    const waiting = pool.run("a", { startTimeoutMs: 20 });
    const last = pool.run("b");
    await expect(waiting).rejects.toMatchObject({ reason: "not_started" });
    await expect(first).rejects.toMatchObject({ reason: "timeout" });
    expect((await last).job).toBe("b");
  });

  it("tells how a thread ended, and replaces it", async () => {
    const resourceLimits = { maxOldGenerationSizeMb: 16 };
    const pool = poolOf({ worker: { resourceLimits } });
    const ends = ["exit", "throw", "fill memory"].map((job) => pool.run(job));
    const next = pool.run("a");
    await expect(ends[0]).rejects.toMatchObject({
      reason: "exited",
      message: "The worker ended (3).",
    });
    await expect(ends[1]).rejects.toThrow(/^broken$/);
    await expect(ends[2]).rejects.toMatchObject({ reason: "out_of_memory" });
    expect((await next).job).toBe("a");
  });

  it("ends a thread without work after its idle time", async () => {
    const pool = poolOf({ idleMs: 20 });
    const { threadId } = await pool.run("a");
    await sleep(300);
    expect((await pool.run("b")).threadId).not.toBe(threadId);
  });

  it("rejects all jobs when it is closed, and those that come later", async () => {
    const pool = poolOf();
    const jobs = [pool.run("hang"), pool.run("a")].map((job) =>
      expect(job).rejects.toMatchObject({ reason: "closed" }),
    );
    await pool.close();
    await Promise.all(jobs);
    await expect(pool.run("b")).rejects.toMatchObject({ reason: "closed" });
  });
});

function poolOf(options: Partial<WorkerPoolOptions> = {}): WorkerPool<string, Answer> {
  const file = new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`);
  const pool = new WorkerPool<string, Answer>({ file, maxThreads: 1, idleMs: 10_000, ...options });
  pools.push(pool);
  return pool;
}
