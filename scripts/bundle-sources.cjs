// Bundles TypeScript into a few JavaScript files that start quickly.
const { existsSync, readFileSync, statSync } = require("node:fs");
const path = require("node:path");
const { ROOT, digestOf } = require("../apps/server/bin/bundle.cjs");

/** Threads and processes have their own entry files in plain JavaScript; each becomes a chunk of the bundle. */
const THREADS = {
  "packages/capture/src/page/page-process.mjs": "packages/capture/src/page/answer-pages.ts",
  "packages/deliverables/src/rendering-worker.mjs": "packages/deliverables/src/answer-jobs.ts",
  "packages/deliverables/src/pdf/compiler/typst-process.mjs":
    "packages/deliverables/src/pdf/compiler/answer-typesetting.ts",
  "packages/research/src/claims/judging-worker.mjs":
    "packages/research/src/claims/answer-judging.ts",
};
/** Threads in plain JavaScript; they are bundled only where no packages are installed beside the bundle. */
const PLAIN_THREADS = [
  "packages/mcp/src/extraction/validation-worker.mjs",
  "packages/search/src/embedding-worker.mjs",
];
/** Packages with machine code, and one that is used only if somebody installs it. */
const NATIVE = ["@myriaddreamin/typst-ts-node-compiler", "pg-native"];
/** CommonJS packages call this inside of ES modules. */
const REQUIRE =
  'import { createRequire as createRequireOf } from "node:module"; const require = createRequireOf(import.meta.url);';
/** Small, but with the names of functions and classes, which errors show. */
const WHOLE = {
  // Its other form hides from bundlers what it requires.
  alias: { "jsonc-parser": path.join(ROOT, "node_modules/jsonc-parser/lib/esm/main.js") },
  banner: { js: REQUIRE },
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: false,
};
/** Packages of many small files, which are slow to load unbundled. */
const MANY_FILES = [
  "@hono/node-server",
  "@modelcontextprotocol/server",
  "@trpc/server",
  "better-auth",
  "hast-util-to-text",
  "hono",
  "rehype-parse",
  "remark-gfm",
  "remark-parse",
  "remark-stringify",
  "unified",
  "zod",
];
const OWN = /^@trovella\//;
/** Node.js built-ins, and packages that must not be duplicated. */
const OUTSIDE = /^(node:|pg$)/;
const FOREIGN = `${path.sep}node_modules${path.sep}`;
const NAMED = "named-exports";
const LOADERS = { ".ts": "ts", ".json": "json" };
const MODULE_URLS = /new URL\("([^"]+)", import\.meta\.url\)|import\.meta\.url/g;

/**
 * Bundles programs, given relative to the root, into a folder whose depth must not change. Returns the
 * sources as they were read, so that a concurrent change makes the bundle stale. A `whole` bundle contains all
 * packages that can be bundled.
 */
async function bundleSources(programs, folder, { whole = false } = {}) {
  // Loaded lazily: most callers find an existing bundle.
  const { build } = require("esbuild");
  const sources = new Map();
  const note = (file) => readSource(file, sources);
  const threads = whole
    ? { ...THREADS, ...Object.fromEntries(PLAIN_THREADS.map((file) => [file, file])) }
    : THREADS;
  const { metafile } = await build({
    absWorkingDir: ROOT,
    metafile: true,
    entryPoints: [...programs, ...Object.values(threads)].map((file) => ({
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
    ...(whole && WHOLE),
    plugins: [
      { name: "sources", setup: (builder) => setUp(builder, { folder, note, threads, whole }) },
    ],
  });
  return { sources, note, metafile };
}

function setUp(builder, { folder, note, threads, whole }) {
  const { onResolve, onLoad } = builder;
  if (whole) nameExports(builder);
  onResolve({ filter: /^[^./]/ }, ({ path: name, kind, importer }) => {
    const isBundled = whole
      ? !name.startsWith("node:") && !NATIVE.includes(name)
      : OWN.test(name) || isBundledPackage(name, importer);
    if (kind === "entry-point" || isBundled) return undefined;
    return { path: name, external: true, sideEffects: false };
  });
  onLoad({ filter: /\.(ts|js|mjs|cjs|json)$/ }, ({ path: file }) => {
    const text = note(file);
    const contents = file.includes(FOREIGN) ? text : withModuleUrl(text, file, { folder, threads });
    return { contents, loader: LOADERS[path.extname(file)] ?? "js" };
  });
}

/**
 * A CommonJS package that is imported on demand becomes a file of its own, of which esbuild exports nothing but `default`. A module
 * in between names its exports.
 */
function nameExports({ onResolve, onLoad, resolve }) {
  onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, importer, resolveDir }) => {
    const isOwn = OWN.test(name) || NATIVE.includes(name) || importer.includes(FOREIGN);
    if (kind !== "dynamic-import" || isOwn) return undefined;
    const found = await resolve(name, { kind: "import-statement", importer, resolveDir });
    return isCommonJs(found.path) ? { path: found.path, namespace: NAMED } : undefined;
  });
  onLoad({ filter: /./, namespace: NAMED }, ({ path: file }) => {
    const names = Object.keys(require(file)).filter((name) => /^(?!default$)[\w$]+$/.test(name));
    const lines = names.map((name) => `const named_${name} = all.${name};`);
    const list = names.map((name) => `named_${name} as ${name}`).join(", ");
    const first = `import * as all from ${JSON.stringify(file)}; export default all.default;`;
    return {
      contents: [first, ...lines, `export { ${list} };`].join("\n"),
      resolveDir: path.dirname(file),
    };
  });
}

function isCommonJs(file) {
  if (path.extname(file) !== ".js") return path.extname(file) === ".cjs";
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, "package.json");
    if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, "utf8")).type !== "module";
  }
}

/** Bundled with their own dependencies, whose versions may differ from ours. */
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

/** Rewrites `new URL(…, import.meta.url)` to the source file, relative to the bundle, so that the tree can be moved. */
function withModuleUrl(text, file, { folder, threads }) {
  const own = path.relative(ROOT, file);
  return text.replace(MODULE_URLS, (_, target) => {
    const source = target ? path.join(path.dirname(own), target) : own;
    const thread = threads[source];
    const found = thread
      ? `${outputName(thread)}.js`
      : path.relative(folder, path.join(ROOT, source));
    return `new URL("./${found}", import.meta.url)${target ? "" : ".href"}`;
  });
}

function outputName(file) {
  return path.parse(file).name;
}

module.exports = { bundleSources };
