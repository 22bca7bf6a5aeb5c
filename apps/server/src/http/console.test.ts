import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import type { ApiServices } from "@trovella/api";
import type { Database } from "@trovella/db";
import { unauthenticated } from "@trovella/testing/credentials/test-callers";
import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { createApp } from "./app.ts";
import { CONSOLE_HEADERS } from "./policy/headers.ts";
import { httpPolicy } from "./policy/http-policy.ts";

const { "Content-Security-Policy": CONSOLE_POLICY } = CONSOLE_HEADERS;

const files = mkdtempSync(path.join(tmpdir(), "trovella-console-files-"));
mkdirSync(path.join(files, "assets"));
writeFileSync(path.join(files, "index.html"), "<title>the page</title>");
writeFileSync(path.join(files, "assets", "main-abc123.js"), "run();");
writeFileSync(path.join(files, "assets", "main-def456.js"), "run();");
writeFileSync(path.join(files, "assets", "main-def456.js.br"), brotliCompressSync("run();"));
writeFileSync(path.join(files, "favicon.svg"), "<svg/>");
mkdirSync(path.join(files, "notifications"));
writeFileSync(path.join(files, "notifications", "worker.js"), "self;");
writeFileSync(path.join(files, "robots.txt"), "Disallow: /");
writeFileSync(path.join(files, "secret.txt"), "not for anyone");
afterAll(() => rmSync(files, { recursive: true }));

describe("the console", () => {
  it.each(["/", "/plans", "/plans/plan_1", "/inbox?x=/api/", "/apiary", "/secret.txt"])(
    "shows its page at %s, which is revalidated each time",
    async (url) => {
      const response = await request(url);
      expect([response.status, await response.text()]).toEqual([200, "<title>the page</title>"]);
      expect(response.headers.get("content-type")).toBe("text/html; charset=UTF-8");
      expect(response.headers.get("cache-control")).toBe("no-cache");
      expect(response.headers.get("content-security-policy")).toBe(CONSOLE_POLICY);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    },
  );

  it("asks search engines to stay away", async () => {
    const response = await request("/robots.txt");
    expect(await response.text()).toBe("Disallow: /");
    expect(response.headers.get("content-type")).toBe("text/plain; charset=UTF-8");
  });

  it("allows no script or style but its own files", () => {
    expect(CONSOLE_POLICY).toContain("script-src 'self'; worker-src 'self'; style-src 'self';");
    expect(CONSOLE_POLICY).not.toMatch(/unsafe|https?:|\*/);
  });

  it("serves hashed files as immutable, compressed as the client accepts and the build has left them", async () => {
    const plain = await request("/assets/main-abc123.js");
    expect(await plain.text()).toBe("run();");
    expect(plain.headers.get("content-type")).toBe("text/javascript; charset=UTF-8");
    expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const compressed = await request("/assets/main-abc123.js", { "accept-encoding": "br, gzip" });
    expect(compressed.headers.get("content-encoding")).toBe("gzip");
    const smaller = await request("/assets/main-def456.js", { "accept-encoding": "gzip, br" });
    expect(smaller.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(await smaller.arrayBuffer()).toString()).toBe("run();");
    const worker = await request("/notifications/worker.js");
    expect([await worker.text(), worker.headers.get("cache-control")]).toEqual([
      "self;",
      "no-cache",
    ]);
    // Its scope stays its own folder.
    expect(worker.headers.get("service-worker-allowed")).toBeNull();
    expect((await request("/favicon.svg")).headers.get("content-type")).toBe("image/svg+xml");
  });

  it.each([
    "/api/nothing",
    "/assets/gone.js",
    "/assets/%2e%2e%2findex.html",
    "/.well-known/x",
    "/api",
    "/mcp/x",
  ])("has no page at %s", async (url) => {
    const response = await request(url);
    expect([response.status, await response.json()]).toMatchObject([404, { error: "NOT_FOUND" }]);
  });

  it("says how to build the console when it is missing", async () => {
    const response = await request("/", {}, path.join(files, "nowhere"));
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("Next: run `npm start`");
  });
});

async function request(url: string, headers = {}, consoleFiles = files): Promise<Response> {
  const app = createApp({
    policy: httpPolicy({ HOST: "0.0.0.0", TROVELLA_PUBLIC_URL: undefined }),
    logger: pino({ level: "silent" }),
    obstacles: async () => [],
    outputs: { database: {} as Database, downloaderOf: unauthenticated },
    api: { services: {} as ApiServices, callerOf: unauthenticated },
    consoleFiles,
  });
  return app.request(url, { headers: { host: "127.0.0.1", ...headers } });
}
