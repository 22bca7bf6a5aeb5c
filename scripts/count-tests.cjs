/**
 * Totals of a Vitest run. A file that fails to load, an error outside any test, and a run without tests count as failed.
 */
function countTests(report, exitCode) {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  const failedTests = tests.filter((test) => test.status === "failed").length;
  const skippedTests = tests.filter((test) => !["passed", "failed"].includes(test.status));
  const brokenFiles = report.testResults.filter(isBroken).length;

  const failed = failedTests + brokenFiles;
  const isUnexplained = failed === 0 && (exitCode !== 0 || passed === 0);
  return {
    passed,
    failed: isUnexplained ? 1 : failed,
    skipped: skippedTests.length,
    skippedTitles: skippedTests.map((test) => test.fullName),
  };
}

/** Failed as a whole: it could not be loaded, or a hook around its tests failed. */
function isBroken(file) {
  return (
    file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed")
  );
}

module.exports = { countTests };
