import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Context } from "hono";

/** Where the build of apps/console puts its files. */
export const CONSOLE_FILES = fileURLToPath(new URL("../../../console/dist", import.meta.url));

/** Scripts and styles only from our own files; nothing from elsewhere, nothing written into a page. */
export const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=UTF-8",
  ".js": "text/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
};

/** Paths that belong to programs: what is missing there is an error, not a page. */
const NOT_PAGES = /^\/(api|mcp|assets|healthz|readyz|version|metrics|\.well-known)(\/|$)/;
/** A build names these by their content, so they never change. */
const HASHED = /^\/assets\/[\w.-]+$/;
/** Files beside the page, by name: nothing else of the folder is given out. */
const PLAIN_FILES = ["/favicon.svg"];

/** Answers with the console's files, and with its page at every address that is one of its own. */
export function consolePages(files: string): (context: Context) => Response | null {
  const read = keptReader(files);
  return (context) => {
    const { path: asked, method } = context.req;
    if (method !== "GET" && method !== "HEAD") return null;
    if (HASHED.test(asked) || PLAIN_FILES.includes(asked)) {
      const file = read(asked);
      return file && fileReply(context, asked, file);
    }
    if (NOT_PAGES.test(asked)) return null;
    const page = read("/index.html");
    return page ? fileReply(context, "/index.html", page) : notBuilt(context);
  };
}

function fileReply(context: Context, name: string, file: KeptFile): Response {
  const isHashed = name.startsWith("/assets/");
  context.header("Content-Security-Policy", CONSOLE_POLICY);
  // With "no-referrer" browsers would send the forms of the page, such as sign-out, with the origin "null".
  context.header("Referrer-Policy", "same-origin");
  context.header("Cache-Control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
  context.header("Content-Type", TYPES[path.extname(name)] ?? "application/octet-stream");
  context.header("Vary", "Accept-Encoding");
  if (!/\bgzip\b/.test(context.req.header("accept-encoding") ?? "")) return context.body(file.body);
  context.header("Content-Encoding", "gzip");
  return context.body(file.zipped);
}

function notBuilt(context: Context): Response {
  const text =
    "Trovella is running, but its console has not been built. Next: run `npm start` in its repository, which builds it.\nAI clients connect at /mcp.\n";
  return context.text(text, 503);
}

type Bytes = Uint8Array<ArrayBuffer>;

interface KeptFile {
  readonly changedMs: number;
  readonly body: Bytes;
  readonly zipped: Bytes;
}

/** Reads a file once, and again when it has changed, as a build may do while the server runs. */
function keptReader(files: string): (name: string) => KeptFile | null {
  const kept = new Map<string, KeptFile>();
  return (name) => {
    const location = path.join(files, name);
    const stat = statSync(location, { throwIfNoEntry: false });
    if (!stat?.isFile()) return null;
    const known = kept.get(name);
    if (known?.changedMs === stat.mtimeMs) return known;
    const body = new Uint8Array(readFileSync(location));
    const file = { changedMs: stat.mtimeMs, body, zipped: new Uint8Array(gzipSync(body)) };
    kept.set(name, file);
    return file;
  };
}
