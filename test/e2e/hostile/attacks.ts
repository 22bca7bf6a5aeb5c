import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { legacyRequest } from "@trovella/testing/mcp-http/test-requests";
import { get, type Sender, send, Tally, toolCall } from "./tally.ts";

/** A hostile organization: one or several of its tokens, used until the signal is aborted. */
export interface Attackers {
  readonly url: string;
  readonly tokens: readonly string[];
  readonly signal: AbortSignal;
  /** Whether attackers disconnect at the end, rather than wait for the last replies. */
  readonly isAbrupt: boolean;
}

export type Attack = (attackers: Attackers) => Promise<Tally>;

/** Attackers repeat what was refused, but do not merely flood the socket. */
const PAUSE_MS = 250;
const TEXTS = 12;
const TEXT_CHARACTERS = 1_900_000;
const MAX_STREAMS = 500;
const CALLS_PER_ARRAY = 100;
const CALLS_PER_BATCH = 20;

/** Bytes of the texts that were stored, for what they make of the database. */
export let storedBytes = 0;

/** 24 texts at a time, of 1.9 MB and nothing but different words. */
export const storing: Attack = (attackers) => {
  // Made beforehand, so that the measuring process is not busy with them.
  const calls = Array.from({ length: TEXTS }, (_, index) => {
    const content = differentWords(TEXT_CHARACTERS);
    return toolCall("store_research", { artifactType: "note", title: `Text ${index}`, content });
  });
  let number = 0;
  return repeat(attackers, 24, async (sender) => {
    number += 1;
    const call = calls[number % TEXTS] ?? calls[0];
    const kind = call ? await send(sender, call) : "none";
    if (kind === "ok") storedBytes += TEXT_CHARACTERS;
    return kind;
  });
};

/** 60 schemas at a time whose pattern takes exponential time. */
export const schemas: Attack = (attackers) => {
  const call = toolCall("extract_data", {
    schema: { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } },
    data: { a: `${"a".repeat(40)}!` },
  });
  return repeat(attackers, 60, (sender) => send(sender, call));
};

/** As many event streams as the server has, all held open until each is answered, however slow the machine is. */
export const streams: Attack = async ({ url, tokens, signal }) => {
  const tally = new Tally();
  const end = new AbortController();
  const open = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/api/events`, { headers, signal: end.signal });
    tally.add(response.ok ? "ok" : String(response.status));
    return { reading: readToEnd(response) };
  };
  const opened = await Promise.all(
    Array.from({ length: MAX_STREAMS }, (_, index) => open(tokens[index % tokens.length] ?? "")),
  );
  if (!signal.aborted) await once(signal, "abort");
  end.abort();
  await Promise.all(opened.map(({ reading }) => reading));
  return tally;
};

/** The server disconnects clients that do not read. */
async function readToEnd({ body }: Response): Promise<void> {
  await body?.pipeTo(new WritableStream()).catch(() => undefined);
}

/** Arrays of JSON-RPC, and batches of the console's API with encoded commas. */
export const batches: Attack = (attackers) => {
  const { headers, body } = legacyRequest("tools/call", { name: "ping", arguments: {} });
  const array = JSON.stringify(
    Array.from({ length: CALLS_PER_ARRAY }, (_, id) => ({ ...body, id: id + 1 })),
  );
  const names = Array(CALLS_PER_BATCH).fill("researchPlan.list").join("%2C");
  const inputs = Object.fromEntries(
    Array.from({ length: CALLS_PER_BATCH }, (_, index) => [index, {}]),
  );
  const path = `/api/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
  let number = 0;
  return repeat(attackers, 20, async (sender) => {
    number += 1;
    if (number % 2 === 0) return get(sender, path);
    const authorization = `Bearer ${sender.token}`;
    const response = await fetch(`${sender.url}/mcp`, {
      method: "POST",
      headers: { ...headers, authorization },
      body: array,
    });
    await response.text();
    return response.ok ? "ok" : String(response.status);
  });
};

export const ATTACKS = { storing, schemas, streams, batches };

async function repeat(
  { url, tokens, signal, isAbrupt }: Attackers,
  atOnce: number,
  work: (sender: Sender) => Promise<string>,
): Promise<Tally> {
  const tally = new Tally();
  const attacker = async (_: unknown, index: number) => {
    const token = tokens[index % tokens.length] ?? "";
    const sender = { url, token, ...(isAbrupt ? { signal } : {}) };
    while (!signal.aborted) {
      const kind = await work(sender).catch(() => "no reply");
      if (signal.aborted && isAbrupt) return;
      tally.add(kind);
      if (kind !== "ok") await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, attacker));
  return tally;
}

function differentWords(length: number): string {
  const words: string[] = [];
  for (let characters = 0; characters < length; characters += 9) {
    words.push(Math.random().toString(36).slice(2, 10).padEnd(8, "x"));
  }
  return words.join(" ").slice(0, length);
}
