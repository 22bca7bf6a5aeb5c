// `npm run screenshots`: retakes the screenshots in docs/images, from a real server with sample research.
// `npm run screenshots -- documents [NAME …]`: renders the sample documents in every format and takes pictures of them.
require("./prepare.cjs").prepare();
require("./build-console.cjs").buildConsole();
require("./build-board.cjs").buildBoard();
require("./build-server.cjs").buildServer();

const { spawnSync } = require("node:child_process");
const path = require("node:path");
const { ROOT } = require("./prepare.cjs");

const [part, ...names] = process.argv.slice(2);
const program = part === "documents" ? "take-document-pictures.ts" : "take-screenshots.ts";
const file = path.join(ROOT, "test", "screenshots", program);
const { status } = spawnSync(process.execPath, ["--import", "tsx", file, ...names], {
  cwd: ROOT,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
