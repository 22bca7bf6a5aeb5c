import { spawn } from "node:child_process";
import { type OperatingSystemUser, spawnIdentity } from "./operating-system-user.ts";

const MAX_OUTPUT = 20_000;

export interface ProgramRun {
  /** Null when a signal ended it or it could not be started. */
  readonly exitCode: number | null;
  readonly output: string;
  readonly signal: NodeJS.Signals | null;
}

/** Runs one of PostgreSQL's programs to its end, as the given user. */
export function runProgram(
  program: string,
  options: { arguments: readonly string[]; user: OperatingSystemUser },
): Promise<ProgramRun> {
  return new Promise((resolve) => {
    const child = spawn(program, options.arguments, {
      cwd: "/",
      env: programEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      ...spawnIdentity(options.user),
    });
    let output = "";
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-MAX_OUTPUT);
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.on("error", (error) => resolve({ exitCode: null, output: error.message, signal: null }));
    child.on("close", (exitCode, signal) => resolve({ exitCode, output, signal }));
  });
}

/** The caller's LANG may name a locale this system lacks, so its environment is not passed on. */
export function programEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}
