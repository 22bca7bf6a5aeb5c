import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const MAX_OUTPUT = 1_000_000;

export interface Ended {
  /** Null when it was killed. */
  readonly code: number | null;
  /** What it printed, without colours. */
  readonly output: string;
}

export interface RunSettings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Runs a program to its end. */
export function runProgram(
  [command, ...args]: readonly [string, ...string[]],
  { cwd, env, timeoutMs }: RunSettings,
): Promise<Ended> {
  // In a process group of its own: some clients end all of theirs when they go.
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  const kill = () => child.kill("SIGKILL");
  const timer = setTimeout(kill, timeoutMs);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      if (output.length < MAX_OUTPUT) output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    // Not `close`: a daemon left behind keeps the pipes open.
    child.on("exit", (code) => {
      clearTimeout(timer);
      setImmediate(() => resolve({ code, output: withoutColours(output) }));
    });
  });
}

export function withoutColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
  return text.replace(/\u001b\[[0-9;?]*[a-zA-Z]/g, "");
}

/** Ids of the processes that run with this home, which nobody else has, and with these words in their command. */
export function processesAt(home: string, words = ""): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => fileOf(pid, "environ").split("\0").includes(`HOME=${home}`))
    .filter((pid) => fileOf(pid, "cmdline").includes(words))
    .map(Number);
}

/** As if the machine had. */
export function killProcesses(pids: readonly number[]): void {
  for (const pid of pids) endProcess(pid, "SIGKILL");
}

/** Daemons that clients leave behind. */
export async function endProcessesAt(home: string): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const left = processesAt(home);
    if (left.length === 0) return;
    for (const pid of left) endProcess(pid, signal);
    await sleep(300);
  }
}

function endProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

function fileOf(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
