import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Context } from "hono";
import { CONSOLE_HEADERS } from "./policy/headers.ts";

/** The output folder of the build of apps/console. */
export const CONSOLE_FILES = fileURLToPath(new URL("../../../console/dist", import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=UTF-8",
  ".js": "text/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=UTF-8",
};

/** Paths below these answer 404 instead of the console's page. */
const NOT_PAGES = /^\/(api|mcp|assets|healthz|readyz|version|metrics|\.well-known)(\/|$)/;
/** Their names contain a content hash, so they never change. */
const HASHED = /^\/assets\/[\w.-]+$/;
/** The other files that are served. */
const PLAIN_FILES = [
  "/favicon.svg",
  "/favicon-dot.svg",
  "/theme.js",
  "/notifications/worker.js",
  "/robots.txt",
];

/** Serves the console's files, and its page at every path that the client-side router may own. */
export function consolePages(
  files: string,
  cookieFor: (request: Request) => string | null = () => null,
): (context: Context) => Response | null {
  const read = cachedReader(files);
  return (context) => {
    const { path: asked, method } = context.req;
    if (method !== "GET" && method !== "HEAD") return null;
    if (HASHED.test(asked) || PLAIN_FILES.includes(asked)) {
      const file = read(asked);
      return file && fileReply(context, asked, file);
    }
    if (NOT_PAGES.test(asked)) return null;
    const page = read("/index.html");
    const cookie = cookieFor(context.req.raw);
    if (cookie !== null) context.header("Set-Cookie", cookie);
    return page ? fileReply(context, "/index.html", page) : notBuilt(context);
  };
}

function fileReply(context: Context, name: string, file: CachedFile): Response {
  const isHashed = name.startsWith("/assets/");
  for (const [header, value] of Object.entries(CONSOLE_HEADERS)) context.header(header, value);
  context.header("Cache-Control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
  context.header("Content-Type", TYPES[path.extname(name)] ?? "application/octet-stream");
  context.header("Vary", "Accept-Encoding");
  const accepted = context.req.header("accept-encoding") ?? "";
  const encoding = (["br", "gzip"] as const).find(
    (known) => file[known] && new RegExp(`\\b${known}\\b`).test(accepted),
  );
  if (encoding) context.header("Content-Encoding", encoding);
  return context.body((encoding && file[encoding]) ?? file.body);
}

function notBuilt(context: Context): Response {
  const text =
    "Trovella is running, but its console has not been built. Next: run `npm start` in its repository, which builds it.\nAI clients connect at /mcp.\n";
  return context.text(text, 503);
}

type Bytes = Uint8Array<ArrayBuffer>;

interface CachedFile {
  readonly changedMs: number;
  readonly body: Bytes;
  readonly gzip: Bytes;
  /** As the build compressed it; that takes too long for a request. */
  readonly br: Bytes | null;
}

/** Caches files until they change, since a build may run while the server does. */
function cachedReader(files: string): (name: string) => CachedFile | null {
  const cache = new Map<string, CachedFile>();
  return (name) => {
    const location = path.join(files, name);
    const stat = statSync(location, { throwIfNoEntry: false });
    if (!stat?.isFile()) return null;
    const cached = cache.get(name);
    if (cached?.changedMs === stat.mtimeMs) return cached;
    const body = new Uint8Array(readFileSync(location));
    const br = existsSync(`${location}.br`) ? new Uint8Array(readFileSync(`${location}.br`)) : null;
    const file = { changedMs: stat.mtimeMs, body, gzip: new Uint8Array(gzipSync(body)), br };
    cache.set(name, file);
    return file;
  };
}
