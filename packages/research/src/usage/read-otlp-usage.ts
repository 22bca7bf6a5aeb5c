/** The programs whose metrics are understood, by the beginning of the name they give themselves over MCP. */
export type UsageClient = "claude-code" | "codex" | "gemini-cli";

/** Tokens of input that no cache gave are `inputTokens`; what a cache gave counts only as `cacheReadTokens`. */
interface UsageAmounts {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly costUsd: number;
}

/** What one session used of one model, according to one export. */
export interface ClientUsage extends UsageAmounts {
  readonly client: UsageClient;
  /** Null when the program does not name its session. */
  readonly sessionId: string | null;
  readonly model: string | null;
  readonly at: Date;
  /** Identifies its data points, in order, so that an export that is sent again can be recognized. */
  readonly identity: readonly string[];
}

type Amount = keyof UsageAmounts;
/** How a data point counts, by the value of its type. Some programs report parts of their input a second time as cached. */
type Effects = Readonly<Record<string, Partial<Record<Amount, 1 | -1>>>>;

interface Metric {
  readonly client: UsageClient;
  readonly typeKey: string | null;
  readonly effects: Effects;
}

const CACHED: Effects[string] = { cacheReadTokens: 1, inputTokens: -1 };
const METRICS: Readonly<Record<string, Metric>> = {
  "claude_code.token.usage": {
    client: "claude-code",
    typeKey: "type",
    effects: {
      input: { inputTokens: 1 },
      output: { outputTokens: 1 },
      cacheRead: { cacheReadTokens: 1 },
      cacheCreation: { cacheWriteTokens: 1 },
    },
  },
  "claude_code.cost.usage": {
    client: "claude-code",
    typeKey: null,
    effects: { "": { costUsd: 1 } },
  },
  // `output` includes `reasoning_output`, and `total` is the sum of input and output.
  "codex.turn.token_usage": {
    client: "codex",
    typeKey: "token_type",
    effects: {
      input: { inputTokens: 1 },
      output: { outputTokens: 1 },
      cached_input: CACHED,
      cache_write_input: { cacheWriteTokens: 1, inputTokens: -1 },
    },
  },
  "gemini_cli.token.usage": {
    client: "gemini-cli",
    typeKey: "type",
    effects: {
      input: { inputTokens: 1 },
      output: { outputTokens: 1 },
      thought: { outputTokens: 1 },
      tool: { inputTokens: 1 },
      cache: CACHED,
    },
  },
};

const DELTA: readonly unknown[] = [1, "AGGREGATION_TEMPORALITY_DELTA"];
const SESSION_KEYS = ["session.id", "session_id", "conversation.id", "conversation_id"];
const MAX_POINTS = 10_000;
const MAX_VALUE = 1e9;
/** Printable and short, as every known program writes them. */
const SESSION = /^[\x21-\x7e]{1,200}$/;
const MODEL = /^[\x20-\x7e]{1,200}$/;

