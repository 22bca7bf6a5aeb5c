const { spawn } = require("node:child_process");
const { mkdtempSync, readFileSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const path = require("node:path");
const { ROOT } = require("./prepare.cjs");
const { countTests } = require("./count-tests.cjs");

const isColorful = process.stdout.isTTY && !process.env.NO_COLOR;

/** Each of these counts as one test in the totals. */
const STATIC_CHECKS = [
  { name: "format and lint", run: () => runStatic("@biomejs/biome/bin/biome", ["check", "."]) },
  { name: "types", run: () => runCompiler(".") },
  { name: "console types", run: () => runCompiler("apps/console") },
  { name: "board types", run: () => runCompiler("apps/board") },
  { name: "unused code", run: () => runStatic("knip/bin/knip.js", []) },
];

const FAST_TESTS = { name: "fast tests", run: () => runVitest(["fast"]) };
/** They wait for processes most of the time, so others run beside them. */
const END_TO_END_TESTS = {
  name: "end to end",
  run: () => runVitest(["e2e-commands", "e2e-mcp"]),
};
const DATABASE_TESTS = { name: "database", run: () => runVitest(["integration"]) };
const BROWSER_TESTS = {
  name: "browser, documents",
  run: () => runVitest(["browser", "documents"]),
};

/**
 * Runs the lanes in parallel, the parts of a lane sequentially: tests wait now and then, and one static check at a time
 * uses what they leave. A failed part prints its output and does not stop the rest. The last line is the grand total.
 */
async function runChecks(lanes) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  await Promise.all(
    lanes.map(async (lane) => {
      for (const part of lane) {
        const counts = await runPart(part);
        for (const key of Object.keys(total)) total[key] += counts[key];
      }
    }),
  );

  const skippedInCi = process.env.CI === "true" && total.skipped > 0;
  if (skippedInCi) console.log("\nTests were skipped, which CI=true does not allow.");
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed > 0 || skippedInCi ? 1 : 0;
}

async function runPart({ name, run }) {
  const startedAt = performance.now();
  const { counts, output, slowest = [] } = await run();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);

  const isOk = counts.failed === 0;
  console.log(`${isOk ? "ok    " : "failed"}  ${name.padEnd(30)} ${seconds.padStart(6)} s`);
  if (!isOk) console.log(`\n${output.trim()}\n`);
  for (const { file, ms } of slowest) console.log(`        ${Math.round(ms / 1000)} s  ${file}`);
  for (const title of counts.skippedTitles ?? []) console.log(`        skipped: ${title}`);
  return counts;
}

/** One checker knows all types; several would each work out the common ones again. Its memory is garbage-collected seldom. */
function runCompiler(project) {
  const options = ["--noEmit", "--checkers", "1", "-p", project];
  return runStatic("typescript/bin/tsc", options, { GOGC: "400" });
}

async function runStatic(script, options, environment = {}) {
  const { exitCode, output } = await runScript(script, options, environment);
  const isOk = exitCode === 0;
  return { counts: { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, skipped: 0 }, output };
}

async function runVitest(projects) {
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-tests-"));
  const report = path.join(folder, "report.json");
  try {
    const { exitCode, output } = await runScript("vitest/vitest.mjs", [
      "run",
      ...projects.map((project) => `--project=${project}`),
      "--allowOnly=false",
      "--reporter=dot",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ]);
    const results = readReport(report);
    return { counts: countTests(results, exitCode), output, slowest: slowestFiles(results) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const SLOW_MS = 20_000;
const SHOWN_FILES = 20;

/** Shows the slowest test files. */
function slowestFiles({ testResults }) {
  return testResults
    .map(({ name, startTime, endTime }) => ({
      file: path.relative(ROOT, name),
      ms: endTime - startTime,
    }))
    .filter(({ ms }) => ms > SLOW_MS)
    .sort((one, other) => other.ms - one.ms)
    .slice(0, SHOWN_FILES);
}

/** Without a report Vitest crashed before writing one. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { testResults: [] };
  }
}

function runScript(script, options, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(ROOT, "node_modules", script), ...options], {
      cwd: ROOT,
      // CI=true alone would make Vitest print colours into a file.
      env: {
        ...process.env,
        ...environment,
        ...(isColorful ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    child.on("close", (exitCode) => {
      resolve({ exitCode, output: Buffer.concat(chunks).toString("utf8") });
    });
  });
}

module.exports = {
  BROWSER_TESTS,
  DATABASE_TESTS,
  END_TO_END_TESTS,
  FAST_TESTS,
  STATIC_CHECKS,
  runChecks,
};
