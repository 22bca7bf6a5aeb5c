// Makes the `trovella` command into few files; build-server.cjs runs this when a source has changed.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import bundle from "../apps/server/bin/bundle.cjs";

const { BUILT, RECORD, ROOT, digestOf } = bundle;

/** Threads begin with a file of their own, in plain JavaScript; of the bundle they load another part. */
const THREADS = {
  "packages/deliverables/src/rendering-worker.mjs": "packages/deliverables/src/answer-jobs.ts",
};
const OWN = /^@trovella\//;
/** Packages of many small files, which take long to find and read one by one. */
const MANY_FILES = [
  "@hono/node-server",
  "@modelcontextprotocol/server",
  "@trpc/server",
  "citty",
  "drizzle-orm",
  "hono",
  "remark-gfm",
  "remark-parse",
  "remark-stringify",
  "unified",
  "uuid",
  "zod",
];
/** What comes with Node.js, and what no bundle may hold twice. */
const OUTSIDE = /^(node:|pg$)/;
const LOADERS = { ".ts": "ts", ".json": "json" };
const ADDRESSES = /new URL\("([^"]+)", import\.meta\.url\)|import\.meta\.url/g;
const KEPT_FOLDERS = 10;
const KEPT_MS = 24 * 60 * 60_000;

const sources = new Map();
const fresh = path.join(BUILT, `.${process.pid}`);
try {
  await makeBundle(fresh);
  for (const manifest of manifests()) readSource(manifest);
  const record = describe([...sources.values()]);
  putInPlace(fresh, path.join(BUILT, record.folder));
  // Renamed, so that nobody reads half of it.
  writeFileSync(`${fresh}.json`, JSON.stringify(record));
  renameSync(`${fresh}.json`, RECORD);
  forgetOldBundles(record.folder);
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

function makeBundle(outdir) {
  mkdirSync(outdir, { recursive: true });
  return build({
    absWorkingDir: ROOT,
    entryPoints: ["apps/server/src/main.ts", ...Object.values(THREADS)].map((file) => ({
      in: file,
      out: outputName(file),
    })),
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "warning",
    plugins: [{ name: "sources", setup: bundleSources }],
  });
}

function bundleSources({ onResolve, onLoad }) {
  onResolve({ filter: /^[^./]/ }, ({ path: name, kind, importer }) => {
    const isBundled = kind === "entry-point" || OWN.test(name) || isBundledPackage(name, importer);
    return isBundled ? undefined : { path: name, external: true, sideEffects: false };
  });
  onLoad({ filter: /\.(ts|js|mjs|cjs|json)$/ }, ({ path: file }) => {
    const contents = readSource(file);
    const loader = LOADERS[path.extname(file)] ?? "js";
    return { contents: loader === "ts" ? withOwnAddress(contents, file) : contents, loader };
  });
}

/** With what they import themselves, whose version may be another than the one we would find. */
function isBundledPackage(name, importer) {
  if (importer.includes(`${path.sep}node_modules${path.sep}`)) return !OUTSIDE.test(name);
  return MANY_FILES.some((known) => name === known || name.startsWith(`${known}/`));
}

/** They say which file of a package is imported. */
function manifests() {
  const packages = path.join(ROOT, "packages");
  return readdirSync(packages).map((name) => path.join(packages, name, "package.json"));
}

/** Recorded as it was read: whoever changes it in this moment makes the bundle an old one. */
function readSource(file) {
  const { ctimeMs } = statSync(file);
  const contents = readFileSync(file);
  const name = path.relative(ROOT, file).replaceAll(path.sep, "/");
  const digest = digestOf(contents);
  sources.set(name, { file: name, size: contents.length, changedMs: ctimeMs, digest });
  return contents.toString("utf8");
}

/** What a module looks for beside itself lies beside its source, wherever the whole tree is moved to. */
function withOwnAddress(text, file) {
  const folder = path.relative(ROOT, path.dirname(file));
  const toRoot = path.relative(path.join(BUILT, "folder"), ROOT);
  return text.replace(ADDRESSES, (_, target) => {
    const source = path.posix.join(folder, target ?? path.basename(file));
    const thread = THREADS[source];
    const address = thread ? `./${outputName(thread)}.js` : path.posix.join(toRoot, source);
    return `new URL("${address}", import.meta.url)${target ? "" : ".href"}`;
  });
}

function outputName(file) {
  return path.basename(file, ".ts");
}

function describe(unsorted) {
  const all = unsorted.toSorted((one, other) => (one.file < other.file ? -1 : 1));
  const builder = digestOf(readFileSync(new URL(import.meta.url)));
  const digest = digestOf(JSON.stringify([builder, all.map(({ file, digest }) => [file, digest])]));
  return { folder: digest.slice(0, 16), builder, sources: all };
}

/** The same sources give the same files, so whoever built them first has done it for all. */
function putInPlace(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST"].includes(error.code)) throw error;
  }
}

/** A server that runs may still need files of the bundle it began with. */
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
