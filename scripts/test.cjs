// `npm test`: all tests and checks.
require("./prepare.cjs").prepare();
require("./build-console.cjs").buildConsole();
require("./build-board.cjs").buildBoard();
require("./build-server.cjs").buildServer();

const {
  BROWSER_TESTS,
  DATABASE_TESTS,
  END_TO_END_TESTS,
  FAST_TESTS,
  STATIC_CHECKS,
  runChecks,
} = require("./run-checks.cjs");
const { withMemoryFolder } = require("./memory-folder.cjs");
// Both lanes of tests take about the same time.
withMemoryFolder(() =>
  runChecks([STATIC_CHECKS, [END_TO_END_TESTS, DATABASE_TESTS], [FAST_TESTS, BROWSER_TESTS]]),
);
