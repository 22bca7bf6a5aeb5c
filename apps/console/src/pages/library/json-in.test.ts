import { expect, it } from "vitest";
import { jsonIn } from "./json-in.ts";

it("tells JSON from text", () => {
  expect(jsonIn(' {"a": [1]}')).toEqual({ a: [1] });
  expect(jsonIn("[1, 2]")).toEqual([1, 2]);
  for (const text of ["", "12", '"text"', "[1] says so", "{not json}", "null"]) {
    expect(jsonIn(text)).toBeUndefined();
  }
});
