// `npm start`: installs what is missing, builds the console if it changed, then is `trovella serve` itself, in this same process, so
// that options, signals and the exit code need no passing on.
require("./prepare.cjs").prepare();
require("./build-console.cjs").buildConsole();
require("./build-server.cjs").buildServer();

// npm hands SIGTERM only to the shell between itself and us, which dies of it silently.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, "SIGTERM");
}, 500);
watch.unref();

process.argv.splice(2, 0, "serve");
import("../apps/server/bin/trovella.mjs");
