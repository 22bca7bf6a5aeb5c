import { createHash } from "node:crypto";
import { AppError, type Json } from "@trovella/foundation";

const MAX_DEPTH = 64;

/** JSON text that is equal for equal values, whatever the order of their keys. */
export function canonicalJson(value: Json, field = "value"): string {
  return canonical(value, field, 0);
}

/** A large text as it is stored, with the SHA-256 digest that events refer to it by. */
export interface SealedJson {
  readonly text: string;
  readonly digest: string;
}

export function sealJson(value: Json, field?: string): SealedJson {
  const text = canonicalJson(value, field);
  return { text, digest: createHash("sha256").update(text).digest("hex") };
}

function canonical(value: Json, field: string, depth: number): string {
  if (depth > MAX_DEPTH) throw unstorable(field, `is nested more than ${MAX_DEPTH} levels deep`);
  if (typeof value === "string") return canonicalText(value, field);
  if (Array.isArray(value)) {
    return `[${value.map((entry) => canonical(entry, field, depth + 1)).join(",")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value as Record<string, Json>).filter(
      ([, entry]) => entry !== undefined,
    );
    entries.sort(([left], [right]) => (left < right ? -1 : 1));
    const members = entries.map(
      ([key, entry]) => `${canonicalText(key, field)}:${canonical(entry, field, depth + 1)}`,
    );
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

function canonicalText(text: string, field: string): string {
  // PostgreSQL can store neither.
  if (text.includes("\0")) throw unstorable(field, "contains the NUL character");
  if (!text.isWellFormed()) throw unstorable(field, "contains half a surrogate pair");
  return JSON.stringify(text);
}

function unstorable(field: string, problem: string): AppError {
  return new AppError("INVALID_INPUT", `${field} ${problem}. Next: correct it and call again.`, {
    field,
  });
}
