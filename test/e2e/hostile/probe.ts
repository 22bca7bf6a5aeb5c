import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "../../bench/measure.ts";
import { get, type Sender, send, toolCall } from "./tally.ts";

export interface ProbeReport {
  readonly calls: number;
  readonly errors: readonly string[];
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly slowestMs: number;
}

/** Between the starts of two requests: a token has 600 calls a minute, and the probe must not reach its own limit. */
const TURN_MS = 150;
/** Each kind of request twice, however slow the machine is. */
export const MIN_TURNS = 16;

/** What another organization does meanwhile: it calls tools, opens the console and is asked for readiness. */
export async function probe(senders: readonly Sender[], durationMs: number): Promise<ProbeReport> {
  const times: number[] = [];
  const errors: string[] = [];
  const endsAt = performance.now() + durationMs;
  const work = async (sender: Sender) => {
    for (let turn = 0; turn < MIN_TURNS || performance.now() < endsAt; turn += 1) {
      const [name, request] = REQUESTS[turn % REQUESTS.length] ?? REQUESTS[0];
      const startedAt = performance.now();
      const kind = await request(sender).catch((error) => String(error));
      const elapsedMs = performance.now() - startedAt;
      times.push(elapsedMs);
      if (kind !== "ok") errors.push(`${name}: ${kind}`);
      await sleep(Math.max(0, TURN_MS - elapsedMs));
    }
  };
  await Promise.all(senders.map(work));
  times.sort((one, other) => one - other);
  return {
    calls: times.length,
    errors,
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    slowestMs: times.at(-1) ?? 0,
  };
}

type Request = readonly [name: string, send: (sender: Sender) => Promise<string>];

const SCHEMA = { type: "object", properties: { price: { type: "number" } } };
const NOTE = {
  artifactType: "note",
  title: "Heat pumps",
  content: "Heat pumps move heat instead of making it, which takes less electricity.",
};

const REQUESTS: readonly [Request, ...Request[]] = [
  tool("ping", {}),
  tool("list_active_plans", {}),
  tool("search_sources", { query: "heat pumps" }),
  tool("store_research", NOTE),
  tool("extract_data", { schema: SCHEMA, data: { price: 7 } }),
  ["console", (sender) => get(sender, "/api/trpc/researchPlan.list?input=%7B%7D")],
  ["readyz", (sender) => get(sender, "/readyz")],
  ["events", openStream],
];

function tool(name: string, input: object): Request {
  const call = toolCall(name, input);
  return [name, (sender) => send(sender, call)];
}

async function openStream({ url, token }: Sender): Promise<string> {
  const end = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/events`, { headers, signal: end.signal });
  end.abort();
  return response.ok ? "ok" : String(response.status);
}
