import type { ServerResponse } from "node:http";
import type { HttpRefusal } from "./http-refusal.ts";
import { hasUnreadBody } from "./request-body.ts";

/** Replies hold a tenant's data: no proxy or browser may cache or sniff them. */
export const REPLY_HEADERS = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
} as const;

export const STREAM_HEADERS = {
  ...REPLY_HEADERS,
  "Content-Type": "text/event-stream",
  // nginx buffers events otherwise.
  "X-Accel-Buffering": "no",
} as const;

/** Time for the client to read a refusal before the connection closes on its unread body. */
const LINGER_MS = 500;

/** A list, which Node writes faster than an object. */
const JSON_HEADERS = [
  ...Object.entries(REPLY_HEADERS).flat(),
  "Content-Type",
  "application/json",
  "Content-Length",
];

export function replyWithJson(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, [...JSON_HEADERS, String(Buffer.byteLength(json))]);
  response.end(json);
}

/** Sends a JSON-RPC error; `id` is that of the request, if its body could be read. */
export function replyWithRefusal(
  response: ServerResponse,
  { status, code, message, headers }: HttpRefusal,
  id: string | number | null = null,
): void {
  if (response.headersSent) {
    // Too late for an error: only a truncated response can still signal it.
    response.destroy();
    return;
  }
  const isBodyUnread = hasUnreadBody(response.req);
  const json = JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id });
  response.writeHead(status, {
    ...REPLY_HEADERS,
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(json),
    ...headers,
    ...(isBodyUnread && { Connection: "close" }),
  });
  if (!isBodyUnread) {
    response.end(json);
    return;
  }
  // Closing a socket with unread data resets the connection and discards the reply: leave the client time to read it.
  response.write(json);
  setTimeout(() => response.end(), LINGER_MS).unref();
}
