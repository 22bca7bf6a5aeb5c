// `npm run demo`: installs what is missing, then is `trovella demo` itself.
require("./prepare.cjs").prepare();
require("./build-server.cjs").buildServer();

process.argv.splice(2, 0, "demo");
import("../apps/server/bin/trovella.mjs");
