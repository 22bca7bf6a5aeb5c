// `npm run plugins`: generates the plugins for each client from skills/.
// `npm run plugins -- --check` changes nothing and fails when one of their files is stale.
require("./prepare.cjs").prepare();

const { spawnSync } = require("node:child_process");
const path = require("node:path");
const { ROOT } = require("./prepare.cjs");

const program = path.join(ROOT, "scripts", "plugins", "make-plugins.ts");
const { status } = spawnSync(
  process.execPath,
  ["--import", "tsx", program, ...process.argv.slice(2)],
  { cwd: ROOT, stdio: "inherit" },
);
process.exitCode = status ?? 1;
