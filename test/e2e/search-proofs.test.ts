import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

// The long form runs under `npm run proof`; this is the same program with smaller numbers.

it("finds every stored text when the process is killed again and again", () => {
  const file = fileURLToPath(new URL("../proof/search-kills.ts", import.meta.url));
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--import", "tsx", file, "4", "200"],
    { encoding: "utf8" },
  );
  const output = stdout + stderr;
  expect(output).toMatch(/^4 kills: 2\d\d texts acknowledged/m);
  expect(output).toMatch(/ 0 not found by words, 0 not found by meaning; verify: 0 differences/);
  expect(status).toBe(0);
});
