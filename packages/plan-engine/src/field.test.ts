import { refusal } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { type FieldDefinition, fieldCheck } from "./field.ts";

const RANGE = { min: 1, max: 2 };

/** A field of each kind, values that are refused and values that are taken. */
const FIELDS: [FieldDefinition, unknown[], unknown[]][] = [
  [{ kind: "text", max: 3 }, ["", " ", "abcd", 7, undefined], ["a", "abc"]],
  [
    { kind: "texts", max: 3, entries: RANGE },
    [[], ["", "a"], ["abcd"], ["a", "b", "c"], "a"],
    [["a", "abc"]],
  ],
  [{ kind: "integer", ...RANGE }, [0, 3, 1.5, "1", undefined], [1, 2]],
  [{ kind: "choice", values: ["a", "b"] }, ["c", "", 0, undefined], ["a", "b"]],
];

describe("the check of a field", () => {
  it.each(FIELDS)("is as %j says", (field, refused, taken) => {
    const check = fieldCheck(field);
    for (const value of refused) {
      const error = refusal(() => check(value, "it"));
      expect([error.code, error.message.slice(0, 2)]).toEqual(["INVALID_INPUT", "it"]);
    }
    for (const value of taken) expect(() => check(value, "it")).not.toThrow();
  });
});
