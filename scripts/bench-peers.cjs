// `npm run bench:peers`: compares our stdio path with DBOS, LangGraph and task-master-ai in one run. The
// peers are large, so they are a separate package that is installed on first use.
require("./prepare.cjs").prepare();

const { spawnSync } = require("node:child_process");
const { existsSync } = require("node:fs");
const path = require("node:path");
const { ROOT } = require("./prepare.cjs");

const peers = path.join(ROOT, "test", "bench", "peers");
const run = (command, options, cwd) => {
  const { status } = spawnSync(command, options, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
};

if (!existsSync(path.join(peers, "node_modules"))) {
  console.error("Installing the peers (about a minute and 830 MB) …");
  run("npm", ["ci", "--ignore-scripts"], peers);
}
const program = ["--import", "tsx", path.join(peers, "run.ts"), ...process.argv.slice(2)];
run(process.execPath, program, ROOT);
