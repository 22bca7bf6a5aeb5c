// Runs before anything else, so it keeps to syntax that even Node.js 10 can read.

/** The sentence to fail with when `current` is older than `range` (">=20.19") allows, else null. */
function unsupportedNodeMessage(current, range) {
  const required = range.replace(">=", "");
  if (isAtLeast(numbersOf(current), numbersOf(required))) return null;
  return `Trovella needs Node.js ${required} or newer, but this is ${current}. Install a newer Node.js and run the command again.`;
}

/** Ends the process with one clear sentence when this Node.js is too old. */
function requireSupportedNode() {
  const range = require("../package.json").engines.node;
  const message = unsupportedNodeMessage(process.versions.node, range);
  if (message === null) return;
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function isAtLeast(version, minimum) {
  return version[0] > minimum[0] || (version[0] === minimum[0] && version[1] >= minimum[1]);
}

/** "20.19.4-nightly" → [20, 19] */
function numbersOf(version) {
  return version.split(".").slice(0, 2).map(Number);
}

module.exports = { requireSupportedNode, unsupportedNodeMessage };
