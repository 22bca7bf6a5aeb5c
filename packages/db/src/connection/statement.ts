import { createHash } from "node:crypto";

/** A statement with the name under which connections keep it prepared. */
export interface Statement {
  readonly text: string;
  readonly name: string;
}

export type StatementValue =
  | string
  | number
  | boolean
  | Date
  | null
  | readonly (string | number | null)[];

export interface Execution {
  readonly statement: Statement;
  readonly values: readonly StatementValue[];
}

/** The name is a hash of the text: behind a pooler, equal names never mean different statements. */
export function defineStatement(text: string): Statement {
  const name = `t_${createHash("sha256").update(text).digest("base64url").slice(0, 20)}`;
  return { text, name };
}

export function execution(statement: Statement, values: readonly StatementValue[] = []): Execution {
  return { statement, values };
}

/** The text format of the wire protocol. */
export function encodeValue(value: StatementValue): string | null {
  if (value === null || typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return `{${value.map(encodeElement).join(",")}}`;
  return String(value);
}

function encodeElement(element: string | number | null): string {
  if (element === null) return "NULL";
  if (typeof element === "number") return String(element);
  return `"${element.replace(/["\\]/g, "\\$&")}"`;
}
