import { describe, expect, it } from "vitest";
import { valueTable } from "./value-table.ts";

describe("a list of like objects", () => {
  it("is a table, with its columns in the order they appear", () => {
    const table = valueTable([
      { city: "Oslo", cost: 12, note: null },
      { cost: 9.5, city: "Rome", extra: "x" },
    ]);
    expect(table?.columns).toEqual(["city", "cost", "extra"]);
    expect([...(table?.numeric ?? [])]).toEqual(["cost"]);
  });

  it.each([
    ["one object", [{ a: 1, b: 2 }]],
    ["one field", [{ a: 1 }, { a: 2 }]],
    ["other values", [{ a: 1, b: 2 }, "x"]],
    ["lists", [[1], [2]]],
    [
      "different fields",
      [
        { a: 1, b: 1 },
        { c: 1, d: 1 },
        { e: 1, f: 1 },
      ],
    ],
    ["no fields", [{}, {}]],
  ])("stays a list when it has %s", (_, values) => {
    expect(valueTable(values)).toBeNull();
  });

  it("has a bounded number of columns, and counts the others", () => {
    const row = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, index]));
    expect(valueTable([row, row])).toMatchObject({ omittedColumns: 18 });
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, 1]));
    expect(valueTable([wide, wide])).toBeNull();
  });

  it("takes no name for anything but a name", () => {
    const rows = JSON.parse('[{"__proto__":1,"b":2},{"__proto__":2,"b":3}]') as unknown[];
    expect(valueTable(rows)?.columns).toEqual(["__proto__", "b"]);
  });
});
