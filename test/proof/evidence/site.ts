import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { FactSource } from "./facts.ts";
import { type PageContent, renderPage, type Style } from "./pages.ts";

/** How the site answers for a page. */
export type Manner =
  | "served"
  | "thin"
  | "packed"
  | "moved"
  | "dead"
  | "gone"
  | "locked"
  | "large"
  | "image"
  | "loop"
  | "inward"
  | "held"
  | "slow"
  | "shaky";

export interface SitePage {
  readonly url: string;
  readonly manner: Manner;
  readonly style: Style;
  /** The sentences of its facts; the rest of the page is filled in when it is rendered. */
  readonly sentences: string[];
  readonly hidden: string[];
  readonly rows: string[][];
  /** What the assistant hands over as the text of the page. */
  handedOver?: string;
}

const FILLERS_PER_FACT = 3;
const MIN_FILLERS = 24;
const LARGE_BYTES = 5_200_000;

/** A web site whose pages are at names of their own. */
export class Site {
  readonly pages: SitePage[] = [];
  private readonly bodies = new Map<string, (response: ServerResponse, request: Asked) => void>();
  private readonly fillers: FactSource;
  private readonly waiting: (() => void)[] = [];
  private isHeld = true;

  constructor(seed: number) {
    this.fillers = new FactSource(seed);
  }

  add(manner: Manner, style: Style): SitePage {
    const number = this.pages.length + 1;
    const scheme = number % 2 ? "https" : "http";
    const url = `${scheme}://${manner}-${number}.example/${style}/page`;
    const page = { url, manner, style, sentences: [], hidden: [], rows: [] };
    this.pages.push(page);
    return page;
  }

  /** Answers held back until now, and all later ones, are given. */
  release(): void {
    this.isHeld = false;
    for (const go of this.waiting.splice(0)) go();
  }

  /** To be called when all pages have their facts. */
  listener(): RequestListener {
    for (const page of this.pages) this.bodies.set(addressOf(page.url), this.answerOf(page));
    return (request: IncomingMessage, response) => {
      const { host = "", "accept-encoding": accepted = "" } = request.headers;
      const path = request.url ?? "/";
      const answer = this.bodies.get(host + path.replace(/\?.*$/, ""));
      if (answer) answer(response, { path, isPackable: String(accepted).includes("gzip") });
      else response.writeHead(404).end("There is no such page.");
    };
  }

  private answerOf(page: SitePage): (response: ServerResponse, request: Asked) => void {
    const { contentType, bytes } = renderPage(this.contentOf(page));
    const send = (response: ServerResponse, headers: Record<string, string> = {}) =>
      response.writeHead(200, { "content-type": contentType, ...headers });
    switch (page.manner) {
      case "packed":
        return (response, { isPackable }) => {
          const isGzip = page.url.length % 2 === 0;
          if (!isPackable) send(response).end(bytes);
          else if (isGzip) send(response, { "content-encoding": "gzip" }).end(gzipSync(bytes));
          else send(response, { "content-encoding": "br" }).end(brotliCompressSync(bytes));
        };
      case "moved":
        return (response, { path }) => {
          const hop = Number(/\?(\d)$/.exec(path)?.[1] ?? 0);
          if (hop === 3) send(response).end(bytes);
          else response.writeHead([301, 302, 307][hop] ?? 308, nextHop(page.url, hop)).end();
        };
      case "dead":
        return (response) => response.writeHead(404, { "content-type": contentType }).end(bytes);
      case "gone":
        return (response) => response.writeHead(410, { "content-type": contentType }).end(bytes);
      case "locked":
        return (response) => response.writeHead(403, { "content-type": contentType }).end(bytes);
      case "large":
        return (response) =>
          send(response).end(Buffer.concat([bytes, Buffer.alloc(LARGE_BYTES, " ")]));
      case "image":
        return (response) => response.writeHead(200, { "content-type": "image/png" }).end(bytes);
      case "loop":
        return (response) => response.writeHead(302, { location: page.url }).end();
      case "inward":
        return (response) => response.writeHead(302, { location: "http://127.0.0.1/" }).end();
      case "held":
        return (response) => this.whenReleased(() => send(response).end(bytes));
      case "slow":
        // Never: the server gives up.
        return () => undefined;
      case "shaky": {
        let asked = 0;
        return (response) => {
          asked += 1;
          if (asked > 1) send(response).end(bytes);
        };
      }
      default:
        return (response) => send(response).end(bytes);
    }
  }

  private whenReleased(go: () => void): void {
    if (this.isHeld) this.waiting.push(go);
    else go();
  }

  private contentOf({ manner, style, sentences, hidden, rows, url }: SitePage): PageContent {
    const title = `Notes on ${new URL(url).hostname.replace(/\..*$/, "")}`;
    const isThin = manner === "thin";
    const facts = isThin ? sentences : this.amongFillers(sentences);
    return { style, title, sentences: facts, hidden, rows };
  }

  private amongFillers(sentences: readonly string[]): string[] {
    const count = Math.max(MIN_FILLERS, FILLERS_PER_FACT * sentences.length);
    const all = Array.from({ length: count }, () => this.fillers.filler());
    const gap = Math.max(1, Math.floor(count / (sentences.length + 1)));
    sentences.forEach((sentence, index) => {
      all.splice((index + 1) * gap + index, 0, sentence);
    });
    return all;
  }
}

interface Asked {
  readonly path: string;
  readonly isPackable: boolean;
}

function addressOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}

/** Absolute, relative, and without a scheme. */
function nextHop(url: string, hop: number): { location: string } {
  const { host, pathname, origin } = new URL(url);
  const path = `${pathname}?${hop + 1}`;
  return { location: [`${origin}${path}`, path, `//${host}${path}`][hop] ?? path };
}
