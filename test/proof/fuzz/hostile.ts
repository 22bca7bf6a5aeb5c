import type { Random } from "@trovella/testing/engine/random";
import { mapFreeTexts } from "@trovella/testing/mcp/free-text";
import { inputSchema } from "@trovella/testing/mcp/tool-texts";
import type { Json } from "../history/record.ts";

export interface Hostile {
  readonly kind: string;
  /** The arguments as JSON text, valid or not. */
  readonly argumentsJson: string;
}

/** Characters invisible to people but not to models. */
const UNSEEN = "\u202e\u200b\u2066\u{e0041}\u{e007f}\ufeff";
const CONTROLS = "\u001b[2J\r\n\u202ename\u0007";
const MEGABYTE = 1024 * 1024;

type Make = (random: Random, valid: Json, toolName: string) => string;

/** Hostile arguments: extreme sizes, depths, characters, names, numbers and types. */
export function hostileInput(toolName: string, valid: Json, random: Random): Hostile {
  const kind = random.pick(Object.keys(HOSTILE));
  const make = HOSTILE[kind] as Make;
  return { kind, argumentsJson: make(random, valid, toolName) };
}

const HOSTILE: Readonly<Record<string, Make>> = {
  "10 MB of text": (random, valid) => withText(random, valid, "x".repeat(10 * MEGABYTE)),
  "7 MB of text": (random, valid) => withText(random, valid, "y".repeat(7 * MEGABYTE)),
  "2 MB in a free field": (_random, valid) =>
    withJson(valid, "result", `"${"z".repeat(2 * MEGABYTE)}"`),
  "10,000 levels of lists": (random, valid) =>
    withJson(valid, someField(random, valid), nested(10_000, "[", "]")),
  "10,000 levels of objects": (random, valid) =>
    withJson(valid, someField(random, valid), nested(10_000, '{"a":', "}", "1")),
  "66 levels": (random, valid) => withJson(valid, someField(random, valid), nested(66, "[", "]")),
  "the NUL character": (random, valid) => withText(random, valid, "a\0b"),
  "half a surrogate pair": (random, valid) =>
    withJson(
      valid,
      someField(random, valid),
      random.pick(['"\\ud800"', '"x\\udfff"', '"\\udc00\\ud800"']),
    ),
  "unseen characters": (_random, valid, toolName) =>
    JSON.stringify(
      mapFreeTexts(inputSchema(toolName), valid, (text) => `${UNSEEN}${text}${UNSEEN}`),
    ),
  "names of the prototype": (random, valid) =>
    withJson(
      valid,
      random.pick(["__proto__", "constructor", "prototype", "hasOwnProperty", "toString", "then"]),
      random.pick(['{"isAdmin":true}', "null", '"x"', '{"prototype":{"planId":"x"}}']),
    ),
  "names of the prototype inside": (random, valid) =>
    withJson(
      valid,
      random.pick(["result", someField(random, valid)]),
      '{"__proto__":{"length":1e9},"constructor":{"name":"x"},"toJSON":"x","then":"y"}',
    ),
  "numbers beyond numbers": (random, valid) =>
    withJson(
      valid,
      someField(random, valid),
      random.pick([
        "1e999",
        "-1e999",
        "1e-999",
        "-0",
        "9007199254740993",
        "18446744073709551616",
        "1e308",
      ]),
    ),
  "no numbers at all": (random, valid) =>
    withJson(
      valid,
      someField(random, valid),
      random.pick(["NaN", "Infinity", "undefined", "0x10", "01"]),
    ),
  "100,000 steps": (_random, valid) =>
    withJson(valid, "steps", list(100_000, '{"stepType":"search","instructions":"x"}')),
  "100,000 of anything": (random, valid) =>
    withJson(valid, someField(random, valid), list(100_000, "1")),
  "100,000 unknown names": (_random, valid) =>
    JSON.stringify({
      ...valid,
      ...Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i])),
    }),
  "a name of 1 MB": (_random, valid) => JSON.stringify({ ...valid, ["n".repeat(MEGABYTE)]: 1 }),
  "a name with control characters": (_random, valid) =>
    JSON.stringify({ ...valid, [CONTROLS]: 1, "": 2 }),
  "no object": (random) => random.pick(["[]", '["a"]', '"text"', "7", "null", "true", "[[]]"]),
  "the same name twice": (_random, valid) =>
    JSON.stringify(valid).replace("{", '{"planId":1,"planId":{},'),
  "text that other languages would run": (random, valid) =>
    withText(
      random,
      valid,
      "'; DROP TABLE plan_step; -- $" + "{7*7} {{7*7}} $(id) `id` %s%n ../../etc/passwd",
    ),
  "an endless expression": (_random, valid) =>
    JSON.stringify({
      ...valid,
      branchingConditions: [
        { afterStepOrder: 1, conditionExpression: "(".repeat(9_999), ifTrueAction: "continue" },
      ],
    }),
  "thousands of marks on a letter": (random, valid) =>
    withText(random, valid, `e${"\u0301".repeat(5_000)}`),
};

/** A random field of the arguments, or one that all tools have. */
function someField(random: Random, valid: Json): string {
  return random.pick([...Object.keys(valid), "sessionId"]);
}

function withText(random: Random, valid: Json, text: string): string {
  const texts = Object.keys(valid).filter((name) => typeof valid[name] === "string");
  return JSON.stringify({ ...valid, [random.pick([...texts, "sessionId"])]: text });
}

/** The arguments with one more member, given as raw JSON. */
function withJson(valid: Json, name: string, json: string): string {
  const { [name]: _, ...others } = valid;
  const rest = JSON.stringify(others).slice(1);
  return `{${JSON.stringify(name)}:${json}${rest === "}" ? "" : ","}${rest}`;
}

function nested(levels: number, open: string, close: string, inside = ""): string {
  return open.repeat(levels) + inside + close.repeat(levels);
}

function list(length: number, entry: string): string {
  return `[${Array.from({ length }, () => entry).join(",")}]`;
}
