import { setTimeout as sleep } from "node:timers/promises";
import type { Reply } from "@trovella/testing/mcp/mcp-client";
import { outcomeOf } from "../fuzz/checks.ts";
import { type Exchange, FuzzConnection, type RawCall, toolCall } from "../fuzz/http.ts";
import type { Figures } from "./figures.ts";

const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;
/** Refusals that say nothing about the call itself. */
const TEMPORARY = ["UNAVAILABLE", "INTERNAL", "RATE_LIMITED"];

export interface ServedAt {
  readonly urls: readonly string[];
  /** The host of the public URL, which all servers share. */
  readonly host: string;
}

/** Sends each call with one key, to any of the servers, until it has an answer. */
export class PersistentClient {
  private readonly connections: readonly FuzzConnection[];
  private readonly headers: Readonly<Record<string, string>>;
  private readonly figures: () => Figures;
  private sent = 0;

  constructor({ urls, host }: ServedAt, token: string, figures: () => Figures) {
    this.connections = urls.map((url) => new FuzzConnection(url));
    this.headers = { Host: host, Authorization: `Bearer ${token}` };
    this.figures = figures;
  }

  /** A refusal when the tool refused the call itself; null when `isStopped` before there was an answer. */
  async call(
    name: string,
    input: object,
    isStopped: () => boolean,
  ): Promise<Reply | { readonly refusal: string } | null> {
    const request = toolCall("2026-07-28", { name, argumentsJson: JSON.stringify(input) });
    let pauseMs = FIRST_PAUSE_MS;
    for (let tries = 0; tries < 3 || !isStopped(); tries += 1) {
      const exchange = await this.send(request);
      const outcome = exchange && outcomeOf(exchange);
      if (outcome?.kind === "reply") {
        this.figures().succeed(exchange?.durationMs ?? 0);
        return outcome.reply;
      }
      if (outcome?.kind === "refusal" && !TEMPORARY.includes(outcome.code)) {
        return { refusal: outcome.text };
      }
      this.figures().fail(codeOf(exchange));
      if (tries === 0) this.figures().repeated += 1;
      await sleep(pauseMs);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
    return null;
  }

  close(): void {
    for (const connection of this.connections) connection.close();
  }

  private send(request: RawCall): Promise<Exchange | null> {
    this.sent += 1;
    const connection = this.connections[this.sent % this.connections.length];
    const headed = { ...request, headers: { ...request.headers, ...this.headers } };
    return connection ? connection.send(headed).catch(() => null) : Promise.resolve(null);
  }
}

function codeOf(exchange: Exchange | null): string {
  if (!exchange) return "connection broken";
  const outcome = outcomeOf(exchange);
  if (exchange.status === 200 && outcome?.kind === "refusal") return outcome.code;
  return `HTTP ${exchange.status}`;
}
