import { describe, expect, it } from "vitest";
import { closedSchema } from "./closed-schema.ts";

const TEXT = { type: "string" };

describe("a closed schema", () => {
  it("lets no object have fields beyond those it names, at any depth", () => {
    const inner = { type: "object", properties: { a: TEXT } };
    const closed = { ...inner, additionalProperties: false };
    expect(
      closedSchema({
        type: "object",
        properties: {
          one: inner,
          list: { type: "array", items: inner },
          either: { anyOf: [inner, TEXT] },
        },
        $defs: { inner },
      }),
    ).toEqual({
      type: "object",
      properties: {
        one: closed,
        list: { type: "array", items: closed },
        either: { anyOf: [closed, TEXT] },
      },
      $defs: { inner: closed },
      additionalProperties: false,
    });
  });

  it.each([
    { type: "object", properties: { a: TEXT }, additionalProperties: TEXT },
    { type: "object", properties: { a: TEXT }, patternProperties: { "^x": TEXT } },
    { type: "object", properties: { a: TEXT }, unevaluatedProperties: false },
    { type: "object", additionalProperties: TEXT },
    { type: "array", items: TEXT },
  ])("leaves alone what says itself what else may be there: %j", (schema) => {
    expect(closedSchema(schema)).toEqual(schema);
  });

  it.each([
    { properties: { a: TEXT }, anyOf: [{ properties: { b: TEXT } }] },
    { properties: { a: TEXT }, $ref: "#/$defs/base", $defs: { base: { properties: { b: TEXT } } } },
    { allOf: [{ properties: { a: TEXT } }, { properties: { b: TEXT } }] },
    { type: "array", items: { allOf: [{ properties: { a: TEXT } }] } },
    { properties: { a: TEXT }, if: { properties: { a: TEXT } } },
  ])("leaves alone what describes an object in several places: %j", (schema) => {
    expect(closedSchema(schema)).toBe(schema);
  });

  it("takes a field called properties for a field", () => {
    const schema = { type: "object", properties: { properties: TEXT, items: TEXT } };
    expect(closedSchema(schema)).toEqual({ ...schema, additionalProperties: false });
  });
});
