import type { Era } from "@trovella/testing/mcp/mcp-client";
import { message, type RawCall, toolCall } from "../../proof/fuzz/http.ts";
import type { Heard, StatementListener } from "./statement-listener.ts";

export type Json = Readonly<Record<string, unknown>>;

/** A response, and the statements that the server executed for it. */
export interface Exchange {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly statements: readonly Heard[];
  /** Everything that was sent. */
  readonly sent: string;
}

interface Place {
  readonly url: string;
  readonly listener: StatementListener;
}

/** A client with one credential that sends requests sequentially. */
export class Caller {
  readonly bearer: string;
  /** For procedures that need a browser session. */
  private readonly cookie: string | null;
  private readonly place: Place;
  private readonly onExchange: (exchange: Exchange, what: string) => void;

  constructor(
    place: Place,
    bearer: string,
    onExchange: (exchange: Exchange, what: string) => void = () => undefined,
    cookie: string | null = null,
  ) {
    this.place = place;
    this.bearer = bearer;
    this.cookie = cookie;
    this.onExchange = onExchange;
  }

  tool(name: string, input: Json, era: Era = "2026-07-28"): Promise<Exchange> {
    const call = toolCall(era, { name, argumentsJson: JSON.stringify(input) });
    return this.post("/mcp", call, `${name} of ${era}`);
  }

  /** Any other MCP request. */
  method(method: string, params: Json = {}, era: Era = "2026-07-28"): Promise<Exchange> {
    const name = String(params.name ?? params.uri ?? "");
    const inside = JSON.stringify(params).slice(1, -1);
    const call = message(era, { method, params: inside, ...(name ? { name } : {}) });
    return this.post("/mcp", call, `${method} of ${era}`);
  }

  procedure(
    name: string,
    type: string,
    input?: Json,
    { isPersonal = false } = {},
  ): Promise<Exchange> {
    const path = `/api/trpc/${name}`;
    const session = isPersonal && this.cookie !== null ? this.sessionHeaders(this.cookie) : {};
    if (type === "mutation") {
      const headers = { "content-type": "application/json", ...session };
      return this.post(path, { headers, body: JSON.stringify(input ?? {}) }, name);
    }
    const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
    return this.send(path + query, { method: "GET", headers: session }, name);
  }

  private sessionHeaders(cookie: string) {
    return { cookie, origin: this.place.url, "sec-fetch-site": "same-origin" };
  }

  get(path: string): Promise<Exchange> {
    return this.send(path, { method: "GET" }, path.replace(/[\w-]+_\w+/, ":id"));
  }

  private post(path: string, { headers, body }: RawCall, what: string): Promise<Exchange> {
    return this.send(path, { method: "POST", headers, body: String(body) }, what);
  }

  private async send(
    path: string,
    request: { method: string; headers?: Readonly<Record<string, string>>; body?: string },
    what: string,
  ): Promise<Exchange> {
    const { url, listener } = this.place;
    const authorization = { authorization: `Bearer ${this.bearer}` };
    const headers: Record<string, string> = {
      ...(request.headers?.cookie === undefined ? authorization : null),
      ...request.headers,
    };
    const { result, statements } = await listener.during(async () => {
      const response = await fetch(url + path, { ...request, headers, redirect: "manual" });
      return { response, body: await response.text() };
    });
    const { response, body } = result;
    const exchange = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body,
      statements,
      sent: decodeURIComponent(path) + (request.body ?? ""),
    };
    this.onExchange(exchange, what);
    return exchange;
  }
}

/** The reply of a tool or procedure that must succeed. */
export function replyIn<T extends object = Record<string, unknown>>({ body }: Exchange): T {
  const data = body.startsWith("event:") ? (/^data: (.*)$/m.exec(body)?.[1] ?? "{}") : body;
  const { result } = JSON.parse(data) as {
    result?: { structuredContent?: T; isError?: boolean; data?: T } & T;
  };
  if (!result || result.isError) throw new Error(body.slice(0, 500));
  return result.structuredContent ?? result.data ?? result;
}

/** Success, or the error code, where there is one. */
export function outcomeOf({ status, body }: Exchange): string {
  const [, code] = /"text":"([A-Z_]+): /.exec(body) ?? /"appCode":"([A-Z_]+)"/.exec(body) ?? [];
  if (status !== 200) return code ?? `HTTP ${status}`;
  if (/"isError":true/.test(body)) return code ?? "error";
  return /"error":\{/.test(body) ? "protocol error" : "done";
}
