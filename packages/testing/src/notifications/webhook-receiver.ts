import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface ReceivedWebhook {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** Resolves when so many requests have arrived. */
  untilReceived(count: number, timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

type Answer = (request: ReceivedWebhook, response: ServerResponse) => void;

/** A receiver of webhooks on 127.0.0.1; it answers 204 unless told otherwise. */
export async function startWebhookReceiver(
  answer: Answer = (_, response) => response.writeHead(204).end(),
  port = 0,
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { url: path = "", method = "", headers } = request;
    const arrived = { path, method, headers, body: Buffer.concat(chunks).toString() };
    received.push(arrived);
    answer(arrived, response);
  });
  server.on("clientError", (_, socket) => socket.destroy());
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async untilReceived(count, timeoutMs = 20_000) {
      const until = performance.now() + timeoutMs;
      while (received.length < count) {
        if (performance.now() > until)
          throw new Error(`${received.length} of ${count} requests after ${timeoutMs} ms`);
        await sleep(20);
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The algorithm of the specification (https://www.standardwebhooks.com), written apart from the one that signs. */
export function isSignedWith(secret: string, { headers, body }: ReceivedWebhook): boolean {
  const id = String(headers["webhook-id"]);
  const timestamp = String(headers["webhook-timestamp"]);
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  const given = String(headers["webhook-signature"]).split(" ");
  return given.some((signature) => {
    const [version, value = ""] = signature.split(",");
    const bytes = Buffer.from(value, "base64");
    return version === "v1" && bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}
