// `npm run package`: makes the files of a release in dist-package/; -- --help lists the options.
require("./prepare.cjs").prepare();
require("./build-console.cjs").buildConsole();
require("./build-board.cjs").buildBoard();

const { spawnSync } = require("node:child_process");
const path = require("node:path");
const { ROOT } = require("./prepare.cjs");

const program = path.join(ROOT, "scripts", "package", "main.ts");
const { status } = spawnSync(
  process.execPath,
  ["--import", "tsx", program, ...process.argv.slice(2)],
  { cwd: ROOT, stdio: "inherit" },
);
process.exitCode = status ?? 1;
