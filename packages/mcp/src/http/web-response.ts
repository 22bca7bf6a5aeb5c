import type { ServerResponse } from "node:http";
import { isOver, untilWritable } from "./caller-presence.ts";
import { REPLY_HEADERS, STREAM_HEADERS } from "./node-reply.ts";

/** What the SDK says beside the type of its body; the rest of its headers are for us to decide. */
const PASSED_ON = ["Content-Type", "Allow", "WWW-Authenticate"];

/** Writes a web response, whole or as a stream, with the headers every reply of ours carries. */
export async function replyWithWebResponse(
  response: ServerResponse,
  reply: Response,
): Promise<void> {
  if (isOver(response)) {
    await reply.body?.cancel();
    return;
  }
  if (reply.body && reply.headers.get("Content-Type")?.startsWith("text/event-stream")) {
    response.writeHead(reply.status, STREAM_HEADERS);
    await pipe(reply.body, response);
    return;
  }
  const body = Buffer.from(await reply.arrayBuffer());
  const headers = PASSED_ON.map((name) => [name, reply.headers.get(name)] as const);
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
    if (isOver(response)) break; // Leaving the loop cancels the stream.
    if (!response.write(chunk)) await untilWritable(response);
  }
  response.end();
}
