import type { Json } from "../history/record.ts";
import { leaseOf, type MemoryCase } from "./memory-case.ts";
import type { KnownArtifact } from "./world.ts";

const INVALID = ["INVALID_INPUT"];
const TOO_MUCH = ["LIMIT_EXCEEDED"];
const EITHER = [...INVALID, ...TOO_MUCH];

/** Schemas that are invalid, reference other documents, or would make a validator run forever. */
export function hostileSchemas(own: KnownArtifact): MemoryCase[] {
  const extract = (
    what: string,
    schema: unknown,
    expects: MemoryCase["expects"],
    data: unknown = { a: 1 },
  ): MemoryCase => ({
    what,
    tool: "extract_data",
    input: { ...leaseOf(own), schema, data } as Json,
    expects,
  });
  const slow = `${"a".repeat(40)}!`;
  return [
    extract("no schema", {}, INVALID),
    extract("a schema of unknown keywords", { hello: "world" }, INVALID),
    extract("a list for a schema", [{ type: "object" }], INVALID),
    extract("an unknown type", { type: "banana" }, INVALID),
    extract("a number for a type", { type: 7 }, INVALID),
    extract("a text for properties", { type: "object", properties: "all" }, INVALID),
    extract("a negative length", { type: "string", maxLength: -1 }, INVALID),
    extract("an invalid pattern", { type: "string", pattern: "(" }, INVALID),
    extract(
      "a pattern with catastrophic backtracking",
      { type: "string", pattern: "^(a+)+$" },
      INVALID,
      slow,
    ),
    slowly(
      extract(
        "property names with catastrophic backtracking",
        { type: "object", patternProperties: { "^(([a-z])+.)+[A-Z]([a-z])+$": {} } },
        EITHER,
        { [slow]: 1 },
      ),
    ),
    extract("a long pattern", { type: "string", pattern: "a".repeat(501) }, INVALID),
    ...[
      "http://127.0.0.1:1/schema.json",
      "https://example.com/schema.json",
      "file:///etc/passwd",
      "/etc/passwd",
      "other.json#/a",
      "//example.com/x",
    ].flatMap(($ref) => [
      extract(`a reference to ${$ref}`, { $ref }, INVALID),
      extract(
        `a reference to ${$ref} inside`,
        { type: "object", properties: { a: { items: { $ref } } } },
        INVALID,
      ),
      extract(`a dynamic reference to ${$ref}`, { type: "object", $dynamicRef: $ref }, INVALID),
    ]),
    extract("a reference to nothing", { $ref: "#/$defs/none" }, INVALID),
    extract("a reference that is not a string", { type: "object", $ref: 7 }, INVALID),
    extract("a circular reference", { $ref: "#" }, EITHER),
    extract(
      "an unknown dialect",
      { $schema: "https://example.com/dialect", type: "object" },
      INVALID,
    ),
    extract("an asynchronous schema", { $async: true, type: "object" }, INVALID),
    extract("40 levels", nested(20), TOO_MUCH),
    extract("60,000 characters", { type: "object", description: "x".repeat(60_000) }, TOO_MUCH),
    extract("5 MB of data", { type: "object" }, TOO_MUCH, { a: "b".repeat(5_000_000) }),
    slowly(extract("alternatives without end", alternatives(25), EITHER, deep(25))),
    slowly(
      extract(
        "10,000 objects that must differ",
        { type: "array", uniqueItems: true },
        [...EITHER, "reply"],
        Array.from({ length: 10_000 }, (_, index) => ({ a: { b: index } })),
      ),
    ),
    extract(
      "names of the prototype",
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}},"required":["toString"]}',
      ),
      "success",
      JSON.parse('{"__proto__":{"a":1},"constructor":"x"}'),
    ),
    extract("thousands of errors", { type: "array", items: { type: "string" } }, "success", [
      ...Array.from({ length: 20_000 }, (_, index) => index),
    ]),
    extract(
      "a name of 100,000 characters that does not belong",
      { type: "object", additionalProperties: false },
      "success",
      { ["n".repeat(100_000)]: 1 },
    ),
    extract("unseen characters", { type: "object", maxProperties: 0, title: "\u202e" }, "success", {
      "\u202e\u200b": "\u{e0041}",
    }),
  ];
}

function slowly(one: MemoryCase): MemoryCase {
  return { ...one, isSlow: true };
}

function nested(levels: number): Json {
  return levels === 0 ? { type: "number" } : { properties: { a: nested(levels - 1) } };
}

/** Each level doubles the alternatives to try, though the schema stays short. */
function alternatives(levels: number): Json {
  const levelAbove = (level: number) => {
    const inner = { $ref: `#/$defs/level${level - 1}` };
    return { type: "object", properties: { a: { anyOf: [inner, inner] } } };
  };
  const $defs: Record<string, Json> = { level0: { type: "string" } };
  for (let level = 1; level <= levels; level += 1) $defs[`level${level}`] = levelAbove(level);
  return { $defs, $ref: `#/$defs/level${levels}` };
}

function deep(levels: number): unknown {
  return levels === 0 ? 7 : { a: deep(levels - 1) };
}
