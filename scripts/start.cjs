// `npm start`: installs missing dependencies, builds what changed, then runs `trovella serve`
// in this process, so that options, signals and the exit code need no forwarding.
require("./prepare.cjs").prepare();
require("./build-console.cjs").buildConsole();
require("./build-board.cjs").buildBoard();
require("./build-server.cjs").buildServer();

// npm sends SIGTERM only to the shell between itself and this process, which dies silently.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  console.error(
    "Trovella stops, because the process that started `npm start` has ended. To run it in the background, start `npx trovella serve` instead.",
  );
  process.kill(process.pid, "SIGTERM");
}, 500);
watch.unref();

process.argv.splice(2, 0, "serve");
import("../apps/server/bin/trovella.mjs");
