// `npm run screenshots`: retakes the screenshots in docs/images, from a real server with sample research.
require("./prepare.cjs").prepare();
require("./build-console.cjs").buildConsole();
require("./build-board.cjs").buildBoard();
require("./build-server.cjs").buildServer();

const { spawnSync } = require("node:child_process");
const path = require("node:path");
const { ROOT } = require("./prepare.cjs");

const file = path.join(ROOT, "test", "screenshots", "take-screenshots.ts");
const { status } = spawnSync(process.execPath, ["--import", "tsx", file], {
  cwd: ROOT,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
