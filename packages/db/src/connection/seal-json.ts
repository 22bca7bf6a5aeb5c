import { hash } from "node:crypto";
import { AppError, type Json } from "@trovella/foundation";

const MAX_DEPTH = 64;

/**
 * JSON text that is equal for equal values, whatever the order of their keys (RFC 8785). A date counts as the text that
 * JSON makes of it.
 */
export function canonicalJson(value: Json, field = "value", maxDepth = MAX_DEPTH): string {
  return canonical(value, field, maxDepth);
}

/** A large text as it is stored, with the SHA-256 digest that events refer to it by. */
export interface SealedJson {
  readonly text: string;
  readonly digest: string;
}

export function sealJson(value: Json, field?: string): SealedJson {
  const text = canonicalJson(value, field);
  return { text, digest: hash("sha256", text, "hex") };
}

function canonical(value: Json, field: string, levels: number): string {
  if (levels < 0) throw unstorable(field, `is nested more than ${MAX_DEPTH} levels deep`);
  if (typeof value === "string") return canonicalText(value, field);
  if (Array.isArray(value)) {
    return `[${value.map((entry) => canonical(entry, field, levels - 1)).join(",")}]`;
  }
  if (typeof value === "object" && value !== null && !((value as object) instanceof Date)) {
    return canonicalObject(value as Record<string, Json | undefined>, field, levels);
  }
  return JSON.stringify(value) ?? "null";
}

/** Written as a loop, since every event passes through it. */
function canonicalObject(
  value: Readonly<Record<string, Json | undefined>>,
  field: string,
  levels: number,
): string {
  let members = "";
  // By UTF-16 code units.
  for (const key of Object.keys(value).sort()) {
    const entry = value[key];
    if (entry === undefined) continue;
    if (members !== "") members += ",";
    members += `${canonicalText(key, field)}:${canonical(entry, field, levels - 1)}`;
  }
  return `{${members}}`;
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
