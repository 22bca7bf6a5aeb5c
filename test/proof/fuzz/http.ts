import type { Era } from "@trovella/testing/mcp/mcp-client";
import {
  messagesOf,
  openConnection,
  type RawConnection,
  type RawReply,
  rawRequest,
} from "@trovella/testing/mcp-http/raw-http-client";

/** A raw request, valid or not. */
export interface RawCall {
  readonly method?: string;
  readonly path?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface Exchange {
  readonly status: number;
  readonly body: string;
  readonly messages: readonly Message[];
  readonly durationMs: number;
}

export interface Message {
  readonly id?: unknown;
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text?: string }[];
    readonly structuredContent?: Record<string, unknown>;
  } & Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

export const JSON_HEADERS = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "fuzz", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A tool call with arguments as raw text, which can be invalid JSON. */
export function toolCall(
  era: Era,
  { name, argumentsJson, id = 1 }: { name: string; argumentsJson: string; id?: number },
): RawCall {
  const params = `"name":${JSON.stringify(name)},"arguments":${argumentsJson}`;
  return message(era, { method: "tools/call", params, name, id });
}

/** Any request, its parameters given as the members of a JSON object. */
export function message(
  era: Era,
  {
    method,
    params,
    name,
    id = 1,
  }: { method: string; params: string; name?: string; id?: number | string },
): RawCall {
  const isModern = era === "2026-07-28";
  const meta = isModern ? `${params ? "," : ""}"_meta":${JSON.stringify(ENVELOPE)}` : "";
  return {
    headers: {
      ...JSON_HEADERS,
      "MCP-Protocol-Version": era,
      ...(isModern ? { "Mcp-Method": method } : {}),
      ...(isModern && name !== undefined ? { "Mcp-Name": name } : {}),
    },
    body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":${JSON.stringify(method)},"params":{${params}${meta}}}`,
  };
}

/** A connection that reconnects when the server has closed it. */
export class FuzzConnection {
  private readonly port: number;
  private connection: RawConnection | null = null;

  constructor(url: string) {
    this.port = Number(new URL(url).port);
  }

  async send(call: RawCall): Promise<Exchange> {
    const request = rawRequest({
      ...call,
      headers: { Host: `127.0.0.1:${this.port}`, ...call.headers },
    });
    const startedAt = performance.now();
    const reply = await this.exchange(request);
    const durationMs = performance.now() - startedAt;
    const { status, body, headers } = reply;
    if (headers.connection === "close") this.close();
    return { status, body, messages: messagesIn(reply), durationMs };
  }

  close(): void {
    this.connection?.close();
    this.connection = null;
  }

  private async exchange(request: Buffer): Promise<RawReply> {
    if (this.connection?.socket.destroyed || this.connection?.socket.readableEnded) this.close();
    const isFresh = this.connection === null;
    this.connection ??= await openConnection(this.port);
    try {
      return await this.connection.exchange(request);
    } catch (error) {
      this.close();
      // A keep-alive connection may be closed just before it is used.
      if (isFresh) throw error;
      this.connection = await openConnection(this.port);
      return this.connection.exchange(request);
    }
  }
}

function messagesIn(reply: RawReply): Message[] {
  try {
    return messagesOf(reply) as Message[];
  } catch {
    return [];
  }
}
