import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { WITHOUT_MODEL } from "@trovella/testing/mcp/mcp-client";
import { testDirectory } from "./test-directory.ts";

const BIN = fileURLToPath(new URL("../../../apps/server/bin/trovella.mjs", import.meta.url));

type Environment = Record<string, string>;

/** Operating system user, when it is not the one that runs the tests. */
export interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** Runs the real `trovella` command on the tests' data directory until it exits. */
export async function runTrovella(
  options: string[],
  environment: Environment = {},
  {
    isStdoutClosed = false,
    user = {},
    input = "",
  }: { isStdoutClosed?: boolean; user?: User; input?: string } = {},
) {
  const { child, output, ended } = startTrovella(options, environment, user);
  child.stdin.on("error", () => undefined).end(input);
  if (isStdoutClosed) child.stdout.destroy();
  const exitCode = await ended;
  return { exitCode, ...output };
}

/** Starts `trovella serve` on a free port and waits until it prints its URL. */
export async function startServing(
  options: string[] = [],
  environment: Environment = {},
  user: User = {},
  program = BIN,
) {
  const trovella = startTrovella(["serve", "--port", "0", ...options], environment, user, program);
  trovella.child.stdin.end();
  const url = await new Promise<string>((resolve, reject) => {
    trovella.child.stdout.on("data", () => {
      const [, url] = /running at (\S+)\n/.exec(trovella.output.stdout) ?? [];
      if (url) resolve(url);
    });
    trovella.ended.then((exitCode) =>
      reject(new Error(`The server exited with ${exitCode}: ${trovella.output.stderr}`)),
    );
  });
  return { ...trovella, url };
}

function startTrovella(options: string[], environment: Environment, user: User, program = BIN) {
  const child = spawn(process.execPath, [program, ...options], {
    ...user,
    env: {
      PATH: process.env.PATH ?? "",
      TROVELLA_DATA_DIR: environment.TROVELLA_DATA_DIR ?? testDirectory(),
      ...WITHOUT_MODEL,
      ...environment,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    output.stderr += text;
  });
  const ended: Promise<number | null> = once(child, "close").then(([exitCode]) => exitCode);
  return { child, output, ended };
}
