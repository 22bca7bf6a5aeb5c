import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request, independent of the provider's format. */
export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  readonly body: any;
  /** All prompt text sent to the model. */
  readonly text: string;
}

export interface ModelAnswer {
  readonly status?: number;
  readonly content?: string;
  /** Names of tools that the model calls. */
  readonly toolCalls?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FakeProvider {
  readonly url: string;
  readonly requests: ModelRequest[];
  close(): Promise<void>;
}

/** A fake provider on loopback; an undefined answer leaves the request pending. */
export async function startProvider(
  answer: (request: ModelRequest) => ModelAnswer | undefined,
): Promise<FakeProvider> {
  const requests: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    const asked = await readRequest(request);
    requests.push(asked);
    const given = answer(asked);
    if (given) reply(response, asked, given);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<ModelRequest> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  const body = text === "" ? {} : JSON.parse(text);
  const parts = [body.system, ...(body.messages ?? []).map(({ content }: never) => content)];
  return { path: request.url ?? "", headers: request.headers, body, text: spoken(parts) };
}

function spoken(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(spoken).join("\n");
  return spoken((value as { text?: unknown } | undefined)?.text ?? "");
}

function reply(response: ServerResponse, asked: ModelRequest, given: ModelAnswer): void {
  const { status = 200, headers = {} } = given;
  const isAnthropic = asked.path.endsWith("/messages");
  const body =
    status === 200 ? (isAnthropic ? message(asked, given) : completion(given)) : failure();
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

function failure() {
  return { type: "error", error: { type: "error", message: "SECRET OF THE PROVIDER" } };
}

function completion({ content, toolCalls = [] }: ModelAnswer) {
  const calls = toolCalls.map((name, index) => ({
    id: `call_${index}`,
    type: "function",
    function: { name, arguments: "{}" },
  }));
  const said = { role: "assistant", content: content ?? null };
  const message = calls.length ? { ...said, tool_calls: calls } : said;
  return {
    id: "1",
    object: "chat.completion",
    created: 1,
    model: "fake",
    choices: [{ index: 0, message, finish_reason: calls.length ? "tool_calls" : "stop" }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  };
}

function message({ body }: ModelRequest, { content = "", toolCalls = [] }: ModelAnswer) {
  // For older models the SDK requests JSON as the arguments of a synthetic tool.
  const answer = body.tools
    ? { type: "tool_use", id: "json_1", name: body.tools[0].name, input: JSON.parse(content) }
    : { type: "text", text: content };
  const calls = toolCalls.map((name, index) => ({
    type: "tool_use",
    id: `call_${index}`,
    name,
    input: {},
  }));
  return {
    id: "1",
    type: "message",
    role: "assistant",
    model: "fake",
    content: [answer, ...calls],
    stop_reason: body.tools || calls.length ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20 },
  };
}
