import { spawnSync } from "node:child_process";
import path from "node:path";
import { ROOT } from "@trovella/testing/sources";

interface ProofTests {
  readonly project: string;
  readonly file: string;
  /** A part of the names of the tests to run, if not all of the file. */
  readonly test?: string;
}

/** Runs a test file with the long parameters, selected by TROVELLA_PROOF. */
export function runTestsAsProof(proof: string, { project, file, test }: ProofTests): void {
  const vitest = path.join(ROOT, "node_modules/vitest/vitest.mjs");
  const options = [`--project=${project}`, ...(test ? ["-t", test] : [])];
  const { status } = spawnSync(process.execPath, [vitest, "run", ...options, file], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, TROVELLA_PROOF: proof },
  });
  process.exitCode = status ?? 1;
}
