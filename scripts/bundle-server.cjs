// Bundles the `trovella` command; build-server.cjs runs this when a source has changed.
const {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require("node:fs");
const path = require("node:path");
const { BUILT, RECORD, ROOT, digestOf } = require("../apps/server/bin/bundle.cjs");
const { bundleSources } = require("./bundle-sources.cjs");

const PROGRAM = "apps/server/src/main.ts";
const BUILDERS = [__filename, path.join(__dirname, "bundle-sources.cjs")];
const KEPT_FOLDERS = 10;
const KEPT_MS = 24 * 60 * 60_000;

async function bundleServer() {
  const fresh = path.join(BUILT, `.${process.pid}`);
  try {
    const { sources, note } = await bundleSources([PROGRAM], fresh);
    for (const manifest of manifests()) note(manifest);
    const record = describe([...sources.values()]);
    putInPlace(fresh, path.join(BUILT, record.folder));
    // Atomic rename, so that no reader sees a partial file.
    writeFileSync(`${fresh}.json`, JSON.stringify(record));
    renameSync(`${fresh}.json`, RECORD);
    forgetOldBundles(record.folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Manifests of the packages, whose `exports` decide which file is imported. */
function manifests() {
  const packages = path.join(ROOT, "packages");
  return readdirSync(packages).map((name) => path.join(packages, name, "package.json"));
}

function describe(unsorted) {
  const sources = unsorted.toSorted((one, other) => (one.file < other.file ? -1 : 1));
  const builder = digestOfBuilder();
  const contents = sources.map(({ file, digest }) => [file, digest]);
  const folder = digestOf(JSON.stringify([builder, contents])).slice(0, 16);
  return { folder, builder, sources };
}

/** A change of the bundler invalidates the bundle, too. */
function digestOfBuilder() {
  return digestOf(Buffer.concat(BUILDERS.map((file) => readFileSync(file))));
}

/** The same sources give the same bundle, so the first concurrent build wins. */
function putInPlace(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST"].includes(error.code)) throw error;
  }
}

/** Keeps recent bundles: a running server may still load files of the one it started from. */
function forgetOldBundles(current) {
  const folders = readdirSync(BUILT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== current)
    .map(({ name }) => path.join(BUILT, name))
    .map((folder) => ({ folder, madeMs: statSync(folder).mtimeMs }))
    .sort((one, other) => other.madeMs - one.madeMs);
  for (const { folder, madeMs } of folders.slice(KEPT_FOLDERS)) {
    if (Date.now() - madeMs > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}

if (require.main === module) bundleServer();

module.exports = { digestOfBuilder };
