import { INTERNAL_ERROR, INVALID_REQUEST, PARSE_ERROR } from "@modelcontextprotocol/server";
import { DATABASE_RETRY_SECONDS } from "@trovella/research";

/** The server-defined JSON-RPC code that the SDK uses for refusals at the HTTP level. */
export const REFUSED = -32000;

const RETRY_AFTER_SECONDS = 5;

interface RefusalDetails {
  /** The status of the HTTP reply. */
  readonly status: number;
  /** The code of the JSON-RPC error in its body. */
  readonly code: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Refuses a request with an HTTP status and a JSON-RPC error. */
export class HttpRefusal extends Error {
  override readonly name = "HttpRefusal";
  readonly status: number;
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor({ status, code, message, headers = {} }: RefusalDetails) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export function methodRefused(): HttpRefusal {
  return new HttpRefusal({
    status: 405,
    code: REFUSED,
    message: "Method not allowed. Next: send JSON-RPC messages with POST.",
    headers: { Allow: "POST" },
  });
}

export function mediaTypeRefused(): HttpRefusal {
  return new HttpRefusal({
    status: 415,
    code: REFUSED,
    message: "The body is not declared as JSON. Next: send it with Content-Type: application/json.",
  });
}

export function bodyTooLarge(limitBytes: number): HttpRefusal {
  return new HttpRefusal({
    status: 413,
    code: REFUSED,
    message: `The body is larger than ${limitBytes / 1024 / 1024} MiB. Next: send less in one call.`,
  });
}

export function bodyTooDeep(levels: number): HttpRefusal {
  return new HttpRefusal({
    status: 400,
    code: INVALID_REQUEST,
    message: `The body is nested deeper than ${levels} levels. Next: send a flatter one.`,
  });
}

export function bodyUnreadable(): HttpRefusal {
  return new HttpRefusal({
    status: 400,
    code: PARSE_ERROR,
    message: "The body is not JSON in UTF-8. Next: send one JSON-RPC message.",
  });
}

/** MCP dropped batches in 2025-06-18, and the rate limits count requests as calls. */
export function batchRefused(): HttpRefusal {
  return new HttpRefusal({
    status: 400,
    code: INVALID_REQUEST,
    message: "The body is an array. Next: send one JSON-RPC message per request.",
  });
}

export function tooManyRequests(message: string, retryAfterSeconds: number): HttpRefusal {
  return new HttpRefusal({
    status: 429,
    code: REFUSED,
    message,
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}

export function shuttingDown(): HttpRefusal {
  return new HttpRefusal({
    status: 503,
    code: REFUSED,
    message: `The server is shutting down. Next: send the request again in ${RETRY_AFTER_SECONDS} seconds.`,
    headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
  });
}

/** Most callers meet an unavailable database here, since their token is looked up first. */
export function databaseUnavailable(): HttpRefusal {
  return new HttpRefusal({
    status: 503,
    code: REFUSED,
    message: `The database is temporarily unavailable. Next: send the request again in ${DATABASE_RETRY_SECONDS} seconds, with the same idempotencyKey.`,
    headers: { "Retry-After": String(DATABASE_RETRY_SECONDS) },
  });
}

/** For unexpected errors: details go to the log, not to the client. */
export function internalError(): HttpRefusal {
  return new HttpRefusal({
    status: 500,
    code: INTERNAL_ERROR,
    message: "Something went wrong on the server. Next: send the request again.",
  });
}
