// The card that hosts show inside a chat: one file without references, since its frame may load nothing.
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const path = require("node:path");
const { ROOT } = require("./prepare.cjs");

const BOARD = path.join(ROOT, "apps", "board");
const BUILT = path.join(BOARD, "dist", "board.html");
const MAX_BYTES = 60_000;

/** Builds the card, which takes a fraction of a second; the file is left alone when nothing has changed. */
function buildBoard() {
  const page = makePage();
  const bytes = Buffer.byteLength(page);
  if (bytes > MAX_BYTES) throw new Error(`The board has ${bytes} bytes, more than ${MAX_BYTES}.`);
  if (existsSync(BUILT) && readFileSync(BUILT, "utf8") === page) return;
  mkdirSync(path.dirname(BUILT), { recursive: true });
  // Atomic rename, so that no reader sees a partial file.
  writeFileSync(`${BUILT}-${process.pid}`, page);
  renameSync(`${BUILT}-${process.pid}`, BUILT);
}

function makePage() {
  const template = readFileSync(path.join(BOARD, "src", "board.html"), "utf8");
  // Nothing in the code may end its element.
  const script = bundle("main.ts").replaceAll("</script", "<\\/script");
  return template
    .replace(/\n\s*/g, "")
    .replace("<style></style>", () => `<style>${bundle("board.css")}</style>`)
    .replace("<script></script>", () => `<script>${script}</script>`);
}

function bundle(file) {
  // Loaded lazily, as for the command.
  const { buildSync } = require("esbuild");
  const [{ text }] = buildSync({
    entryPoints: [path.join(BOARD, "src", file)],
    bundle: true,
    minify: true,
    format: "iife",
    target: ["chrome123", "firefox120", "safari17.5"],
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
    write: false,
  }).outputFiles;
  return text.trim();
}

module.exports = { BUILT, MAX_BYTES, buildBoard };
