import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
}

interface Delivery {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
}

/** Collects spans sent as OTLP/HTTP JSON. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    bodies.push(body);
    const { resourceSpans } = JSON.parse(body) as Delivery;
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((s) => s.spans)));
    const isForUs = request.method === "POST" && request.url === "/v1/traces";
    response.writeHead(isForUs ? 200 : 404, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Received requests, in order. */
    text: () => bodies.join("\n"),
    spans,
    /** All spans of a trace, once one of them has this name. */
    async trace(traceId: string, lastName: string): Promise<CollectedSpan[]> {
      for (let waits = 0; ; waits += 1) {
        const found = spans.filter((span) => span.traceId === traceId);
        if (found.some(({ name }) => name === lastName)) return found;
        if (waits > 300) throw new Error(`No ${lastName} in ${JSON.stringify(found)}`);
        await sleep(100);
      }
    },
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
