// `npm run demo`: installs missing dependencies, then runs `trovella demo` in this process.
require("./prepare.cjs").prepare();
require("./build-server.cjs").buildServer();

process.argv.splice(2, 0, "demo");
import("../apps/server/bin/trovella.mjs");
