import { describe, expect, it } from "vitest";
import { defineStatement, encodeValue, type StatementValue } from "./statement.ts";

describe("the name of a statement", () => {
  it("is the same for the same text, and another for any other", () => {
    const texts = ["SELECT 1", "SELECT 1 ", "select 1", "SELECT 2", ""];
    const names = texts.map((text) => defineStatement(text).name);
    expect(new Set(names).size).toBe(texts.length);
    expect(texts.map((text) => defineStatement(text).name)).toEqual(names);
  });

  it("fits what PostgreSQL keeps of a name", () => {
    const { name, text } = defineStatement("SELECT 1 ".repeat(1_000));
    expect(name).toMatch(/^t_[\w-]{20}$/);
    expect(text).toHaveLength(9_000);
  });
});

describe("an encoded value", () => {
  it.each<[value: StatementValue, text: string | null]>([
    [null, null],
    ["", ""],
    ["NULL", "NULL"],
    ["{not,an,array}", "{not,an,array}"],
    ["quote ' and \\", "quote ' and \\"],
    [0, "0"],
    [-1.5, "-1.5"],
    [1e21, "1e+21"],
    [true, "true"],
    [false, "false"],
    [new Date("2026-01-01T12:00:00.123Z"), "2026-01-01T12:00:00.123Z"],
  ])("is written as PostgreSQL reads it: %j", (value, text) => {
    expect(encodeValue(value)).toBe(text);
  });

  it.each<[value: readonly (string | number | null)[], text: string]>([
    [[], "{}"],
    [["a", "b"], '{"a","b"}'],
    [[""], '{""}'],
    [[null, "NULL", "null"], '{NULL,"NULL","null"}'],
    [["a,b", "{c}", " d "], '{"a,b","{c}"," d "}'],
    [['say "so"', "back\\slash", '\\"'], '{"say \\"so\\"","back\\\\slash","\\\\\\""}'],
    [["ü💥\n"], '{"ü💥\n"}'],
    [[1, -2.5, null], "{1,-2.5,NULL}"],
  ])("keeps the elements of a list apart: %j", (value, text) => {
    expect(encodeValue(value)).toBe(text);
  });

  it("is refused when it is an invalid date", () => {
    expect(() => encodeValue(new Date("never"))).toThrow("Invalid time value");
  });
});
