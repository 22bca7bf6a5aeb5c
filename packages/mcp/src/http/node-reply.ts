import type { ServerResponse } from "node:http";
import type { HttpRefusal } from "./http-refusal.ts";

/** Replies hold a tenant's data: nobody between us and the caller may keep or reinterpret them. */
export const REPLY_HEADERS = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
} as const;

export const STREAM_HEADERS = {
  ...REPLY_HEADERS,
  "Content-Type": "text/event-stream",
  // nginx would otherwise hold events back until its buffer is full.
  "X-Accel-Buffering": "no",
} as const;

/** How long a caller may take to read a refusal while its unread body still comes in. */
const LINGER_MS = 500;

/** A list, since Node takes longer over an object and this is written with every reply. */
const JSON_HEADERS = [
  ...Object.entries(REPLY_HEADERS).flat(),
  "Content-Type",
  "application/json",
  "Content-Length",
];

/** Answers with one JSON document, given as its text. */
export function replyWithJson(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, [...JSON_HEADERS, String(Buffer.byteLength(json))]);
  response.end(json);
}

interface RefusalReply {
  readonly refusal: HttpRefusal;
  /** Of the request that is refused, where it could be read. */
  readonly id?: string | number | null;
  /** The rest of the request is not read then, and the connection ends. */
  readonly hasUnreadBody: boolean;
}

export function replyWithRefusal(
  response: ServerResponse,
  { refusal: { status, code, message, headers }, id = null, hasUnreadBody }: RefusalReply,
): void {
  if (response.headersSent) {
    // Too late to say anything: an end cut short is the only sign left.
    response.destroy();
    return;
  }
  const json = JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id });
  response.writeHead(status, {
    ...REPLY_HEADERS,
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(json),
    ...headers,
    ...(hasUnreadBody && { Connection: "close" }),
  });
  if (!hasUnreadBody) {
    response.end(json);
    return;
  }
  // Closing while the body still comes in makes the system discard the reply as well, so that the
  // caller would learn nothing: leave it a moment to read.
  response.write(json);
  setTimeout(() => response.end(), LINGER_MS).unref();
}
