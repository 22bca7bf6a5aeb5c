import { LIMITS, type TokenUsage } from "@trovella/plan-engine";

export interface ModelUsage {
  /** Null when nothing usable was said. */
  readonly usage: TokenUsage | null;
  /** What was ignored, as sentences. */
  readonly warnings: readonly string[];
}

const MAX = { inputTokens: 1e9, outputTokens: 1e9, costUsd: LIMITS.budgetCount } as const;
type Name = keyof typeof MAX;

/** What a model says it used. A result is never refused for it, so whatever cannot be true is ignored. */
export function readModelUsage(given: unknown): ModelUsage {
  if (given === undefined || given === null) return { usage: null, warnings: [] };
  if (typeof given !== "object" || Array.isArray(given)) {
    return { usage: null, warnings: ["usage was ignored: it is not an object."] };
  }
  const fields = given as Readonly<Record<string, unknown>>;
  const names = Object.keys(MAX) as Name[];
  const ignored = names.filter((name) => isGiven(fields[name]) && valueIn(fields, name) === null);
  const isAnything = names.some((name) => valueIn(fields, name) !== null);
  const [inputTokens, outputTokens, costUsd] = names.map((name) => valueIn(fields, name) ?? 0);
  const tokens = Math.round((inputTokens ?? 0) + (outputTokens ?? 0));
  return {
    usage: isAnything ? { tokens, costUsd: costUsd ?? 0 } : null,
    warnings: ignored.map((name) => `usage.${name} was ignored: it is not from 0 to ${MAX[name]}.`),
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function valueIn(fields: Readonly<Record<string, unknown>>, name: Name): number | null {
  const value = fields[name];
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && number >= 0 && number <= MAX[name] ? number : null;
}