/**
 * Usage in an OTLP metrics export (ExportMetricsServiceRequest as JSON). Whatever is not understood is left out:
 * other metrics, cumulative values, and values that cannot be counts.
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export function readOtlpUsage(body: unknown): ClientUsage[] {
  const groups = new Map<string, ClientUsage[]>();
  for (const point of pointsOf(body).slice(0, MAX_POINTS)) {
    const counted = countPoint(point);
    if (!counted) continue;
    const { client, sessionId, model } = counted;
    const key = JSON.stringify([client, sessionId, model]);
    const group = groups.get(key);
    if (group) group.push(counted);
    else groups.set(key, [counted]);
  }
  return [...groups.values()].map(total).filter(isAnything);
}

interface Point {
  readonly name: string;
  readonly metric: Metric;
  readonly resource: unknown;
  readonly point: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

function pointsOf(body: unknown): Point[] {
  return fieldsIn(body, "resourceMetrics").flatMap((resourceMetrics) =>
    fieldsIn(resourceMetrics, "scopeMetrics")
      .flatMap((scopeMetrics) => fieldsIn(scopeMetrics, "metrics"))
      .flatMap((given) => pointsOfMetric(given, asFields(resourceMetrics.resource)?.attributes)),
  );
}

function pointsOfMetric(given: Fields, resource: unknown): Point[] {
  const name = String(given.name);
  const metric = Object.hasOwn(METRICS, name) ? METRICS[name] : undefined;
  const data = asFields(given.sum) ?? asFields(given.histogram);
  if (!metric || !data || !DELTA.includes(data.aggregationTemporality)) return [];
  return fieldsIn(data, "dataPoints").map((point) => ({ name, metric, resource, point }));
}

function countPoint({ name, metric, resource, point }: Point): ClientUsage | null {
  const attributes = attributesOf(point.attributes);
  const type = metric.typeKey === null ? "" : String(attributes[metric.typeKey]);
  const effects = Object.hasOwn(metric.effects, type) ? metric.effects[type] : undefined;
  // Of a counter the value, of a histogram the sum of what was recorded.
  const value = countIn(point.asInt ?? point.asDouble ?? point.sum);
  const at = timeIn(point.timeUnixNano);
  const session = sessionIn(attributes) ?? sessionIn(attributesOf(resource));
  if (!effects || value === null || !at) return null;
  if (session !== undefined && !SESSION.test(session)) return null;
  const sorted = Object.entries(attributes).sort(([one], [other]) => (one < other ? -1 : 1));
  const identity = [name, sorted, point.startTimeUnixNano, point.timeUnixNano, value];
  return {
    client: metric.client,
    sessionId: session ?? null,
    model: MODEL.test(attributes.model ?? "") ? (attributes.model ?? null) : null,
    at,
    identity: [JSON.stringify(identity)],
    ...amounts((amount) => value * (effects[amount] ?? 0)),
  };
}

/** Rounded at the end, since parts may have been taken off. */
function total(group: readonly ClientUsage[]): ClientUsage {
  const [first] = group as [ClientUsage];
  const sum = (amount: Amount) => group.reduce((value, each) => value + each[amount], 0);
  const times = group.map(({ at }) => at.getTime());
  return {
    ...first,
    at: new Date(times.reduce((one, other) => Math.max(one, other))),
    identity: group.flatMap(({ identity }) => identity).sort(),
    ...amounts((amount) =>
      Math.max(0, amount === "costUsd" ? sum(amount) : Math.round(sum(amount))),
    ),
  };
}

function isAnything(usage: ClientUsage): boolean {
  return Object.values(amounts((amount) => usage[amount])).some((value) => value > 0);
}

function amounts(amountOf: (amount: Amount) => number): UsageAmounts {
  return {
    inputTokens: amountOf("inputTokens"),
    outputTokens: amountOf("outputTokens"),
    cacheReadTokens: amountOf("cacheReadTokens"),
    cacheWriteTokens: amountOf("cacheWriteTokens"),
    costUsd: amountOf("costUsd"),
  };
}

function sessionIn(attributes: Readonly<Record<string, string>>): string | undefined {
  const key = SESSION_KEYS.find((name) => Object.hasOwn(attributes, name));
  return key && attributes[key];
}

function attributesOf(list: unknown): Readonly<Record<string, string>> {
  const entries = (Array.isArray(list) ? list : []).flatMap((attribute) => {
    const { key, value } = asFields(attribute) ?? {};
    const given = Object.values(asFields(value) ?? {})[0];
    const isPlain = typeof given === "string" || typeof given === "number";
    return typeof key === "string" && isPlain ? [[key, String(given)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** 64-bit integers are texts in OTLP's JSON. */
function countIn(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !(number >= 0 && number <= MAX_VALUE)) return null;
  return number;
}

function timeIn(nanoseconds: unknown): Date | null {
  const milliseconds = Number(nanoseconds ?? Number.NaN) / 1e6;
  const at = new Date(Math.ceil(milliseconds));
  return Number.isNaN(at.getTime()) || milliseconds <= 0 ? null : at;
}

function fieldsIn(fields: unknown, name: string): Fields[] {
  const list = asFields(fields)?.[name];
  if (!Array.isArray(list)) return [];
  return list.map(asFields).filter((each) => each !== undefined);
}

function asFields(value: unknown): Fields | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Fields) : undefined;
}
