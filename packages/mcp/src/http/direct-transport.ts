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
import type { FastCall } from "./fast-call.ts";
import { replyWithJson, STREAM_HEADERS } from "./node-reply.ts";
import { isResponseClosed, onResponseClosed, untilWritable } from "./response-closed.ts";

interface DirectTransportOptions {
  readonly call: FastCall;
  readonly response: ServerResponse;
  readonly onError: (error: unknown) => void;
}

type Reply = JSONRPCResultResponse | JSONRPCErrorResponse;

/** As in the SDK's streams: proxies close connections that stay silent. */
const KEEP_ALIVE_MS = 15_000;

/** The HTTP status of a 2026 protocol error that occurs before a handler runs. */
const STATUS_BEFORE_HANDLER: Readonly<Record<number, number>> = {
  [ProtocolErrorCode.InvalidRequest]: 400,
  [ProtocolErrorCode.MethodNotFound]: 404,
  [ProtocolErrorCode.UnsupportedProtocolVersion]: 400,
};

/**
 * One request and its reply, written straight to Node's response: as one JSON document, or as an event stream when the
 * handler sends notifications before its result. The base class only tells `Server.connect` the protocol revision; its
 * web requests, responses and streams, which would take most of the time, are not used.
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
    // There is nothing to open: the request has already arrived.
  }

  /**
   * Hands the request to the connected server and waits until the response is closed. True for a complete JSON reply;
   * after a stream or a disconnect the server may have more to clean up.
   */
  exchange(authInfo: AuthInfo): Promise<boolean> {
    const { message, classification } = this.#call;
    const isModern = classification.era === "modern";
    return new Promise((resolve) => {
      if (isResponseClosed(this.#response)) {
        resolve(false);
        return;
      }
      onResponseClosed(this.#response, () => {
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
    // A message that belongs to no request has no stream.
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
    // Backpressure for handlers that await their notifications.
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

  /** A result that is not serializable would otherwise leave the client without a reply. */
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
