// Every npm script starts here. Older Node.js versions must be able to parse this file and its callers, to
// get to the message about the version.
require("../apps/server/bin/node-version.cjs").requireSupportedNode();

const { spawnSync } = require("node:child_process");
const { existsSync, readFileSync } = require("node:fs");
const path = require("node:path");

const ROOT = path.join(__dirname, "..");

/** Installs from the lockfile when a package is missing. */
function prepare() {
  if (findMissing(ROOT).length === 0) return;

  console.log("Installing dependencies from the lockfile (about a minute) …");
  const npm = npmCommand(process.env.npm_execpath);
  const result = spawnSync(npm.file, npm.arguments.concat("ci", "--include=dev"), {
    cwd: ROOT,
    encoding: "utf8",
    shell: npm.shell,
  });
  const missing = result.status === 0 ? findMissing(ROOT) : [];
  if (result.status === 0 && missing.length === 0) return;

  console.error(`${result.stdout || ""}${result.stderr || ""}`);
  console.error(explainFailure(result, missing));
  process.exit(1);
}

/** Paths of the packages that the lockfile requires for this machine and node_modules lacks. */
function findMissing(root) {
  const demanded = readPackages(path.join(root, "package-lock.json"));
  const installed = readPackages(path.join(root, "node_modules", ".package-lock.json"));
  const missing = Object.keys(demanded).filter((location) => {
    const wanted = demanded[location];
    if (!location.includes("node_modules/") || isForOtherMachines(wanted)) return false;
    const found = installed[location];
    return !found || found.version !== wanted.version || !existsSync(path.join(root, location));
  });
  return missing.concat(commandsOf(demanded).filter((file) => !existsSync(path.join(root, file))));
}

/** Paths of the workspaces' commands, such as node_modules/.bin/trovella. */
function commandsOf(packages) {
  const workspaces = Object.keys(packages).filter((location) => !location.includes("node_modules"));
  return workspaces
    .map((location) => Object.keys(packages[location].bin || {}))
    .reduce((all, names) => all.concat(names), [])
    .map((name) => `node_modules/.bin/${name}`);
}

/**
 * npm skips optional packages for other platforms. One that names exactly this platform is required, so
 * that a node_modules copied from another machine is detected.
 */
function isForOtherMachines(wanted) {
  if (!wanted.optional) return false;
  const fits =
    (wanted.os || []).includes(process.platform) && (wanted.cpu || []).includes(process.arch);
  return !fits || wanted.libc !== undefined;
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

/** The npm that runs this script (not yarn or npx), else the one on the PATH. */
function npmCommand(execPath) {
  if (execPath && path.basename(execPath) === "npm-cli.js") {
    return { file: process.execPath, arguments: [execPath], shell: false };
  }
  return { file: "npm", arguments: [], shell: process.platform === "win32" };
}

function explainFailure(result, missing) {
  if (result.error) return `npm could not be started (${result.error.message}). Is it installed?`;
  if (missing.length > 0) {
    return `npm ci succeeded, but these are still missing: ${missing.slice(0, 10).join(", ")}.`;
  }
  return "Installing the dependencies failed; npm says why above. Fix that and run the command again.";
}

module.exports = { ROOT, findMissing, npmCommand, prepare };
