import { setTimeout as sleep } from "node:timers/promises";
import { ERAS, type Era, type Reply } from "@trovella/testing/mcp/mcp-client";
import { outcomeOf } from "../proof/fuzz/checks.ts";
import { type Exchange, FuzzConnection, type RawCall, toolCall } from "../proof/fuzz/http.ts";

/** What a proxy answers in place of a server that is not there. */
const GATEWAY_ERRORS = [502, 503, 504];
const FIRST_PAUSE_MS = 50;
const MOST_TRIES = 10;

/** A client that sends a call again when nobody answered it, always with the same key, as proper clients do. */
export class TeamClient {
  calls = 0;
  /** How many calls were not answered at first. */
  repeated = 0;
  private keys = 0;
  private readonly name: string;
  private readonly era: Era;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly connection: FuzzConnection;

  constructor(url: string, { name, token }: { readonly name: string; readonly token: string }) {
    this.name = name;
    this.era = ERAS[name.length % ERAS.length] ?? ERAS[0];
    this.headers = { Authorization: `Bearer ${token}` };
    this.connection = new FuzzConnection(url);
  }

  /** The reply of a tool that only reads. */
  read(tool: string, input: object): Promise<Reply> {
    return this.replyOf(tool, input);
  }

  /** The reply of a tool that changes something, which it does once. */
  write(tool: string, input: object): Promise<Reply> {
    this.keys += 1;
    return this.replyOf(tool, { ...input, idempotencyKey: `${this.name}-${this.keys}` });
  }

  /** What a procedure of the console's API answers. */
  async query(procedure: string, input?: object): Promise<string> {
    const { status, body } = await this.send(queryCall(procedure, input));
    if (status !== 200) throw new Error(`${procedure} got ${status} ${body.slice(0, 300)}`);
    return body;
  }

  /** Whatever a call gets in the end, sent until somebody answers it. */
  async send(call: RawCall): Promise<Exchange> {
    this.calls += 1;
    let pauseMs = FIRST_PAUSE_MS;
    for (let tries = 1; ; tries += 1) {
      const exchange = await this.sendOnce(call);
      if (exchange?.status === 429) await sleep(1_000);
      else if (exchange && !GATEWAY_ERRORS.includes(exchange.status)) return exchange;
      else {
        if (tries === 1) this.repeated += 1;
        if (tries === MOST_TRIES) throw new Error(`${call.body} was not answered.`);
        await sleep(pauseMs);
        pauseMs *= 2;
      }
    }
  }

  /** Null when the connection broke. */
  sendOnce(call: RawCall): Promise<Exchange | null> {
    const headed = { ...call, headers: { ...call.headers, ...this.headers } };
    return this.connection.send(headed).catch(() => null);
  }

  close(): void {
    this.connection.close();
  }

  toolCall(name: string, input: object): RawCall {
    return toolCall(this.era, { name, argumentsJson: JSON.stringify(input) });
  }

  private async replyOf(tool: string, input: object): Promise<Reply> {
    const exchange = await this.send(this.toolCall(tool, input));
    const outcome = outcomeOf(exchange);
    if (outcome?.kind === "reply") return outcome.reply;
    throw new Error(`${tool} got ${exchange.status} ${exchange.body.slice(0, 300)}`);
  }
}

/** A question to the console's API. */
export function queryCall(procedure: string, input?: object): RawCall {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
  return { method: "GET", path: `/api/trpc/${procedure}${query}`, headers: {}, body: "" };
}
