// Every script that needs the built console calls this first.
const { spawnSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} = require("node:fs");
const path = require("node:path");
const { ROOT } = require("./prepare.cjs");

const CONSOLE = path.join(ROOT, "apps", "console");
const BUILT = path.join(CONSOLE, "dist");
const SOURCES = [
  "apps/console/index.html",
  "apps/console/package.json",
  "apps/console/public",
  "apps/console/src",
  "apps/console/vite.config.ts",
  "packages/plan-engine/src",
];

/** Builds the console unless the build is up to date. */
function buildConsole() {
  const digest = digestOf(SOURCES.flatMap(filesOf));
  if (readStamp(BUILT) === digest) return;

  console.log("Building the console (a few seconds) …");
  // Built in a temporary folder and moved when finished, so that a running server keeps the old build meanwhile.
  const fresh = `${BUILT}-${process.pid}`;
  const vite = path.join(ROOT, "node_modules", "vite", "bin", "vite.js");
  const options = ["build", "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"];
  const result = spawnSync(process.execPath, [vite, ...options], {
    cwd: CONSOLE,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (result.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(`The console could not be built.\n${result.stdout}${result.stderr}`);
  }
  writeFileSync(path.join(fresh, ".sources"), digest);
  replace(BUILT, fresh);
}

function replace(target, fresh) {
  const old = `${fresh}-old`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(fresh, target);
  rmSync(old, { recursive: true, force: true });
}

function readStamp(folder) {
  const file = path.join(folder, ".sources");
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

function digestOf(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    hash
      .update(`${path.relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}

/** A file, or the files below a folder, in a stable order. */
function filesOf(location) {
  const absolute = path.join(ROOT, location);
  if (path.extname(location) !== "") return [absolute];
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

module.exports = { BUILT, buildConsole };
