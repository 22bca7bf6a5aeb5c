// `npm run bench`: what the product does per second beside a limit and a naive way, in one run.
require("./prepare.cjs").prepare();

const { spawnSync } = require("node:child_process");
const path = require("node:path");
const { ROOT } = require("./prepare.cjs");

const file = path.join(ROOT, "test", "bench", "storage.ts");
const { status } = spawnSync(
  process.execPath,
  ["--import", "tsx", file, ...process.argv.slice(2)],
  { cwd: ROOT, stdio: "inherit" },
);
process.exitCode = status ?? 1;
