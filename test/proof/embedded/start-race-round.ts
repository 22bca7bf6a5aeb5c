import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { bundledProgram } from "@trovella/testing/programs/bundled-program";
import pg from "pg";
import { clusterPaths } from "../../../packages/db/src/embedded/cluster-paths.ts";
import {
  embeddedConnection,
  ensurePostgres,
  stopPostgres,
} from "../../../packages/db/src/embedded/index.ts";
import { clusterProcesses, watchPostmasters } from "./start-race-processes.ts";
import type { WorkerMessage } from "./start-race-worker.ts";

const WORKER = await bundledProgram(new URL("./start-race-worker.ts", import.meta.url));
const KILLS = 8;
const MAX_PAUSE_MS = 600;
/** Long enough for a second PostgreSQL to outlive a failed start. */
const QUIET_MS = 800;
const TIMEOUT_MS = 40_000;

type Victim = "worker" | "postmaster" | "other";

export interface RoundResult {
  readonly processes: number;
  readonly kills: Record<Victim, number>;
  readonly acknowledged: number;
  readonly lost: number;
  readonly maxPostmasters: number;
  /** Time from the start signal to the first acknowledged row, of each surviving process. */
  readonly servedMs: number[];
  readonly problems: string[];
}

interface Worker {
  readonly child: ChildProcess;
  readonly journal: string;
  readonly ready: Promise<unknown>;
  servedMs: number | undefined;
  isKilled: boolean;
  errors: string;
}

/** One new data directory, several concurrent processes, random kills, then the comparison. */
export async function runRound(folder: string): Promise<RoundResult> {
  const dataDirectory = path.join(folder, "data");
  mkdirSync(folder, { recursive: true });
  for (const directory of [path.dirname(folder), folder]) chmodSync(directory, 0o755);

  // Replacements are preloaded, so that only PostgreSQL's start takes time.
  const count = between(2, 8);
  const loaded = Array.from({ length: count + KILLS }, () => startWorker(folder, dataDirectory));
  await Promise.all(loaded.map(({ ready }) => ready));
  const workers = loaded.slice(0, count);
  const spares = loaded.slice(count);
  const watch = watchPostmasters(dataDirectory);
  for (const { child } of workers) child.send("go");

  const kills = await killAtRandom({ dataDirectory, workers, spares });
  await untilServed(workers);
  await delay(QUIET_MS);
  for (const { child } of spares) child.kill("SIGKILL");
  const problems = await endWorkers(workers);
  problems.push(...countAtEnd(dataDirectory));
  if (problems.length > 0) problems.push(`PostgreSQL's log: ${endOfLog(dataDirectory)}`);

  // A second start shows that the cluster is intact, and cleans up after killed processes.
  await stopPostgres({ dataDirectory });
  const { acknowledged, lost } = await compare(dataDirectory, workers);
  problems.push(...leftovers(dataDirectory), ...countAtEnd(dataDirectory));
  await stopPostgres({ dataDirectory });
  rmSync(folder, { recursive: true, force: true });
  return {
    processes: workers.length,
    kills,
    acknowledged,
    lost,
    maxPostmasters: watch.stop(),
    servedMs: workers.flatMap(({ servedMs }) => servedMs ?? []),
    problems,
  };
}

