import { spawnSync } from "node:child_process";
import path from "node:path";
import { ROOT } from "@trovella/testing/sources";

/** Runs a test file with the long parameters, selected by TROVELLA_PROOF. */
export function runTestsAsProof(
  proof: string,
  { project, file }: { readonly project: string; readonly file: string },
): void {
  const vitest = path.join(ROOT, "node_modules/vitest/vitest.mjs");
  const { status } = spawnSync(process.execPath, [vitest, "run", `--project=${project}`, file], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, TROVELLA_PROOF: proof },
  });
  process.exitCode = status ?? 1;
}
