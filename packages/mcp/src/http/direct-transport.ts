import type { ServerResponse } from "node:http";
import {
  type AuthInfo,
  INTERNAL_ERROR,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCResultResponse,
  PerRequestHTTPServerTransport,
  ProtocolErrorCode,
  type TransportSendOptions,
} from "@modelcontextprotocol/server";
import { isOver, onceOver, untilWritable } from "./caller-presence.ts";
import type { FastCall } from "./fast-route.ts";
import { replyWithJson, STREAM_HEADERS } from "./node-reply.ts";

interface DirectTransportOptions {
  readonly call: FastCall;
  readonly response: ServerResponse;
  readonly onError: (error: unknown) => void;
}

type Reply = JSONRPCResultResponse | JSONRPCErrorResponse;

/** As the SDK's own streams do, so that nothing between us and the caller takes them for dead. */
const KEEP_ALIVE_MS = 15_000;

/** What a protocol error of the 2026 revision becomes in HTTP when no handler has run yet. */
const STATUS_BEFORE_HANDLER: Readonly<Record<number, number>> = {
  [ProtocolErrorCode.InvalidRequest]: 400,
  [ProtocolErrorCode.MethodNotFound]: 404,
  [ProtocolErrorCode.UnsupportedProtocolVersion]: 400,
};

/**
 * One request and its answer, written straight to Node's response: as one JSON document, or as a
 * stream of events when the handler has something to say before its result. The base class is only
 * the mark by which `Server.connect` learns the protocol revision; its web requests, responses and
 * streams, where most of the time would go, are not used.
 */
export class DirectTransport extends PerRequestHTTPServerTransport {
  readonly #call: FastCall;
  readonly #response: ServerResponse;
  readonly #onError: (error: unknown) => void;
  #isBeforeHandler = false;
  #isStreaming = false;
  #isClosed = false;
  #keepAlive: NodeJS.Timeout | undefined;

  constructor({ call, response, onError }: DirectTransportOptions) {
    super({ classification: call.classification });
    this.#call = call;
    this.#response = response;
    this.#onError = onError;
  }

  override async start(): Promise<void> {
    // There is no channel to open: the request is here already.
  }

  /**
   * Hands the request to the connected server and waits for the end. True when it was answered in
   * one piece; a server whose caller left, or was sent a stream, may have more to end.
   */
  exchange(authInfo: AuthInfo): Promise<boolean> {
    const { message, classification } = this.#call;
    const isModern = classification.era === "modern";
    return new Promise((resolve) => {
      if (isOver(this.#response)) {
        resolve(false);
        return;
      }
      onceOver(this.#response, () => {
        clearInterval(this.#keepAlive);
        resolve(this.#response.writableFinished && !this.#isStreaming);
      });
      this.#isBeforeHandler = true;
      this.onmessage?.(message, isModern ? { authInfo, classification } : { authInfo });
      this.#isBeforeHandler = false;
    });
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.#isClosed || this.#response.writableEnded) return;
    const isReply = !("method" in message);
    const relatedId = isReply ? message.id : options?.relatedRequestId;
    // What belongs to no request has no stream to go to.
    if (relatedId !== this.#call.message.id) return;

    if (!isReply) await this.#stream(message);
    else if (this.#isStreaming) this.#response.end(eventOf(this.#encode(message)));
    else replyWithJson(this.#response, this.#statusOf(message), this.#encode(message));
  }

  override async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }

  async #stream(message: JSONRPCMessage): Promise<void> {
    if (!this.#isStreaming) this.#startStream();
    const isTaken = this.#response.write(eventOf(JSON.stringify(message)));
    // A handler that waits for its notifications goes no faster than the caller reads them.
    if (!isTaken) await untilWritable(this.#response);
  }

  #startStream(): void {
    this.#isStreaming = true;
    this.#response.writeHead(200, STREAM_HEADERS);
    const keepAlive = () => this.#response.write(": keepalive\n\n");
    this.#keepAlive = setInterval(keepAlive, KEEP_ALIVE_MS).unref();
  }

  #statusOf(message: Reply): number {
    if (!("error" in message) || this.#call.classification.era === "legacy") return 200;
    const { code } = message.error;
    if (code === ProtocolErrorCode.MissingRequiredClientCapability) return 400;
    return (this.#isBeforeHandler && STATUS_BEFORE_HANDLER[code]) || 200;
  }

  /** A result that cannot become JSON would otherwise leave the caller waiting for ever. */
  #encode(message: Reply): string {
    try {
      return JSON.stringify(message);
    } catch (error) {
      this.#onError(error);
      const internal = { code: INTERNAL_ERROR, message: "Internal error" };
      return JSON.stringify({ jsonrpc: "2.0", id: message.id, error: internal });
    }
  }
}

function eventOf(json: string): string {
  return `event: message\ndata: ${json}\n\n`;
}