function startWorker(folder: string, dataDirectory: string): Worker {
  const name = `${Date.now()}-${Math.random().toString(16).slice(2)}`;
  const journal = path.join(folder, `${name}.journal`);
  const child = spawn(process.execPath, [...WORKER, dataDirectory, journal, name], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const ready = once(child, "message");
  const worker: Worker = {
    ...{ child, journal, ready },
    ...{ servedMs: undefined, isKilled: false, errors: "" },
  };
  child.on("message", (message: WorkerMessage) => {
    if (message.type === "served") worker.servedMs = message.milliseconds;
  });
  child.stderr?.on("data", (chunk) => {
    worker.errors = (worker.errors + chunk).slice(-2_000);
  });
  return worker;
}

/** Kills workers, which are replaced, the postmaster, and PostgreSQL's other processes. */
async function killAtRandom(round: {
  dataDirectory: string;
  workers: Worker[];
  spares: Worker[];
}): Promise<Record<Victim, number>> {
  const kills = { worker: 0, postmaster: 0, other: 0 };
  for (let count = 1; count <= KILLS; count += 1) {
    await delay(between(0, MAX_PAUSE_MS));
    // The first half of the kills hits the start, the second the time when it serves.
    if (count === Math.ceil(KILLS / 2)) await untilServed(round.workers);
    const victim = pick<Victim>(["worker", "worker", "postmaster", "other"]);
    if (victim === "worker") {
      killWorker(pick(round.workers.filter(({ isKilled }) => !isKilled)));
      const spare = round.spares.pop();
      if (!spare) throw new Error("There are fewer spare workers than kills.");
      round.workers.push(spare);
      spare.child.send("go");
      kills.worker += 1;
    } else {
      const { postmasters, others } = clusterProcesses(round.dataDirectory);
      const candidates = victim === "postmaster" ? postmasters : others;
      if (candidates.length > 0 && kill(pick(candidates))) kills[victim] += 1;
    }
  }
  return kills;
}

function killWorker(worker: Worker): void {
  worker.isKilled = true;
  worker.child.kill("SIGKILL");
}

async function untilServed(workers: readonly Worker[]): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  const isWaiting = ({ isKilled, servedMs, child }: Worker) =>
    !isKilled && servedMs === undefined && child.exitCode === null;
  while (workers.some(isWaiting) && Date.now() < deadline) await delay(50);
}

/** Stops the live workers and returns their problems. */
async function endWorkers(workers: readonly Worker[]): Promise<string[]> {
  const problems: string[] = [];
  for (const worker of workers.filter(({ isKilled }) => !isKilled)) {
    const { child } = worker;
    if (worker.servedMs === undefined) problems.push(`a process was never served ${worker.errors}`);
    if (child.connected) child.send("stop");
    const deadline = Date.now() + TIMEOUT_MS;
    while (child.exitCode === null && Date.now() < deadline) await delay(20);
    if (child.exitCode === null) child.kill("SIGKILL");
    if (child.exitCode !== 0) problems.push(`exit code ${child.exitCode}: ${worker.errors}`);
  }
  return problems;
}

function countAtEnd(dataDirectory: string): string[] {
  const { length } = clusterProcesses(dataDirectory).postmasters;
  return length === 1 ? [] : [`${length} postmasters at the end`];
}

function endOfLog(dataDirectory: string): string {
  return readFileSync(clusterPaths(dataDirectory).logFile, "utf8").slice(-4_000);
}

function leftovers(dataDirectory: string): string[] {
  return readdirSync(dataDirectory)
    .filter((name) => name.includes(".tmp-"))
    .map((name) => `left behind: ${name}`);
}

/** Every journaled row must be in the table. */
async function compare(dataDirectory: string, workers: readonly Worker[]) {
  const postgres = await ensurePostgres({ dataDirectory });
  const { bootstrapUser: user } = postgres;
  const client = new pg.Client(embeddedConnection({ ...postgres, user, database: "postgres" }));
  await client.connect();
  const { rows } = await client.query<{ row: string }>(
    "select worker || ' ' || number as row from written",
  );
  await client.end();
  const kept = new Set(rows.map(({ row }) => row));
  const promised = workers.flatMap(({ journal }) => readJournal(journal));
  return { acknowledged: promised.length, lost: promised.filter((row) => !kept.has(row)).length };
}

/** The complete lines of a journal; it does not exist if the process was killed before its first row. */
function readJournal(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n").slice(0, -1);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("ENOENT")) return [];
    throw error;
  }
}

function kill(processId: number): boolean {
  try {
    return process.kill(processId, "SIGKILL");
  } catch (error) {
    // It exited meanwhile.
    if (error instanceof Error && error.message.includes("ESRCH")) return false;
    throw error;
  }
}

function between(least: number, most: number): number {
  return least + Math.floor(Math.random() * (most - least + 1));
}

function pick<T>(from: readonly T[]): T {
  const chosen = from[between(0, from.length - 1)];
  if (chosen === undefined) throw new Error("Nothing to choose from.");
  return chosen;
}
