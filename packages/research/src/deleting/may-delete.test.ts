import { describe, expect, it } from "vitest";
import {
  isConfirmed,
  mayDelete,
  OPERATOR,
  requireConfirmed,
  requireMayDelete,
} from "./may-delete.ts";

describe("R37 deleting", () => {
  it.each([
    ["an admin", { userId: "usr_1", isPerson: true, isAdmin: true }, true],
    ["the one who started it", { userId: "usr_2", isPerson: true, isAdmin: false }, true],
    ["another member", { userId: "usr_1", isPerson: true, isAdmin: false }, false],
    ["a token of an admin", { userId: "usr_2", isPerson: false, isAdmin: true }, false],
    ["the operator", OPERATOR, true],
  ])("by %s: %s", (_, deleter, isAllowed) => {
    expect(mayDelete(deleter, "usr_2")).toBe(isAllowed);
    if (isAllowed) requireMayDelete(deleter, "usr_2");
    else expect(() => requireMayDelete(deleter, "usr_2")).toThrow("Next: ask");
  });

  it("nobody owns what nobody started", () => {
    expect(mayDelete({ userId: null, isPerson: true, isAdmin: false }, null)).toBe(false);
  });

  it("is confirmed by the handle or the whole name, whatever the case and spaces", () => {
    const names = ["p-k7q2x9", "Heat  pumps in Köln"];
    for (const typed of [
      "p-k7q2x9",
      " P-K7Q2X9 ",
      "heat pumps in köln",
      "heat pumps in ko\u0308ln",
    ]) {
      expect(isConfirmed(typed, names)).toBe(true);
    }
    for (const typed of ["", " ", "p-k7q2x", "heat pumps"]) {
      expect(isConfirmed(typed, names)).toBe(false);
    }
    expect(isConfirmed("", ["", "p-1"])).toBe(false);
    expect(() => requireConfirmed("x", names)).toThrow("type p-k7q2x9");
  });
});
