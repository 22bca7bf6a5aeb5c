import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { atEndOfTurn } from "./end-of-turn.ts";
import { bodyTooDeep, bodyTooLarge, bodyUnreadable } from "./http-refusal.ts";
import { isNestedDeeperThan } from "./nesting.ts";

export const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

/** How deep a tool's arguments may be nested, and the message around them. */
export const NESTING_LIMIT = 64 + 8;

/** What is not worth a connection when it is left unread. */
const SMALL_BODY_BYTES = 64 * 1024;

/** The caller went away before the whole body had come: there is nobody to answer. */
export class CallerGone extends Error {}

/** Reads the body once, never more than the limit of it, and parses it as JSON. */
export function readJsonBody(request: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (request.destroyed) {
      reject(new CallerGone());
      return;
    }
    if (Number(request.headers["content-length"]) > BODY_LIMIT_BYTES) {
      reject(bodyTooLarge(BODY_LIMIT_BYTES));
      return;
    }
    const chunks: Buffer[] = [];
    let receivedBytes = 0;
    request.on("data", (chunk: Buffer) => {
      receivedBytes += chunk.length;
      if (receivedBytes <= BODY_LIMIT_BYTES) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      request.pause().removeAllListeners("data");
      reject(bodyTooLarge(BODY_LIMIT_BYTES));
    });
    request.on("end", () =>
      atEndOfTurn(() => {
        try {
          resolve(parseJson(onlyOrAll(chunks)));
        } catch (error) {
          reject(error);
        }
      }),
    );
    request.on("close", () => {
      if (!request.readableEnded) reject(new CallerGone());
    });
  });
}

/** Whether a body is still to come that is too large, or of a size too uncertain, to read past it. */
export function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  const declaredBytes = Number(headers["content-length"] ?? 0);
  return headers["transfer-encoding"] !== undefined || declaredBytes > SMALL_BODY_BYTES;
}

function parseJson(bytes: Buffer): unknown {
  if (isNestedDeeperThan(NESTING_LIMIT, bytes)) throw bodyTooDeep(NESTING_LIMIT);
  if (!isUtf8(bytes)) throw bodyUnreadable();
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw bodyUnreadable();
  }
}

/** Most bodies come in one piece, which then needs no copy. */
function onlyOrAll(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first ? first : Buffer.concat(chunks);
}
