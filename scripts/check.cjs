// `npm run check`: the fast checks.
require("./prepare.cjs").prepare();
require("./build-server.cjs").buildServer();

const { FAST_TESTS, STATIC_CHECKS, runChecks } = require("./run-checks.cjs");
runChecks([STATIC_CHECKS, [FAST_TESTS]]);
