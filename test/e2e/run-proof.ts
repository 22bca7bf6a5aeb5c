import { spawnSync } from "node:child_process";
import { bundledProgram } from "../bundled-program.ts";

/** Runs a program of `npm run proof` with smaller numbers than there. */
export async function runProof(
  name: string,
  ...options: string[]
): Promise<{ output: string; status: number | null }> {
  const program = await bundledProgram(new URL(`../proof/${name}.ts`, import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [...program, ...options], {
    encoding: "utf8",
  });
  return { output: stdout + stderr, status };
}
