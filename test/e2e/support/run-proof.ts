import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { bundledProgram } from "@trovella/testing/programs/bundled-program";

/** Runs a program of `npm run proof` with smaller parameters. */
export async function runProof(
  name: string,
  ...options: string[]
): Promise<{ output: string; status: number | null }> {
  const program = await bundledProgram(new URL(`../../proof/${name}.ts`, import.meta.url));
  try {
    const { stdout, stderr, status } = spawnSync(process.execPath, [...program, ...options], {
      encoding: "utf8",
    });
    return { output: stdout + stderr, status };
  } finally {
    // Vitest kills its workers without a signal they could handle.
    rmSync(path.dirname(program.at(-1) ?? ""), { recursive: true, force: true });
  }
}
