import { modernRequest } from "@trovella/testing/mcp-http/test-requests";

/** Replies by kind: `ok`, the code of a tool's error, or the status. */
export class Tally {
  readonly counts = new Map<string, number>();

  add(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  toString(): string {
    return [...this.counts].map(([kind, count]) => `${count} ${kind}`).join(", ");
  }
}

export interface Sender {
  readonly url: string;
  readonly token: string;
  /** Disconnects. */
  readonly signal?: AbortSignal;
}

export interface ToolCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
}

export function toolCall(name: string, input: object): ToolCall {
  const { headers, body } = modernRequest("tools/call", { name, arguments: input });
  return { headers, body: Buffer.from(JSON.stringify(body)) };
}

/** Sends a tool call and returns the kind of its reply. */
export async function send(
  { url, token, signal }: Sender,
  { headers, body }: ToolCall,
): Promise<string> {
  const authorization = `Bearer ${token}`;
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { ...headers, authorization },
    body,
    signal: signal ?? null,
  });
  const text = await response.text();
  if (response.status !== 200) return String(response.status);
  const [, code] = /"text":"([A-Z_]+): /.exec(text) ?? [];
  return text.includes('"isError":true') ? (code ?? "error") : "ok";
}

/** Requests a path and returns the kind of the reply. */
export async function get({ url, token }: Sender, path: string): Promise<string> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  await response.text();
  return response.ok ? "ok" : String(response.status);
}
