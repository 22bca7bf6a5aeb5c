// Which build of the command may be run: only one made from the sources as they are now.
const { createHash } = require("node:crypto");
const { existsSync, readFileSync, statSync } = require("node:fs");
const path = require("node:path");

const ROOT = path.join(__dirname, "..", "..", "..");
const BUILT = path.join(__dirname, "..", "dist");
const RECORD = path.join(BUILT, "bundle.json");

/** The folder of the bundle, or null when there is none or a source is not what it was made from. */
function findBundle() {
  const record = readRecord();
  if (!record?.sources.every(isUnchanged)) return null;
  const folder = path.join(BUILT, record.folder);
  return existsSync(folder) ? folder : null;
}

function readRecord() {
  try {
    return JSON.parse(readFileSync(RECORD, "utf8"));
  } catch {
    return null;
  }
}

/**
 * By the time of its last change of any kind, which nothing can set back, as npm does with the other one.
 * A copy has new times, so where they differ the contents decide.
 */
function isUnchanged({ file, size, changedMs, digest }) {
  const location = path.join(ROOT, file);
  const found = statSync(location, { throwIfNoEntry: false });
  if (!found || found.size !== size) return false;
  return found.ctimeMs === changedMs || digestOf(readFileSync(location)) === digest;
}

function digestOf(contents) {
  return createHash("sha256").update(contents).digest("hex");
}

module.exports = { BUILT, RECORD, ROOT, digestOf, findBundle, readRecord };
