/** Over 400 scripts and tricks of markup through every free-text field of the tools, looked at on every page of the console in a real browser */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { ROOT } from "../sources.ts";

const vitest = path.join(ROOT, "node_modules/vitest/vitest.mjs");
const options = ["run", "--project=browser", "test/browser/hostile-text.test.ts"];
const { status } = spawnSync(process.execPath, [vitest, ...options], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, TROVELLA_PROOF: "hostile-text" },
});
process.exitCode = status ?? 1;
