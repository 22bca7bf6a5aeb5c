import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { toolCall } from "../../proof/fuzz/http.ts";

export type Json = Readonly<Record<string, unknown>>;

export interface Answer {
  /** "done", "no access", or the code of the refusal. */
  readonly outcome: string;
  readonly reply: Json;
}

/** A program or a page that sends its credential, and nothing else of its own, with every request. */
export class Actor {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#url = url;
    this.#headers = { "user-agent": "matrix/1", ...headers };
  }

  tool(name: string, input: Json): Promise<Answer> {
    const call = toolCall("2026-07-28", { name, argumentsJson: JSON.stringify(input) });
    return this.#post("/mcp", call.headers, String(call.body));
  }

  procedure(name: string, input: Json): Promise<Answer> {
    const headers = { "content-type": "application/json" };
    return this.#post(`/api/trpc/${name}`, headers, JSON.stringify(input));
  }

  /** Calls a tool as a client that shows its user forms, and answers them itself. */
  async toolWithForms(name: string, input: Json, content: Json): Promise<Answer> {
    const client = new Client(
      { name: "matrix", version: "1" },
      { versionNegotiation: { mode: "auto" }, capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler(
      "elicitation/create",
      async () => ({ action: "accept", content }) as never,
    );
    const requestInit = { headers: this.#headers };
    const url = new URL("/mcp", this.#url);
    try {
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    } catch {
      return { outcome: "no access", reply: {} };
    }
    try {
      const result = await client.callTool({ name, arguments: input });
      return answerOf(200, JSON.stringify({ result }));
    } catch {
      return { outcome: "no access", reply: {} };
    } finally {
      await client.close();
    }
  }

  async #post(path: string, headers: Json, body: string): Promise<Answer> {
    const response = await fetch(this.#url + path, {
      method: "POST",
      headers: { ...headers, ...this.#headers } as Record<string, string>,
      body,
    });
    return answerOf(response.status, await response.text());
  }
}

function answerOf(status: number, body: string): Answer {
  const [, code] = /"text":"([A-Z_]+): /.exec(body) ?? /"appCode":"([A-Z_]+)"/.exec(body) ?? [];
  if (status === 401 || status === 403 || code === "FORBIDDEN") {
    return { outcome: "no access", reply: {} };
  }
  if (code) return { outcome: code, reply: {} };
  const data = body.startsWith("event:") ? (/^data: (.*)$/m.exec(body)?.[1] ?? "{}") : body;
  const { result } = JSON.parse(data) as {
    result?: { structuredContent?: Json; data?: Json; isError?: boolean };
  };
  const reply = result?.structuredContent ?? result?.data;
  if (status !== 200 || !reply || result?.isError) throw new Error(`${status} ${body}`);
  return { outcome: "done", reply };
}
