import { setTimeout as sleep } from "node:timers/promises";
import { ERAS, type Era, type Reply } from "@trovella/testing/mcp/mcp-client";
import { outcomeOf } from "../proof/fuzz/checks.ts";
import { type Exchange, FuzzConnection, type RawCall, toolCall } from "../proof/fuzz/http.ts";

/** Status codes of a proxy whose backend is unavailable. */
const GATEWAY_ERRORS = [502, 503, 504];
const FIRST_PAUSE_MS = 50;
const MAX_ATTEMPTS = 10;

/** Retries unanswered calls with the same idempotency key, as a well-behaved client does. */
export class TeamClient {
  calls = 0;
  /** Calls that needed a retry. */
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

  /** Calls a read-only tool. */
  read(tool: string, input: object): Promise<Reply> {
    return this.replyOf(tool, input);
  }

  /** Calls a mutating tool with an idempotency key. */
  write(tool: string, input: object): Promise<Reply> {
    this.keys += 1;
    return this.replyOf(tool, { ...input, idempotencyKey: `${this.name}-${this.keys}` });
  }

  /** Calls a query of the console's API. */
  async query(procedure: string, input?: object): Promise<string> {
    const { status, body } = await this.send(queryCall(procedure, input));
    if (status !== 200) throw new Error(`${procedure} got ${status} ${body.slice(0, 300)}`);
    return body;
  }

  /** Sends a call until it is answered. */
  async send(call: RawCall): Promise<Exchange> {
    this.calls += 1;
    let pauseMs = FIRST_PAUSE_MS;
    for (let tries = 1; ; tries += 1) {
      const exchange = await this.sendOnce(call);
      if (exchange?.status === 429) await sleep(1_000);
      else if (exchange && !GATEWAY_ERRORS.includes(exchange.status)) return exchange;
      else {
        if (tries === 1) this.repeated += 1;
        if (tries === MAX_ATTEMPTS) throw new Error(`${call.body} was not answered.`);
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

/** A query of the console's API. */
export function queryCall(procedure: string, input?: object): RawCall {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
  return { method: "GET", path: `/api/trpc/${procedure}${query}`, headers: {}, body: "" };
}
