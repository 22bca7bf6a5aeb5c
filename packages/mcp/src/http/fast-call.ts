import type { IncomingHttpHeaders } from "node:http";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  type JSONRPCRequest,
  LOG_LEVEL_META_KEY,
  type MessageClassification,
  PROTOCOL_VERSION_META_KEY,
  RELATED_TASK_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { PROTOCOL_REVISION } from "@trovella/foundation";
import { LRUCache } from "lru-cache";

/** A request that bypasses the SDK's own HTTP handler. */
export interface FastCall {
  readonly message: JSONRPCRequest;
  readonly classification: MessageClassification;
}

type JsonObject = Readonly<Record<string, unknown>>;

const MODERN: MessageClassification = { era: "modern", revision: PROTOCOL_REVISION };
const LEGACY: MessageClassification = { era: "legacy" };

const MESSAGE_KEYS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);

const MAX_VALID_ENVELOPES = 256;
const MAX_ENVELOPE_CHARACTERS = 4096;

/** Envelopes that the SDK has validated. A client sends the same one with each of its requests. */
const validEnvelopes = new LRUCache<string, true>({ max: MAX_VALID_ENVELOPES });

/**
 * The request in a body, if the SDK's handler would accept it as it is: a tool call of the 2026 revision, or any request
 * of the 2025 ones. Undefined for everything else, which is left to the SDK's handler.
 */
export function parseFastCall(headers: IncomingHttpHeaders, body: unknown): FastCall | undefined {
  if (!acceptsJsonAndEvents(headers.accept) || !isRequest(body)) return undefined;
  const { _meta: meta, name } = body.params ?? {};
  if (meta === undefined || !(PROTOCOL_VERSION_META_KEY in meta)) {
    return isSupportedVersion(headers["mcp-protocol-version"])
      ? { message: body, classification: LEGACY }
      : undefined;
  }
  const isToolCall =
    body.method === "tools/call" &&
    typeof name === "string" &&
    headers["mcp-protocol-version"] === PROTOCOL_REVISION &&
    headers["mcp-method"] === body.method &&
    headers["mcp-name"] === name;
  return isToolCall &&
    meta[PROTOCOL_VERSION_META_KEY] === PROTOCOL_REVISION &&
    hasValidEnvelope(body, meta)
    ? { message: body, classification: MODERN }
    : undefined;
}

function acceptsJsonAndEvents(accept = ""): boolean {
  return accept.includes("application/json") && accept.includes("text/event-stream");
}

/** A client that sends no version header speaks the oldest revision, which had none. */
function isSupportedVersion(version: string | string[] | undefined): boolean {
  return (
    version === undefined || SUPPORTED_PROTOCOL_VERSIONS.some((supported) => supported === version)
  );
}

/** Stricter than the SDK's schema, and many times faster. */
function isRequest(body: unknown): body is JSONRPCRequest {
  if (!isObject(body)) return false;
  for (const key in body) if (!MESSAGE_KEYS.has(key)) return false;
  const { jsonrpc, id, method, params } = body;
  return jsonrpc === "2.0" && isId(id) && typeof method === "string" && areParams(params);
}

function areParams(params: unknown): boolean {
  if (params === undefined) return true;
  if (!isObject(params)) return false;
  const { _meta: meta } = params;
  if (meta === undefined) return true;
  if (!isObject(meta) || RELATED_TASK_META_KEY in meta) return false;
  return meta.progressToken === undefined || isId(meta.progressToken);
}

function isId(value: unknown): boolean {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether the SDK accepts the client's `_meta` envelope; the answer is cached. */
function hasValidEnvelope(body: JSONRPCRequest, meta: JsonObject): boolean {
  const envelope = JSON.stringify({
    info: meta[CLIENT_INFO_META_KEY],
    capabilities: meta[CLIENT_CAPABILITIES_META_KEY],
    logLevel: meta[LOG_LEVEL_META_KEY],
  });
  if (validEnvelopes.get(envelope)) return true;
  if (classifyInboundRequest({ httpMethod: "POST", body }).kind !== "modern") return false;
  if (envelope.length <= MAX_ENVELOPE_CHARACTERS) validEnvelopes.set(envelope, true);
  return true;
}
