import type { ServerResponse } from "node:http";
import { REPLY_HEADERS, STREAM_HEADERS } from "./node-reply.ts";
import { isResponseClosed, untilWritable } from "./response-closed.ts";

/** The SDK's headers that are forwarded. */
const FORWARDED_HEADERS = ["Content-Type", "Allow", "WWW-Authenticate"];

/** Writes a web Response, whole or streamed, with our own reply headers. */
export async function replyWithWebResponse(
  response: ServerResponse,
  reply: Response,
): Promise<void> {
  if (isResponseClosed(response)) {
    await reply.body?.cancel();
    return;
  }
  if (reply.body && reply.headers.get("Content-Type")?.startsWith("text/event-stream")) {
    response.writeHead(reply.status, STREAM_HEADERS);
    await pipe(reply.body, response);
    return;
  }
  const body = Buffer.from(await reply.arrayBuffer());
  const headers = FORWARDED_HEADERS.map((name) => [name, reply.headers.get(name)] as const);
  response.writeHead(reply.status, {
    ...REPLY_HEADERS,
    ...Object.fromEntries(headers.filter(([, value]) => value !== null)),
    "Content-Length": body.length,
  });
  response.end(body);
}

async function pipe(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  response.flushHeaders();
  for await (const chunk of body) {
    if (isResponseClosed(response)) break; // Leaving the loop cancels the stream.
    if (!response.write(chunk)) await untilWritable(response);
  }
  response.end();
}
