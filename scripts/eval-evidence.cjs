// `npm run eval:evidence -- --data DIR [--set DIR]`: honest quotes refused, false ones accepted.
require("./prepare.cjs").prepare();

const { spawnSync } = require("node:child_process");
const path = require("node:path");
const { ROOT } = require("./prepare.cjs");

const program = path.join(ROOT, "test", "eval", "evidence.ts");
const { status } = spawnSync(
  process.execPath,
  ["--import", "tsx", program, ...process.argv.slice(2)],
  { cwd: ROOT, stdio: "inherit" },
);
process.exitCode = status ?? 1;
