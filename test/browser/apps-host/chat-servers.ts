import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { afterAll, beforeAll } from "vitest";

/** The policy that hosts set for a page that asks for nothing, as the specification writes it. */
const VIEW_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self' data:",
  "connect-src 'none'",
].join("; ");

/** The packages of the official bridge, by their versions. */
export const BRIDGES = {
  "2.0.4": "@modelcontextprotocol/ext-apps",
  "1.7.5": "ext-apps-1",
} as const;
export type BridgeVersion = keyof typeof BRIDGES;

interface Reply {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The chat and, on an origin of its own, the sandbox for what it shows. */
export function useChatServers(readView: () => Promise<string>) {
  const servers: Server[] = [];
  let chatUrl = "";
  let viewUrl = "";
  beforeAll(async () => {
    const scripts = new Map(
      Object.entries(BRIDGES).map(([version, name]) => [`/${version}.js`, bundledHost(name)]),
    );
    const script = { "content-type": "text/javascript" };
    const html = { "content-type": "text/html; charset=utf-8" };
    chatUrl = await listen((path) => {
      const body = scripts.get(path);
      return body ? { headers: script, body } : { headers: html, body: chatPage(path) };
    });
    const view = await readView();
    const headers = { ...html, "content-security-policy": VIEW_POLICY };
    viewUrl = `${await listen(() => ({ headers, body: view }))}/board`;
  });
  afterAll(() => {
    for (const server of servers) server.close();
  });
  return {
    get viewUrl(): string {
      return viewUrl;
    },
    chatUrlFor: (version: BridgeVersion): string => `${chatUrl}/${version}`,
  };

  async function listen(replyTo: (path: string) => Reply): Promise<string> {
    const server = createServer(({ url = "/" }, response) => {
      const { headers, body } = replyTo(url);
      response.writeHead(200, headers).end(body);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
}

function chatPage(version: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Chat</title><link rel="icon" href="data:,"><style>html{color-scheme:light dark}body{margin:12px}</style><body><script src="${version}.js"></script></body></html>`;
}

function bundledHost(bridge: string): string {
  const [file] = buildSync({
    entryPoints: [fileURLToPath(new URL("host-page.ts", import.meta.url))],
    alias: { "@modelcontextprotocol/ext-apps": bridge },
    bundle: true,
    format: "iife",
    write: false,
    logLevel: "error",
  }).outputFiles;
  return file?.text ?? "";
}
