import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { SLOW_TEXT } from "../scenarios/extraction.ts";
import type { AwaitedReview } from "../scenarios/scenario.ts";
import { ANTHROPIC } from "./anthropic.ts";
import { CHAT_COMPLETIONS } from "./chat-completions.ts";
import {
  type Conversation,
  type Fields,
  inputIn,
  type ModelApi,
  stringIn,
} from "./conversation.ts";
import { GEMINI } from "./gemini.ts";
import type { OwnTools } from "./offered-tools.ts";
import { type Play, play } from "./play.ts";
import { RESPONSES } from "./responses.ts";

const APIS: readonly ModelApi[] = [ANTHROPIC, RESPONSES, CHAT_COMPLETIONS, GEMINI];
const SLOW_ANSWER_MS = 30_000;

/** What the model was shown and did in one run of a scenario. */
export interface RunRecord {
  readonly first: Conversation;
  readonly last: Conversation;
  readonly requests: number;
  readonly outcome: Play["answer"];
}

/** An answer that takes long; `endedAfterMs` is set when the caller gave up on it. */
export interface SlowRequest {
  readonly startedAt: number;
  endedAfterMs: number | null;
}

export interface ModelServer {
  readonly url: string;
  record(label: string): RunRecord | undefined;
  /** Resolves when Trovella asks for the slow answer of this run. */
  slowRequest(label: string): Promise<SlowRequest>;
  close(): Promise<void>;
}

/** Serves the scripted model on loopback, in four APIs. */
export async function startModelServer(settings: {
  readonly port: number;
  readonly own: OwnTools;
  /** Decides a review in the console, as a person. */
  decide(review: AwaitedReview): Promise<void>;
}): Promise<ModelServer> {
  const records = new Map<string, RunRecord>();
  const slow = new Map<string, PromiseWithResolvers<SlowRequest>>();
  const slowOf = (label: string) => {
    const found = slow.get(label) ?? withResolvers<SlowRequest>();
    slow.set(label, found);
    return found;
  };

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const body = inputIn(await text(request));
    const api =
      request.method === "POST" ? APIS.find(({ path }) => path.test(pathname)) : undefined;
    if (!api) return answerOther(response, pathname);
    const conversation = api.read(body);
    const played = play(conversation, settings.own);
    if (played.run) keep(records, played.run.label, conversation, played.answer);
    else await beSlow(conversation, request, response, slowOf);
    const { move } = played.run ?? {};
    if (move && "call" in move) {
      if (move.afterPerson) await settings.decide(move.afterPerson);
      if (move.afterMs) await sleep(move.afterMs);
    }
    if (!response.destroyed) send(response, api, { body, pathname, conversation, played });
  });
  server.listen(settings.port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${settings.port}`,
    record: (label) => records.get(label),
    slowRequest: (label) => slowOf(label).promise,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function keep(
  records: Map<string, RunRecord>,
  label: string,
  conversation: Conversation,
  outcome: Play["answer"],
): void {
  const before = records.get(label);
  const first = before?.first ?? conversation;
  records.set(label, { first, last: conversation, requests: (before?.requests ?? 0) + 1, outcome });
}

function send(
  response: ServerResponse,
  api: ModelApi,
  asked: {
    readonly body: Fields;
    readonly pathname: string;
    readonly conversation: Conversation;
    readonly played: Play;
  },
): void {
  const { body, pathname, conversation, played } = asked;
  const isStreamed = api.isStreamed(body, pathname);
  const model = stringIn(body.model) || "scripted";
  const id = `scripted_${conversation.turns.length}`;
  const type = isStreamed ? "text/event-stream" : "application/json";
  response.writeHead(200, { "content-type": type });
  response.end(api.write(played.answer, { model, isStreamed, id }));
}

/** Trovella's own extract_data asks here too. */
async function beSlow(
  { system, prompt }: Conversation,
  request: IncomingMessage,
  response: ServerResponse,
  slowOf: (label: string) => PromiseWithResolvers<SlowRequest>,
): Promise<void> {
  const [, label] = new RegExp(`${SLOW_TEXT} ([\\w-]+)`).exec(system + prompt) ?? [];
  if (!label) return;
  const asked: SlowRequest = { startedAt: Date.now(), endedAfterMs: null };
  slowOf(label).resolve(asked);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, SLOW_ANSWER_MS);
    const giveUp = () => {
      clearTimeout(timer);
      asked.endedAfterMs ??= Date.now() - asked.startedAt;
      resolve();
    };
    request.socket.once("close", giveUp);
    response.once("finish", () => request.socket.off("close", giveUp));
  });
}

/** What clients ask besides: how many tokens, which models. */
function answerOther(response: ServerResponse, pathname: string): void {
  const isKnown = /count_?tokens|\/models$|^\/$/i.test(pathname);
  const model = { id: "scripted", object: "model", type: "model", created: 1, owned_by: "nobody" };
  const body = isKnown
    ? { input_tokens: 1_000, totalTokens: 1_000, object: "list", data: [model] }
    : { error: { type: "not_found", message: "The scripted model does not know this." } };
  response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
}

/** `Promise.withResolvers` comes with Node.js 22. */
function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
