import { describe, expect, it, vi } from "vitest";
import * as validation from "./validation.ts";

// Threads take their time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const PRICE = {
  type: "object",
  properties: { price: { type: "number" }, mail: { type: "string", format: "email" } },
  required: ["price"],
  additionalProperties: false,
};

describe("data", () => {
  it("is validated against the schema, formats included, and the errors are named", async () => {
    expect(await validateData(PRICE, { price: 7, mail: "a@b.example" })).toEqual({
      isValid: true,
      errors: [],
    });
    expect(await validateData(PRICE, { price: "7", mail: "no", colour: "blue" })).toEqual({
      isValid: false,
      errors: [
        "/ must NOT have additional properties (colour)",
        "/price must be number",
        '/mail must match format "email"',
      ],
    });
  });

  it("gets at most twenty errors, of bounded length, without invisible characters", async () => {
    const { errors } = await validateData(
      { type: "object", additionalProperties: { type: "number" } },
      Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`\u202e${index}`.repeat(200), "x"]),
      ),
    );
    expect(errors).toHaveLength(20);
    expect(Math.max(...errors.map(({ length }) => length))).toBeLessThanOrEqual(301);
    expect(errors.join("")).not.toContain("\u202e");
  });

  it("may come with a schema in an older dialect, or of an unknown format", async () => {
    const dialect = { $schema: "http://json-schema.org/draft-07/schema#" };
    expect((await validateData({ ...dialect, ...PRICE }, { price: 1 })).isValid).toBe(true);
    expect((await validateData({ type: "string", format: "colour" }, "blue")).isValid).toBe(true);
  });
});

describe("a schema", () => {
  it.each([
    { type: "strnig" },
    { type: "string", pattern: "(" },
    { $ref: "#/$defs/missing" },
    { properties: 7 },
    { $schema: "https://example.org/dialect", type: "string" },
  ])("that cannot be used is refused: %j", async (schema) => {
    await expect(checkSchema(schema)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(/^schema: is not usable: .* Next: /),
      details: { field: "schema" },
    });
  });

  it.each([
    [{ type: "string", pattern: "^(a+)+$" }, `${"a".repeat(40)}!`],
    [{ type: "object", $ref: "#" }, {}],
    [{ type: "array", uniqueItems: true }, Array.from({ length: 100_000 }, (_, index) => [index])],
  ])("that would keep the machine busy is given up: %j", async (schema, data) => {
    await expect(validateData(schema, data)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(/^schema: takes too long to check/),
    });
    expect((await validateData(PRICE, { price: 1 })).isValid).toBe(true);
  });
});

describe("costly schemas of one organization", () => {
  const costly = (organizationId: string) => {
    const schema = { type: "string", pattern: "^(a+)+$" };
    return validation.validateData(schema, `${"a".repeat(40)}!`, organizationId);
  };

  it("leave a thread to the others", async () => {
    await validateData(PRICE, { price: 1 });
    let ended = 0;
    for (let turn = 0; turn < 2; turn += 1) {
      costly("org_hostile").catch(() => {
        ended += 1;
      });
    }
    expect((await validateData(PRICE, { price: 1 })).isValid).toBe(true);
    // In one queue with them it would have been the last.
    expect(ended).toBeLessThan(2);
  });

  it("make its own next one wait, so that they do not take a whole core", async () => {
    await validateData(PRICE, { price: 1 });
    await expect(costly("org_slow")).rejects.toThrow(/takes too long/);
    const startedMs = performance.now();
    await validation.validateData(PRICE, { price: 1 }, "org_slow");
    expect(performance.now() - startedMs).toBeGreaterThan(3_500);
  });
});

it("takes names that every object inherits for what the data itself has", async () => {
  const driver = { type: "object", properties: { constructor: { type: "string" } } };
  expect(await validateData(driver, {})).toEqual({ isValid: true, errors: [] });
  expect(await validateData(driver, { constructor: "Ferrari" })).toMatchObject({ isValid: true });
  const needed = { ...driver, required: ["constructor"] };
  expect(await validateData(needed, {})).toMatchObject({ isValid: false });
});

function validateData(schema: Parameters<typeof validation.validateData>[0], data: unknown) {
  return validation.validateData(schema, data, "org_a");
}

function checkSchema(schema: Parameters<typeof validation.checkSchema>[0]) {
  return validation.checkSchema(schema, "org_a");
}
