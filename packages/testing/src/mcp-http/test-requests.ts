export interface TestRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test-client", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const JSON_HEADERS = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};

/** A request of the revision 2026-07-28. */
export function modernRequest(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  meta: Readonly<Record<string, unknown>> = {},
): TestRequest {
  const { name } = params;
  return {
    headers: {
      ...JSON_HEADERS,
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": method,
      ...(typeof name === "string" && { "Mcp-Name": name }),
    },
    body: { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: { ...ENVELOPE, ...meta } } },
  };
}

/** A request of the revision 2025-11-25. */
export function legacyRequest(
  method: string,
  params?: Readonly<Record<string, unknown>>,
): TestRequest {
  return {
    headers: { ...JSON_HEADERS, "MCP-Protocol-Version": "2025-11-25" },
    body: { jsonrpc: "2.0", id: 1, method, ...(params && { params }) },
  };
}

/** The same call in both protocol eras. */
export function toolCalls(name: string, input: unknown, meta = {}) {
  const params = { name, arguments: input };
  return [
    { revision: "2026-07-28", call: modernRequest("tools/call", params, meta) },
    { revision: "2025-11-25", call: legacyRequest("tools/call", { ...params, _meta: meta }) },
  ];
}
