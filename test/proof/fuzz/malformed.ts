import type { Random } from "@trovella/testing/engine/random";
import { JSON_HEADERS, type RawCall, toolCall } from "./http.ts";
import { oddParameters } from "./parameters.ts";

export interface Malformed {
  readonly what: string;
  readonly call: RawCall;
  /** Whether the connection may be reset before the error response can be read. */
  readonly isCutOff?: boolean;
}

const LEGACY = { ...JSON_HEADERS, "MCP-Protocol-Version": "2025-11-25" };
const PING = toolCall("2025-11-25", { name: "ping", argumentsJson: "{}" });
const MODERN_PING = toolCall("2026-07-28", { name: "ping", argumentsJson: "{}" });
const MEGABYTE = 1024 * 1024;
const MAX_HEAD_BYTES = 16 * 1024;

/** Requests that are not JSON-RPC, JSON, UTF-8 or valid HTTP. */
export function malformedRequests(): Malformed[] {
  return [...bodies(), ...bytes(), ...headers(), ...methods(), ...oddParameters()];
}

/** A valid request with some bytes changed, dropped or repeated. */
export function damagedRequest(random: Random): Malformed {
  const { headers: given, body } = random.pick([PING, MODERN_PING]);
  const damaged = Buffer.from(body);
  for (let count = random.between(1, 4); count > 0; count -= 1) {
    damaged[random.between(0, damaged.length - 1)] = random.between(0, 255);
  }
  const end = random.chance(0.2) ? random.between(0, damaged.length) : damaged.length;
  return { what: "damaged bytes", call: { headers: given, body: damaged.subarray(0, end) } };
}

function bodies(): Malformed[] {
  const texts = [
    "",
    " ",
    "null",
    "true",
    "7",
    '"text"',
    "{}",
    "[]",
    "[[]]",
    "[1,2,3]",
    "{",
    "}{",
    "{'jsonrpc':'2.0'}",
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":1,"method":7}',
    '{"jsonrpc":"2.0","id":1,"method":""}',
    '{"jsonrpc":"2.0","id":1,"method":"no/such/method"}',
    '{"jsonrpc":"2.0","id":1,"method":"__proto__"}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","extra":true}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","id":[1],"method":"ping"}',
    '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1e999,"method":"ping"}',
    '{"jsonrpc":"2.0","id":true,"method":"ping"}',
    '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"ping","arguments":{}}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
    '{"jsonrpc":"2.0","method":"notifications/unknown"}',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}',
    `[${PING.body},${PING.body}]`,
    `[${Array.from({ length: 1_000 }, () => PING.body).join(",")}]`,
    `{"jsonrpc":"2.0","id":"${"i".repeat(MEGABYTE)}","method":"ping"}`,
    `{"jsonrpc":"2.0","id":1,"method":"${"m".repeat(MEGABYTE)}"}`,
    `{"jsonrpc":"2.0","id":1,"method":"ping"}garbage`,
    `${" ".repeat(7 * MEGABYTE)}${PING.body}`,
    "[".repeat(100_000),
    `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
    `{"a":"${"\\\\".repeat(MEGABYTE)}"}`,
  ];
  return texts.map((body) => ({
    what: `the body ${JSON.stringify(body.slice(0, 60))}`,
    call: { headers: LEGACY, body },
  }));
}

function bytes(): Malformed[] {
  const good = String(PING.body);
  const cases: Readonly<Record<string, Buffer>> = {
    "broken UTF-8": Buffer.concat([Buffer.from(good), Buffer.from([0xff, 0xfe])]),
    "an overlong sequence": Buffer.from([0x22, 0xc0, 0xaf, 0x22]),
    "a surrogate in UTF-8": Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
    "half a character": Buffer.from('{"jsonrpc":"2.0","id":"\u20ac"').subarray(0, -2),
    "a byte order mark": Buffer.from(`\ufeff${good}`),
    "UTF-16": Buffer.from(good, "utf16le"),
    "nothing but zeros": Buffer.alloc(1_000),
    "gzip's beginning": Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
  };
  return Object.entries(cases).map(([what, body]) => ({ what, call: { headers: LEGACY, body } }));
}

function headers(): Malformed[] {
  const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "no type": { Accept: LEGACY.Accept },
    "plain text": { ...LEGACY, "Content-Type": "text/plain" },
    "a form": { ...LEGACY, "Content-Type": "application/x-www-form-urlencoded" },
    "JSON in UTF-16": { ...LEGACY, "Content-Type": "application/json; charset=utf-16" },
    "a broken type": { ...LEGACY, "Content-Type": "application/json;;;=\t" },
    "gzip declared but not used": { ...LEGACY, "Content-Encoding": "gzip" },
    "no Accept": { "Content-Type": LEGACY["Content-Type"] },
    "Accept of pictures": { ...LEGACY, Accept: "image/png" },
    "only streams": { ...LEGACY, Accept: "text/event-stream" },
    "only JSON": { ...LEGACY, Accept: "application/json" },
    "an unknown revision": { ...LEGACY, "MCP-Protocol-Version": "1999-01-01" },
    "a revision of odd characters": { ...LEGACY, "MCP-Protocol-Version": "'; --" },
    "an unknown session": { ...LEGACY, "Mcp-Session-Id": "no-such-session" },
    "another host": { ...LEGACY, Host: "evil.example" },
    "another origin": { ...LEGACY, Origin: "https://evil.example" },
    "the origin null": { ...LEGACY, Origin: "null" },
    "10 kB of header": { ...LEGACY, "X-Large": "x".repeat(10_000) },
    "100 kB of header": { ...LEGACY, "X-Large": "x".repeat(100_000) },
    "a thousand headers": {
      ...LEGACY,
      ...Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`X-${index}`, "x"])),
    },
    "an unexpected Authorization header": { ...LEGACY, Authorization: "Bearer trov_x" },
  };
  const modern: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "another method in the header": { ...MODERN_PING.headers, "Mcp-Method": "tools/list" },
    "another tool in the header": { ...MODERN_PING.headers, "Mcp-Name": "modify_plan" },
    "another revision in the header": {
      ...MODERN_PING.headers,
      "MCP-Protocol-Version": "2025-06-18",
    },
  };
  return [
    ...Object.entries(cases).map(([what, given]) => ({
      what,
      call: { headers: given, body: PING.body },
      // Node stops reading such a header block and resets the connection, which may discard the response.
      isCutOff: JSON.stringify(given).length > MAX_HEAD_BYTES,
    })),
    ...Object.entries(modern).map(([what, given]) => ({
      what,
      call: { headers: given, body: MODERN_PING.body },
    })),
  ];
}

function methods(): Malformed[] {
  return ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"].flatMap((method) =>
    ["/mcp", "/api/mcp", "/mcp/", "/mcp?x=%00", "/%2e%2e/mcp"].map((path) => ({
      what: `${method} ${path}`,
      call: { method, path, headers: LEGACY, body: PING.body },
    })),
  );
}
