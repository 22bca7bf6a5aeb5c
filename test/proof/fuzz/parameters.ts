import { message, type RawCall } from "./http.ts";

const MEGABYTE = 1024 * 1024;

/** Valid JSON-RPC requests with invalid parameters. */
export function oddParameters(): { readonly what: string; readonly call: RawCall }[] {
  const cases = [
    ["tools/call", '"name":7,"arguments":{}'],
    ["tools/call", '"arguments":{}'],
    ["tools/call", '"name":"","arguments":{}'],
    ["tools/call", '"name":"no_such_tool","arguments":{}'],
    ["tools/call", '"name":"__proto__","arguments":{}'],
    ["tools/call", '"name":"constructor","arguments":{}'],
    ["tools/call", '"name":"toString"'],
    ["tools/call", '"name":"\\u202e\\u0000\\ud800","arguments":{}'],
    ["tools/call", `"name":"${"n".repeat(MEGABYTE)}","arguments":{}`],
    ["tools/call", '"name":"ping","arguments":{},"_meta":{"progressToken":{}}'],
    ["tools/call", '"name":"ping","arguments":{},"_meta":7'],
    [
      "tools/call",
      '"name":"request_user_review","arguments":{"planId":"p","stepId":"s","summary":"x"},"requestState":"forged"',
    ],
    [
      "tools/call",
      '"name":"request_user_review","arguments":{"planId":"p","stepId":"s","summary":"x"},"inputResponses":{"decision":{"action":"accept","content":{"decision":"approve"}}}',
    ],
    ["tools/list", '"cursor":"no-such-cursor"'],
    ["tools/list", '"cursor":7'],
    ["resources/list", '"cursor":{}'],
    ["resources/read", '"uri":7'],
    ["resources/read", '"uri":""'],
    ["resources/read", '"uri":"file:///etc/hostname"'],
    ["resources/read", '"uri":"trovella://plans/../user/profile"'],
    ["resources/read", '"uri":"trovella://plans/%00"'],
    ["resources/read", '"uri":"trovella://plans/\\ud800"'],
    ["resources/read", `"uri":"trovella://plans/${"p".repeat(MEGABYTE)}"`],
    [
      "completion/complete",
      '"ref":{"type":"ref/resource","uri":"trovella://plans/{planId}"},"argument":{"name":"planId","value":"\\u0000"}',
    ],
    [
      "completion/complete",
      '"ref":{"type":"ref/resource","uri":"trovella://plans/{planId}"},"argument":{"name":"planId","value":"%_\'\\\\"}',
    ],
    ["completion/complete", '"ref":{"type":"ref/none"},"argument":{}'],
    ["prompts/get", '"name":"no-such-prompt"'],
    ["logging/setLevel", '"level":"loud"'],
    ["subscriptions/listen", '"notifications":7'],
    ["initialize", '"protocolVersion":7,"capabilities":[],"clientInfo":null'],
    [
      "initialize",
      '"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"\\u0000","version":"x"}',
    ],
    ["server/discover", '"x":1'],
  ] as const;
  return cases.flatMap(([method, params]) =>
    (["2025-11-25", "2026-07-28"] as const).map((era) => ({
      what: `${method} {${params.slice(0, 60)}} of ${era}`,
      call: message(era, { method, params, ...nameIn(params) }),
    })),
  );
}

/** The name for the Mcp-Name header, as far as a header can carry it. */
function nameIn(params: string): { name?: string } {
  const [, name] = /"(?:name|uri)":"([ !#-[\]-~]{1,200})"/.exec(params) ?? [];
  return name ? { name } : {};
}
