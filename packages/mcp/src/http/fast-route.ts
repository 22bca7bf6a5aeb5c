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

export interface FastCall {
  readonly message: JSONRPCRequest;
  readonly classification: MessageClassification;
}

type JsonObject = Readonly<Record<string, unknown>>;

const MODERN_REVISION = "2026-07-28";
const MODERN: MessageClassification = { era: "modern", revision: MODERN_REVISION };
const LEGACY: MessageClassification = { era: "legacy" };

const MESSAGE_KEYS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);

const KNOWN_ENVELOPES_LIMIT = 256;
const ENVELOPE_LENGTH_LIMIT = 4096;

/** Envelopes the SDK found valid. A client sends the same one with each of its requests. */
const knownEnvelopes = new Set<string>();

/**
 * The request in a body, if it is one that the SDK's own handler would serve without any objection:
 * a tool call of the 2026 revision, or any request of the 2025 ones. Everything else is undefined,
 * and the SDK's handler finds the right answer to it.
 */
export function fastCallOf(headers: IncomingHttpHeaders, body: unknown): FastCall | undefined {
  if (!acceptsBothForms(headers.accept) || !isRequest(body)) return undefined;
  const { _meta: meta, name } = body.params ?? {};
  if (meta === undefined || !(PROTOCOL_VERSION_META_KEY in meta)) {
    return isServedVersion(headers["mcp-protocol-version"])
      ? { message: body, classification: LEGACY }
      : undefined;
  }
  const isToolCall =
    body.method === "tools/call" &&
    typeof name === "string" &&
    headers["mcp-protocol-version"] === MODERN_REVISION &&
    headers["mcp-method"] === body.method &&
    headers["mcp-name"] === name;
  return isToolCall &&
    meta[PROTOCOL_VERSION_META_KEY] === MODERN_REVISION &&
    hasEnvelope(body, meta)
    ? { message: body, classification: MODERN }
    : undefined;
}

function acceptsBothForms(accept = ""): boolean {
  return accept.includes("application/json") && accept.includes("text/event-stream");
}

/** Without the header a caller of 2025 speaks the revision that had no such header yet. */
function isServedVersion(version: string | string[] | undefined): boolean {
  return version === undefined || SUPPORTED_PROTOCOL_VERSIONS.some((served) => served === version);
}

/** Says yes to less than the SDK's schema does, in a fraction of its time. */
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

/** Whether the SDK accepts what the caller says about itself; asked once for each such envelope. */
function hasEnvelope(body: JSONRPCRequest, meta: JsonObject): boolean {
  const envelope = JSON.stringify({
    info: meta[CLIENT_INFO_META_KEY],
    capabilities: meta[CLIENT_CAPABILITIES_META_KEY],
    logLevel: meta[LOG_LEVEL_META_KEY],
  });
  if (knownEnvelopes.has(envelope)) return true;
  if (classifyInboundRequest({ httpMethod: "POST", body }).kind !== "modern") return false;
  if (knownEnvelopes.size >= KNOWN_ENVELOPES_LIMIT) knownEnvelopes.clear();
  if (envelope.length <= ENVELOPE_LENGTH_LIMIT) knownEnvelopes.add(envelope);
  return true;
}
