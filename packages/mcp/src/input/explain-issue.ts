import type { z } from "zod";

type Issue = z.core.$ZodIssue;

const SHOWN_CHARACTERS = 60;

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  nonoptional: "a value",
};

/** What was expected and what was given: `must be a number, not "high"`. */
export function explainIssue(issue: Issue): string {
  const expected = expectedBy(issue);
  if (issue.input === undefined) return `is missing; must be ${expected ?? "given"}`;
  if (expected === null) return `${issue.message}, not ${shown(issue.input)}`;
  return `must be ${expected}, not ${shown(issue.input)}`;
}

function expectedBy(issue: Issue): string | null {
  switch (issue.code) {
    case "invalid_type":
      return TYPES[issue.expected] ?? issue.expected;
    case "invalid_value":
      return `${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return sized("at least", issue.minimum, issue.origin);
    case "too_big":
      return sized("at most", issue.maximum, issue.origin);
    default:
      return null;
  }
}

function sized(bound: string, size: number | bigint, origin: string): string {
  if (origin === "string") return `a text of ${bound} ${size} character${plural(size)}`;
  if (origin === "array") return `a list of ${bound} ${size} entr${size === 1 ? "y" : "ies"}`;
  return `${bound} ${size}`;
}

function plural(size: number | bigint): string {
  return size === 1 ? "" : "s";
}

function shown(value: unknown): string {
  if (typeof value === "string") {
    return value.length <= SHOWN_CHARACTERS
      ? JSON.stringify(value)
      : `a text of ${value.length} characters`;
  }
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
