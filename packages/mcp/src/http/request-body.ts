import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";
import { afterPollPhase } from "./after-poll-phase.ts";
import {
  bodyTooDeep,
  bodyTooLarge,
  bodyUnreadable,
  mediaTypeRefused,
  methodRefused,
} from "./http-refusal.ts";
import { isNestedDeeperThan } from "./nesting.ts";

export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** For a tool's arguments, and 8 levels for the message around them. */
export const MAX_NESTING = 64 + 8;

/** An unread body up to this size is skipped, which costs less than a new connection. */
const MAX_SKIPPED_BODY_BYTES = 64 * 1024;

/** The client disconnected before the whole body had arrived. */
export class ClientDisconnected extends Error {}

export function requireJsonPost({ method, headers }: IncomingMessage): void {
  if (method !== "POST") throw methodRefused();
  if (!isJsonContentType(headers["content-type"])) throw mediaTypeRefused();
}

/** Reads at most MAX_BODY_BYTES and parses them as JSON. */
export function readJsonBody(request: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (request.destroyed) {
      reject(new ClientDisconnected());
      return;
    }
    if (Number(request.headers["content-length"]) > MAX_BODY_BYTES) {
      reject(bodyTooLarge(MAX_BODY_BYTES));
      return;
    }
    const chunks: Buffer[] = [];
    let receivedBytes = 0;
    request.on("data", (chunk: Buffer) => {
      receivedBytes += chunk.length;
      if (receivedBytes <= MAX_BODY_BYTES) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      request.pause().removeAllListeners("data");
      reject(bodyTooLarge(MAX_BODY_BYTES));
    });
    request.on("end", () =>
      afterPollPhase(() => {
        try {
          resolve(parseJson(joinChunks(chunks)));
        } catch (error) {
          reject(error);
        }
      }),
    );
    request.on("close", () => {
      if (!request.readableEnded) reject(new ClientDisconnected());
    });
  });
}

/** Whether the rest of the body is too large, or of unknown size, to be skipped. */
export function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  const declaredBytes = Number(headers["content-length"] ?? 0);
  return headers["transfer-encoding"] !== undefined || declaredBytes > MAX_SKIPPED_BODY_BYTES;
}

function parseJson(bytes: Buffer): unknown {
  if (isNestedDeeperThan(MAX_NESTING, bytes)) throw bodyTooDeep(MAX_NESTING);
  if (!isUtf8(bytes)) throw bodyUnreadable();
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw bodyUnreadable();
  }
}

/** Most bodies arrive in one chunk, which needs no copy. */
function joinChunks(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first ? first : Buffer.concat(chunks);
}
