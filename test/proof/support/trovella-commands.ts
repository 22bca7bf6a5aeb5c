import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { TROVELLA } from "@trovella/testing/mcp/mcp-client";

interface Running {
  readonly env: Readonly<Record<string, string>>;
  /** Path of the command. */
  readonly program?: string;
  readonly user?: { readonly uid?: number; readonly gid?: number };
}

/** Runs the command and returns its output; throws if it fails. */
export async function runTrovella(
  options: readonly string[],
  { env, program = TROVELLA, user = {} }: Running,
): Promise<string> {
  const settings = { ...user, env: { PATH: process.env.PATH ?? "", ...env } };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...options], settings);
  return stdout.trim();
}

/** Runs `trovella serve` on a free port during `work`, then shuts it down. */
export async function whileServing<T>(
  { env, program = TROVELLA, user = {} }: Running,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, [program, "serve", "--port", "0"], {
    ...user,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      const [, url] = /running at (\S+)\n/.exec(output) ?? [];
      if (url) resolve(url);
    });
    ended.then(([code]) => reject(new Error(`The server exited with ${code}.`)));
  });
  try {
    return await work(url);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}
