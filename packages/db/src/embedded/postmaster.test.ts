import { expect, it } from "vitest";
import { parentOf, stateOf } from "./postmaster.ts";

it("reads the state of a process whatever its name", () => {
  expect(stateOf("12 (node) S 1 12")).toBe("S");
  expect(stateOf("12 (a) Z (b) Z 1 12")).toBe("Z");
});

it("reads the parent of a process, whatever its name is", () => {
  expect(parentOf("12 (node) S 1 12")).toBe(1);
  expect(parentOf("12 (a) Z (b) Z 34 12")).toBe(34);
});
