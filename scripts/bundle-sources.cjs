// How our TypeScript becomes few JavaScript files that Node.js starts quickly.
const { readFileSync, statSync } = require("node:fs");
const path = require("node:path");
const { ROOT, digestOf } = require("../apps/server/bin/bundle.cjs");

/** Threads begin with a file of their own, in plain JavaScript; in a bundle it is another part of it. */
const THREADS = {
  "packages/deliverables/src/rendering-worker.mjs": "packages/deliverables/src/answer-jobs.ts",
};
/** Packages of many small files, which take long to find and read one by one. */
const MANY_FILES = [
  "@hono/node-server",
  "@modelcontextprotocol/server",
  "@trpc/server",
  "better-auth",
  "hono",
  "remark-gfm",
  "remark-parse",
  "remark-stringify",
  "unified",
  "uuid",
  "zod",
];
const OWN = /^@trovella\//;
/** What comes with Node.js, and what no program may hold twice. */
const OUTSIDE = /^(node:|pg$)/;
const FOREIGN = `${path.sep}node_modules${path.sep}`;
const LOADERS = { ".ts": "ts", ".json": "json" };
const ADDRESSES = /new URL\("([^"]+)", import\.meta\.url\)|import\.meta\.url/g;

/**
 * Bundles programs, named from the root, into a folder that must stay as deep as it is. Returns the sources as
 * they were read: whoever changes one in this moment makes the bundle an old one.
 */
async function bundleSources(programs, folder) {
  // Loaded here: most who ask for a bundle find one.
  const { build } = require("esbuild");
  const sources = new Map();
  const note = (file) => readSource(file, sources);
  await build({
    absWorkingDir: ROOT,
    entryPoints: [...programs, ...Object.values(THREADS)].map((file) => ({
      in: file,
      out: outputName(file),
    })),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "warning",
    plugins: [{ name: "sources", setup: (builder) => setUp(builder, { folder, note }) }],
  });
  return { sources, note };
}

function setUp({ onResolve, onLoad }, { folder, note }) {
  onResolve({ filter: /^[^./]/ }, ({ path: name, kind, importer }) => {
    const isBundled = kind === "entry-point" || OWN.test(name) || isBundledPackage(name, importer);
    return isBundled ? undefined : { path: name, external: true, sideEffects: false };
  });
  onLoad({ filter: /\.(ts|js|mjs|cjs|json)$/ }, ({ path: file }) => {
    const text = note(file);
    const contents = file.includes(FOREIGN) ? text : withOwnAddress(text, file, folder);
    return { contents, loader: LOADERS[path.extname(file)] ?? "js" };
  });
}

/** With what they import themselves, whose version may be another than the one we would find. */
function isBundledPackage(name, importer) {
  if (importer.includes(FOREIGN)) return !OUTSIDE.test(name);
  return MANY_FILES.some((known) => name === known || name.startsWith(`${known}/`));
}

function readSource(file, sources) {
  const { ctimeMs } = statSync(file);
  const contents = readFileSync(file);
  const name = path.relative(ROOT, file);
  const digest = digestOf(contents);
  sources.set(name, { file: name, size: contents.length, changedMs: ctimeMs, digest });
  return contents.toString("utf8");
}

/** What a module looks for beside itself lies beside its source, wherever the whole tree is moved to. */
function withOwnAddress(text, file, folder) {
  const own = path.relative(ROOT, file);
  return text.replace(ADDRESSES, (_, target) => {
    const source = target ? path.join(path.dirname(own), target) : own;
    const thread = THREADS[source];
    const found = thread
      ? `${outputName(thread)}.js`
      : path.relative(folder, path.join(ROOT, source));
    return `new URL("./${found}", import.meta.url)${target ? "" : ".href"}`;
  });
}

function outputName(file) {
  return path.basename(file, ".ts");
}

module.exports = { bundleSources };
