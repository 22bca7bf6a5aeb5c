import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMPTY_HEAD, entryHash, entryText, entryTime, eventText } from "./audit-entry.ts";

/** JSON as RFC 8785 spells it, written from the RFC: members by UTF-16 code units, numbers as ECMAScript prints them. */
function rfc8785(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return Object.is(value, -0) ? "0" : String(value);
  if (typeof value === "string") return `"${[...value].map(escaped).join("")}"`;
  if (Array.isArray(value)) return `[${value.map(rfc8785).join(",")}]`;
  const members = value as Record<string, unknown>;
  const names = Object.keys(members).sort((left, right) =>
    Buffer.compare(units(left), units(right)),
  );
  return `{${names.map((name) => `${rfc8785(name)}:${rfc8785(members[name])}`).join(",")}}`;
}

const SHORT: Readonly<Record<string, string>> = {
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

function escaped(character: string): string {
  const isControl = character < " ";
  const code = `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return SHORT[character] ?? (isControl ? code : character);
}

function units(text: string): Buffer {
  return Buffer.from(text, "utf16le").swap16();
}

const texts = fc
  .string({ unit: "binary", maxLength: 12 })
  .filter((text) => !text.includes("\0") && text.isWellFormed());
const numbers = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer());
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    texts,
    numbers,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(texts, tie("value"), { maxKeys: 5 }),
  ),
}));

const ENTRY = {
  id: "aud_1",
  planId: "plan_1",
  seq: 1,
  planVersion: 1,
  eventType: "plan_created",
  action: "created",
  at: entryTime(new Date("2026-01-01T12:00:00.123Z")),
  actor: { userId: "usr_1", client: "claude-code 2.1", via: "mcp", sessionId: null },
  payloadDigest: "11".repeat(32),
};

describe("an audit entry", () => {
  it("is hashed as RFC 8785 spells it, whatever an event holds", () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(eventText(value)).toBe(rfc8785(value));
        // As the database gives it back: other order, other spelling of numbers, the same value.
        expect(eventText(JSON.parse(JSON.stringify(value)))).toBe(rfc8785(value));
      }),
      { numRuns: 2_000 },
    );
  });

  it("has the same text for an event and for what is stored of it", () => {
    const lease = { token: "t", holder: null, expiresAt: new Date("2026-01-01T12:30:00Z") };
    const event = { type: "step_started", at: new Date("2026-01-01T12:00:00.123Z"), lease };
    expect(eventText(event)).toBe(
      '{"at":"2026-01-01T12:00:00.123Z","lease":{"expiresAt":"2026-01-01T12:30:00.000Z","holder":null,"token":"t"},"type":"step_started"}',
    );
    expect(eventText(JSON.parse(JSON.stringify(event)))).toBe(eventText(event));
  });

  it("depends on every value of the row and on the row before", () => {
    const hash = entryHash(ENTRY, EMPTY_HEAD);
    expect(hash).toBe("d80ab07c8335aeafe1ad82d065afa58f9b0dbb66c1a8211a2242e06232e396fa");
    const { actor, ...fields } = ENTRY;
    const others = [
      ...Object.entries(fields).map(([name, value]) => ({
        ...ENTRY,
        [name]: typeof value === "number" ? value + 1 : `${value}x`,
      })),
      ...Object.entries(actor).map(([name, value]) => ({
        ...ENTRY,
        actor: { ...actor, [name]: value === null ? "" : null },
      })),
    ] as (typeof ENTRY)[];
    const hashes = [ENTRY, ...others].map((entry) => entryHash(entry, EMPTY_HEAD));
    expect(new Set([...hashes, entryHash(ENTRY, hash)]).size).toBe(others.length + 2);
  });

  it("is canonical JSON", () => {
    fc.assert(
      fc.property(fc.record({ text: texts, other: fc.option(texts), seq: fc.nat() }), (drawn) => {
        const { text, other, seq } = drawn;
        const actor = { userId: other, client: text, via: text, sessionId: other };
        const entry = { ...ENTRY, id: text, action: text, eventType: text, seq, actor };
        const { payloadDigest: payload, ...fields } = entry;
        expect(entryText(entry, EMPTY_HEAD)).toBe(
          rfc8785({ v: 1, ...fields, payload, prev: EMPTY_HEAD }),
        );
      }),
    );
  });

  it("goes as deep as a stored result may", () => {
    const nested = `${"[".repeat(500)}1${"]".repeat(500)}`;
    expect(eventText(JSON.parse(nested))).toBe(nested);
  });
});
