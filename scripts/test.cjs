// `npm test`: all tests and checks.
require("./prepare.cjs").prepare();
require("./build-console.cjs").buildConsole();
require("./build-board.cjs").buildBoard();
require("./build-server.cjs").buildServer();

const {
  END_TO_END_TESTS,
  FAST_TESTS,
  OTHER_TESTS,
  STATIC_CHECKS,
  runChecks,
} = require("./run-checks.cjs");
const { withMemoryFolder } = require("./memory-folder.cjs");
withMemoryFolder(() => runChecks([STATIC_CHECKS, [END_TO_END_TESTS], [FAST_TESTS, OTHER_TESTS]]));
