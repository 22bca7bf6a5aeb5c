import { IDENTITY_TABLES, TENANT_TABLES } from "../../../packages/db/src/schema/table-names.ts";

/** Only names with an underscore: "user" and "session" are common words. */
const TABLES = [...TENANT_TABLES, ...IDENTITY_TABLES].filter((name) => name.includes("_"));

/** Internals that must not appear in replies. */
const LEAKS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: "a stack trace", pattern: /\n\s+at |\bat \S+ \(.*:\d+:\d+\)|\.[cm]?[jt]s:\d+/ },
  {
    what: "a file path",
    pattern: /node_modules|file:\/\/|(?<![\w.])\/(?:work|home|usr|tmp|var|root)\//,
  },
  {
    what: "SQL",
    pattern:
      /\b(?:SELECT\b.*\bFROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|ON CONFLICT|WHERE \w+ =)/,
  },
  {
    what: "a message of the database",
    pattern:
      /violates|constraint|duplicate key|relation "|column "|syntax error at|invalid input syntax|invalid byte sequence|row-level security|SQLSTATE|deadlock|pg_|postgres/i,
  },
  { what: "the name of a table", pattern: new RegExp(`\\b(?:${TABLES.join("|")})\\b`) },
  {
    what: "a message of a library",
    pattern:
      /"code": "invalid_|ZodError|TypeError|RangeError|ReferenceError|Maximum call stack|Unexpected (?:token|end)|in JSON at|Cannot (?:read|convert|set)|is not a function|ECONN|EPIPE|\[object |Invalid string length/,
  },
];

/** Leaks in a text, except those that the caller sent itself. */
export function leaksIn(text: string, sent = ""): string[] {
  return LEAKS.filter(({ pattern }) => {
    const [found] = pattern.exec(text) ?? [];
    return found !== undefined && !sent.includes(found);
  }).map(({ what }) => what);
}
