import { legacyRequest, modernRequest, type TestRequest } from "./test-requests.ts";

/** A request that need not be a valid message. */
export interface RawCase {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const ECHO = { name: "echo", arguments: { text: "hello" } };
export const CALL = modernRequest("tools/call", ECHO);
export const OLD_CALL = legacyRequest("tools/call", ECHO);
const CAN_ELICIT = { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } };
const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test-client", version: "1.0.0" },
};

/** Each is sent unchanged to our handler and to the SDK's; both must answer alike. */
export const ROUTE_CASES: Readonly<Record<string, RawCase>> = {
  "a call": CALL,
  "a call with progress": modernRequest("tools/call", { name: "progress" }, { progressToken: "p" }),
  "a call with progress but without a token": modernRequest("tools/call", { name: "progress" }),
  "an unknown tool": modernRequest("tools/call", { name: "nothing" }),
  "a tool named like a property of every object": modernRequest("tools/call", { name: "toString" }),
  "bad arguments": modernRequest("tools/call", { name: "echo", arguments: { text: 7 } }),
  "arguments that are no object": modernRequest("tools/call", { name: "echo", arguments: "text" }),
  "no arguments": modernRequest("tools/call", { name: "echo" }),
  "no name": modernRequest("tools/call", {}),
  "a name that is no text": modernRequest("tools/call", { name: 7 }),
  "a question without the capability": modernRequest("tools/call", { name: "ask" }),
  "a question with the capability": modernRequest("tools/call", { name: "ask" }, CAN_ELICIT),
  "a made-up state": modernRequest("tools/call", { ...ECHO, requestState: 7 }),
  "a task": modernRequest("tools/call", ECHO, { "io.modelcontextprotocol/related-task": 7 }),

  "no version header": withHeaders(CALL, { "MCP-Protocol-Version": undefined }),
  "no method header": withHeaders(CALL, { "Mcp-Method": undefined }),
  "no name header": withHeaders(CALL, { "Mcp-Name": undefined }),
  "no headers of the revision": withHeaders(CALL, {
    "MCP-Protocol-Version": undefined,
    "Mcp-Method": undefined,
    "Mcp-Name": undefined,
  }),
  "another version in the header": withHeaders(CALL, { "MCP-Protocol-Version": "2025-11-25" }),
  "a version of the future": withHeaders(
    modernRequest("tools/call", ECHO, { "io.modelcontextprotocol/protocolVersion": "2031-01-01" }),
    { "MCP-Protocol-Version": "2031-01-01" },
  ),
  "another method in the header": withHeaders(CALL, { "Mcp-Method": "tools/list" }),
  "another name in the header": withHeaders(CALL, { "Mcp-Name": "progress" }),
  "an encoded name in the header": withHeaders(CALL, { "Mcp-Name": "=?base64?ZWNobw==?=" }),
  "a badly encoded name": withHeaders(CALL, { "Mcp-Name": "=?base64?%%%?=" }),
  "space around the headers": withHeaders(CALL, {
    "Mcp-Name": "  echo\t",
    "Mcp-Method": " tools/call ",
  }),
  "an unknown session": withHeaders(CALL, { "Mcp-Session-Id": "x" }),
  "no Accept": withHeaders(CALL, { Accept: undefined }),
  "an Accept for JSON alone": withHeaders(CALL, { Accept: "application/json" }),
  "an Accept for anything": withHeaders(CALL, { Accept: "*/*" }),

  "no capabilities": modernRequest("tools/call", ECHO, {
    "io.modelcontextprotocol/clientCapabilities": undefined,
  }),
  "capabilities that are a list": modernRequest("tools/call", ECHO, {
    "io.modelcontextprotocol/clientCapabilities": [],
  }),
  "no client": modernRequest("tools/call", ECHO, {
    "io.modelcontextprotocol/clientInfo": undefined,
  }),
  "a client that is null": modernRequest("tools/call", ECHO, {
    "io.modelcontextprotocol/clientInfo": null,
  }),
  "a client without a version": modernRequest("tools/call", ECHO, {
    "io.modelcontextprotocol/clientInfo": { name: "test-client" },
  }),
  "a log level": modernRequest("tools/call", ECHO, { "io.modelcontextprotocol/logLevel": "debug" }),
  "an unknown log level": modernRequest("tools/call", ECHO, {
    "io.modelcontextprotocol/logLevel": "loud",
  }),
  "a log level that is null": modernRequest("tools/call", ECHO, {
    "io.modelcontextprotocol/logLevel": null,
  }),
  "a progress token that is half": modernRequest("tools/call", ECHO, { progressToken: 0.5 }),
  "meta data of others": modernRequest("tools/call", ECHO, {
    traceparent: "00-1-2-3",
    "a.b/c": [],
  }),

  "an id that is a text": withBody(CALL, { id: "one" }),
  "an id that is 0": withBody(CALL, { id: 0 }),
  "an id that is half": withBody(CALL, { id: 0.5 }),
  "an id that is huge": withBody(CALL, { id: 1e300 }),
  "an id that is null": withBody(CALL, { id: null }),
  "no id": withBody(CALL, { id: undefined }),
  "another JSON-RPC": withBody(CALL, { jsonrpc: "1.0" }),
  "a key too many": withBody(CALL, { extra: 1 }),
  "params that are a list": withBody(CALL, { params: [] }),
  "a message that is a result": { ...CALL, body: { jsonrpc: "2.0", id: 1, result: {} } },
  "a message that is an error": {
    ...CALL,
    body: { jsonrpc: "2.0", id: 1, error: { code: 1, message: "no" } },
  },
  null: { ...CALL, body: null },
  "a number": { ...CALL, body: 7 },
  "a text": { ...CALL, body: "tools/call" },

  "a list of tools": modernRequest("tools/list"),
  "a discovery": modernRequest("server/discover"),
  "a ping, which 2026 does not have": modernRequest("ping"),
  "an unknown method": modernRequest("tools/burn"),
  "an initialization with an envelope": modernRequest("initialize", INITIALIZE),
  "a resource, which the server does not have": modernRequest("resources/read", { uri: "a:b" }),
  "a cancellation": withBody(modernRequest("notifications/cancelled", { requestId: 1 }), {
    id: undefined,
  }),
  "a subscription to nothing": modernRequest("subscriptions/listen", { notifications: {} }),

  "2025: a call": OLD_CALL,
  "2025: a call with progress": legacyRequest("tools/call", {
    name: "progress",
    _meta: { progressToken: 1 },
  }),
  "2025: an unknown tool": legacyRequest("tools/call", { name: "nothing" }),
  "2025: no name": legacyRequest("tools/call", {}),
  "2025: no params": legacyRequest("tools/call"),
  "2025: a question": legacyRequest("tools/call", { name: "ask" }),
  "2025: no version header": withHeaders(OLD_CALL, { "MCP-Protocol-Version": undefined }),
  "2025: an older version": withHeaders(OLD_CALL, { "MCP-Protocol-Version": "2024-11-05" }),
  "2025: an unknown version": withHeaders(OLD_CALL, { "MCP-Protocol-Version": "2025-01-01" }),
  "2025: the header of 2026": withHeaders(OLD_CALL, { "MCP-Protocol-Version": "2026-07-28" }),
  "2025: headers of 2026": withHeaders(OLD_CALL, { "Mcp-Method": "tools/list", "Mcp-Name": "x" }),
  "2025: no Accept": withHeaders(OLD_CALL, { Accept: undefined }),
  "2025: an Accept for JSON alone": withHeaders(OLD_CALL, { Accept: "application/json" }),
  "2025: an unknown session": withHeaders(OLD_CALL, { "Mcp-Session-Id": "x" }),
  "2025: an id that is a text": withBody(OLD_CALL, { id: "one" }),
  "2025: an id that is null": withBody(OLD_CALL, { id: null }),
  "2025: an initialization": legacyRequest("initialize", INITIALIZE),
  "2025: an initialization without params": legacyRequest("initialize"),
  "2025: an initialization for a version of the future": legacyRequest("initialize", {
    ...INITIALIZE,
    protocolVersion: "2031-01-01",
  }),
  "2025: a ping": legacyRequest("ping"),
  "2025: a list of tools": legacyRequest("tools/list"),
  "2025: a log level": legacyRequest("logging/setLevel", { level: "debug" }),
  "2025: an unknown method": legacyRequest("tools/burn"),
  "2025: a discovery": legacyRequest("server/discover"),
  "2025: the end of an initialization": withBody(legacyRequest("notifications/initialized"), {
    id: undefined,
  }),
  "2025: a cancellation": withBody(legacyRequest("notifications/cancelled", { requestId: 1 }), {
    id: undefined,
  }),
};

/** Refused here, though the SDK would serve those of 2025. */
export const BATCHES: Readonly<Record<string, RawCase>> = {
  "an empty list": { ...CALL, body: [] },
  "a list of calls": { ...CALL, body: [CALL.body] },
  "2025: a list of calls": { ...OLD_CALL, body: [OLD_CALL.body, { ...OLD_CALL.body, id: 2 }] },
  "2025: a list of notifications": {
    ...OLD_CALL,
    body: [{ jsonrpc: "2.0", method: "notifications/initialized" }],
  },
};

function withHeaders(
  request: TestRequest,
  headers: Record<string, string | undefined>,
): TestRequest {
  const all = Object.entries({ ...request.headers, ...headers });
  const present = all.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...request, headers: Object.fromEntries(present) };
}

function withBody({ headers, body }: TestRequest, changes: Record<string, unknown>): TestRequest {
  return { headers, body: { ...body, ...changes } };
}
